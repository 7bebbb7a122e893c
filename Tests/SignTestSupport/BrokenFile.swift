import Foundation

/// A broken settings file, which says in comments what is wrong with it: `# problem LINE:COLUMN NAME`.
package struct BrokenFile: Sendable {
    package let name: String
    package let bytes: [UInt8]
    /// The problems in the order of the file, as in its comments.
    package let expected: [String]

    package init(name: String, bytes: [UInt8], expected: [String]) {
        (self.name, self.bytes, self.expected) = (name, bytes, expected)
    }

    /// The YAML files of a folder.
    package static func all(in folder: URL) throws -> [BrokenFile] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.filter { $0.hasSuffix(".yaml") }.map { name in
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            let expected = lines.filter { $0.hasPrefix("# problem ") }.map { String($0.dropFirst(10)) }
            return BrokenFile(name: name, bytes: bytes, expected: expected)
        }
    }

    /// The files whose comments have a name of a problem, by that name.
    package static func names(_ files: [BrokenFile]) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for file in files {
            for problem in file.expected {
                found[String(problem.split(separator: " ").last ?? ""), default: []].insert(file.name)
            }
        }
        return found
    }
}

import Foundation
import Testing

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

    /// Compares all that is said of the broken files of a folder with its `messages.txt`.
    ///
    /// With LEDSIGN_RECORD in the environment the file is written again, and the test fails; then read what changed.
    package static func expectMessages(_ messages: [String], in folder: URL) throws {
        let text = messages.map { $0.replacingOccurrences(of: PackageFolder.root.path + "/", with: "") + "\n" }.joined()
        let file = folder.appendingPathComponent("messages.txt")
        if ProcessInfo.processInfo.environment["LEDSIGN_RECORD"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(file.path): read it")
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let (found, known) = (text.split(separator: "\n"), expected.split(separator: "\n"))
        expectEqual(found.filter { !known.contains($0) }, [], "messages that are new")
        expectEqual(known.filter { !found.contains($0) }, [], "messages that are missing")
        #expect(text == expected)
    }
}

import Foundation

/// The fonts and programs of others that the tests compare with.
enum FontTools {
    /// What is said where a font or program is missing.
    static let fix = "run scripts/test-tools.sh, as `make test` does"

    /// The checkout.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    struct ToolError: Error, CustomStringConvertible {
        let description: String
    }

    /// The files of a folder that end so, in order; an error where there are fewer than expected.
    static func files(in folder: String, ending: String, atLeast count: Int) throws -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let found = names.filter { $0.hasSuffix(ending) }.sorted()
        guard found.count >= count else {
            throw ToolError(description: "\(folder) has \(found.count) files \(ending), not \(count): \(fix)")
        }
        return found.map { folder + "/" + $0 }
    }

    /// Runs a program to its end and returns what it prints.
    static func run(_ program: String, _ arguments: [String], input: String = "") throws -> String {
        let path =
            program.contains("/")
            ? program : ["/usr/bin/", "/usr/local/bin/"].map { $0 + program }.first(where: isExecutable) ?? program
        guard isExecutable(path) else { throw ToolError(description: "\(program) is missing: \(fix)") }
        // Files instead of pipes: nothing can fill up while this side waits.
        return try withFolder { folder in
            let (inputFile, outputFile) = (folder + "/input", folder + "/output")
            try Data(input.utf8).write(to: URL(fileURLWithPath: inputFile))
            try Data().write(to: URL(fileURLWithPath: outputFile))
            let process = Process()
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = arguments
            process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: inputFile))
            let output = try FileHandle(forWritingTo: URL(fileURLWithPath: outputFile))
            process.standardOutput = output
            process.standardError = output
            try process.run()
            process.waitUntilExit()
            let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: outputFile)), as: UTF8.self)
            guard process.terminationStatus == 0 else {
                throw ToolError(description: "\(program) \(arguments.joined(separator: " ")): \(text)")
            }
            return text
        }
    }

    /// Runs the body with an empty folder that is removed afterwards.
    static func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = NSTemporaryDirectory() + "/ledsign-fonts-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try body(folder)
    }

    private static func isExecutable(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: path)
    }
}

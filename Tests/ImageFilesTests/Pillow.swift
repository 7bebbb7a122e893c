import Foundation

/// Pillow, another program that reads pictures, in the environment that `scripts/test-tools.sh` prepares.
enum Pillow {
    /// What went wrong.
    struct ToolError: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a Python script with arguments and returns what it prints; fails where Pillow is missing.
    static func run(_ script: String, _ arguments: String...) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let python = root.appendingPathComponent(".build/test-venv/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw ToolError(description: "\(python.path) is missing: run scripts/test-tools.sh")
        }
        let process = Process()
        let output = Pipe()
        process.executableURL = python
        process.arguments = ["-c", script] + arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        guard process.terminationStatus == 0 else { throw ToolError(description: text) }
        return text
    }
}

import Foundation
import Schedules
import Testing

/// python-dateutil and Python's zoneinfo, in the environment that `scripts/test-tools.sh` prepares.
enum Dateutil {
    /// What went wrong.
    struct ToolError: Error, CustomStringConvertible {
        let description: String
    }

    /// A question as `scripts/dateutil_answers.py` describes them.
    struct Question: Encodable {
        var ask: String
        var zone = "UTC"
        var times: [Int64]?
        var locals: [Int64]?
        var rules: [String]?
        var start: String?
        var days: [DayRule]?
        var spans: [[Int]]?
        var from: Bound?
        var to: Bound?

        init(_ ask: String, zone: String) {
            self.ask = ask
            self.zone = zone
        }
    }

    /// Days that a rule names, and how many follow each.
    struct DayRule: Encodable {
        var rule: String
        var length = 1
    }

    /// A moment of UTC in seconds, or a date.
    enum Bound: Encodable {
        case seconds(Int64)
        case date(String)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .seconds(let seconds): try container.encode(seconds)
            case .date(let date): try container.encode(date)
            }
        }
    }

    /// Returns the answers, in seconds, with nil for times that there are not; fails where dateutil is missing.
    static func answers(_ questions: [Question]) throws -> [[Int64?]] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let python = root.appendingPathComponent(".build/test-venv/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw ToolError(description: "\(python.path) is missing: run scripts/test-tools.sh")
        }
        // By a file, because a full pipe would keep both programs waiting.
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("dateutil-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let lines = try questions.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        let process = Process()
        let output = Pipe()
        process.executableURL = python
        process.arguments = [root.appendingPathComponent("scripts/dateutil_answers.py").path]
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let printed = String(decoding: data, as: UTF8.self)
        guard process.terminationStatus == 0 else {
            throw ToolError(description: "dateutil_answers.py ended with \(process.terminationStatus)")
        }
        return try printed.split(separator: "\n").map { try JSONDecoder().decode([Int64?].self, from: Data($0.utf8)) }
    }
}

import Foundation
import SignTestSupport

extension PseudoTerminal {
    /// Starts the probe.
    convenience init(_ arguments: String...) throws {
        let candidates = Self.candidates
        guard let path = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw TerminalError(description: "terminal-probe is not built: looked at \(candidates)")
        }
        try self.init(path: path, arguments, environment: ["TERM=xterm", "SWIFT_BACKTRACE=enable=no"])
    }

    /// Where the probe may be: beside the tests, else where the package builds by default.
    private static var candidates: [String] {
        let tests = CommandLine.arguments.filter { $0.contains(".xctest") }.map { URL(fileURLWithPath: $0) }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folders = tests.flatMap {
            [$0.deletingLastPathComponent(), $0.deletingLastPathComponent().appending(path: "..")]
        }
        return (folders + [root.appending(path: ".build/debug")]).map { $0.appending(path: "terminal-probe").path }
    }
}

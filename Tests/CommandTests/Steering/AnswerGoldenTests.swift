import Foundation
import SignTestSupport
import Testing

@testable import ledsign

/// What a sign answers on every way in, and the commands of `ledsign ctl`, word for word: the files in Tests/AnswerGoldens.
///
/// With LEDSIGN_RECORD in the environment the answers are written again, and the tests fail; then check the files.
@Suite("recorded answers", .serialized)
struct AnswerGoldenTests {
    private static let folder = PackageFolder.root.appendingPathComponent("Tests/AnswerGoldens")

    @Test(
        "each request gets the recorded answer on the socket, over HTTP and at the broker; the API is described as recorded"
    )
    func answers() throws {
        let broker = try MosquittoBroker()
        let port = FreePort.any()
        let token = broker.folder.path("token")
        try expectEqual(CommandRunner.ledsign("token", token).status, 0)
        let file = """
            zones:
              - name: left
                area: {width: 16, height: 8}
                messages: [{name: open, text: OK, duration: 1h}, {name: soon, text: "{score}", duration: 1h}]
              - name: right
                area: {x: 16, width: 16, height: 8}
                messages: [{name: price, text: "{score}", duration: 1h}, {text: "{now}", duration: 1h}]
            fields: {score: {variable: "0"}, now: {mqtt: other/now, stale: "?"}}
            cues: {bell: {line: 5}}
            pixels: {protocols: []}
            http: {listen: "127.0.0.1:\(port)", token: \(token), awtrix: yes}
            mqtt: {broker: "mqtt://127.0.0.1:\(broker.port)", topic: ledsign/goldens, groups: windows, awtrix: awtrix_goldens}

            """
        let sign = try SteeredSign(file, clock: .synchronised)
        try compare("answers") { transcript in
            #expect(try sign.wait { try CommandRunner.tool("curl", ["-s", "http://127.0.0.1:\(port)/"]).status == 0 })
            let run = try CommandRunner.run(
                "/usr/bin/env",
                ["python3", Self.folder.appendingPathComponent("ask.py").path]
                    + [sign.folder.url.path, token, "\(port)", "\(broker.port)"], input: transcript)
            expectEqual(run.status, 0, "\(run.errors)")
            return run.output
        }
    }

    @Test("the commands of ctl have the recorded arguments and help")
    func commands() throws {
        try compare("ctl") { _ in
            let help = try JSONSerialization.jsonObject(with: Data(Ctl._dumpHelp().utf8)) as? [String: Any]
            return try Self.lines(of: help?["command"] as? [String: Any] ?? [:]).joined(separator: "\n") + "\n"
        }
    }

    /// What the help, the manual page and the completions are made of.
    private static func lines(of command: [String: Any]) throws -> [String] {
        let words = ["abstract", "discussion"].compactMap { command[$0] as? String }
        let keys = [
            "kind", "valueName", "defaultValue", "isOptional", "isRepeating", "parsingStrategy", "allValueStrings",
            "completionKind", "abstract",
        ]
        // The help itself is the library's.
        func own(_ key: String, _ name: String) -> [[String: Any]] {
            (command[key] as? [[String: Any]] ?? []).filter { $0[name] as? String != "help" }
        }
        let arguments = try own("arguments", "valueName").map { argument in
            let names = (argument["names"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            let rest = try JSONSerialization.data(
                withJSONObject: argument.filter { keys.contains($0.key) },
                options: [.sortedKeys, .withoutEscapingSlashes])
            return "  \(names.joined(separator: " ")) " + String(decoding: rest, as: UTF8.self)
        }
        return try ["> \(command["commandName"] ?? "")"] + words + arguments
            + own("subcommands", "commandName").flatMap(lines)
    }

    /// Compares a file with what is so now, request by request.
    private func compare(_ name: String, with now: (_ recorded: String) throws -> String) throws {
        let file = Self.folder.appendingPathComponent("\(name).txt")
        let recorded = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let text = try now(recorded)
        if ProcessInfo.processInfo.environment["LEDSIGN_RECORD"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(file.lastPathComponent): look at it")
            return
        }
        let parts = [recorded, text].map { $0.components(separatedBy: "\n> ") }
        for (recorded, answer) in zip(parts[0], parts[1]) { expectEqual(answer, recorded, "\(name)") }
        expectEqual(parts[1].count, parts[0].count, "\(name)")
    }
}

import Foundation
import KernelModel
import SignTestSupport
import Testing

/// What a running sign reports of the sources of its fields and calendars.
@Suite("how sources are doing")
struct SourceStatusTests {
    private static let sign = """
        fields:
          price: {file: ./missing.txt, every: 100ms}
          score: {variable: "0"}
        calendars: {shop: {path: ./none.ics}}
        message: {text: "{price}"}
        """
    private static let reason = "missing.txt cannot be read: No such file or directory"

    @Test("a failing field is reported once, shown by ctl stats and at SIGUSR1, and its recovery is reported")
    func reports() throws {
        let sign = try SteeredSign(Self.sign)
        #expect(try sign.wait { try sign.errors().contains(Self.reason) })
        let stats = try sign.ctl("stats").output.split(separator: "\n").map(String.init)
        let line = try #require(stats.first { $0.hasPrefix("field price: ") })
        #expect(line.contains(Self.reason + "; failed ") && line.contains("; no answer so far; "), "\(line)")
        #expect(stats.contains { $0.hasPrefix("calendar shop: ") && $0.contains("none.ics cannot be read") })
        #expect(!stats.contains { $0.contains("score") })
        let json = try sign.ctl("stats", "--json").output
        #expect(json.contains("\"sources\": [{\"name\": \"field price\", \"problem\": \""), "\(json)")
        #expect(json.contains("\"seconds-since-answer\": null, \"seconds-to-next-attempt\": "), "\(json)")

        sign.signal(SIGUSR1)
        #expect(try sign.wait { try sign.errors().contains(Self.reason + "; failed ") })
        try Data("7".utf8).write(to: sign.folder.url.appendingPathComponent("missing.txt"))
        #expect(try sign.wait { try sign.errors().contains("field price: answers again\n") })
        // Asked ten times in a second, it has answered just now, sooner or later.
        #expect(try sign.wait { try sign.ctl("stats").output.contains("\nfield price: answered 0 s ago; ") })
        let (_, errors) = try sign.end()
        expectEqual(errors.filter { $0.hasPrefix("warning: field price: ") && $0.hasSuffix(Self.reason) }.count, 1)
        expectEqual(errors.filter { $0 == "field price: answers again" }.count, 1)
    }

    @Test("--stats reports the status of sources at the end, with control characters removed")
    func statistics() throws {
        let folder = try ScratchFolder()
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let text = """
            board: max7219-32x8
            fields: {x: {shell: "printf 'a\\\\033[31mb\\\\nc' >&2; exit 3"}}
            message: {text: "{x}"}
            """
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        let program = try RunningProgram(
            "run", folder.path("sign.yaml"), "--stats", environment: try model.environment())
        #expect(try program.wait { try program.errors().contains("warning: field x: ") })
        let (_, errors) = try program.end(SIGTERM)
        let reason = "field x: it ended with status 3: a [31mb"
        #expect(errors.contains("warning: \(reason)\n"), "\(errors)")
        #expect(errors.contains("\n\(reason); failed once; no answer so far; "), "\(errors)")
        #expect(!errors.contains("\u{1B}"))
    }
}

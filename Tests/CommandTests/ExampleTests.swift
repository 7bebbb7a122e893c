import Foundation
import SignTestSupport
import Testing

@Suite("Examples")
struct ExampleTests {
    @Test("every sign file of the examples is valid")
    func signs() throws {
        let folder = CommandRunner.checkout.appendingPathComponent("Examples")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
        #expect(names.contains("smallest.yaml") && names.contains("bakery.yaml"))
        for name in names {
            let run = try CommandRunner.ledsign("check", folder.appendingPathComponent(name).path)
            #expect(run.status == 0 && run.errors.isEmpty, "\(name): \(run.errors)")
        }
    }

    /// Eight rows a line below the name of the stop: only the longer names move.
    @Test("a destination that fits its place at the bus stop stands still beside those that scroll")
    func busStop() throws {
        let folder = try ScratchFolder()
        let sign = CommandRunner.checkout.appendingPathComponent("Examples/bus-stop.yaml").path
        let pictures = try ["1s", "4s"].map { instant in
            let run = try CommandRunner.ledsign(
                "render", "--sign", sign, "--wall", "2026-05-08T10:08:36Z", "--at", instant, "--out",
                folder.path(instant + ".txt"))
            expectEqual(run.status, 0, "\(run.errors)")
            return try folder.text(instant + ".txt").split(separator: "\n")
        }
        try #require(pictures.allSatisfy { $0.count == 32 })
        expectEqual(pictures[0][8..<16], pictures[1][8..<16])
        #expect(pictures[0][16..<24] != pictures[1][16..<24])
        #expect(pictures[0][24..<32] != pictures[1][24..<32])
    }

    @Test("E6: the pictures of the examples are what the examples show, byte for byte, and small")
    func pictures() throws {
        let script = CommandRunner.checkout.appendingPathComponent("scripts/example-gifs.sh").path
        let program = CommandRunner.products.appendingPathComponent("ledsign").path
        let folder = CommandRunner.checkout.appendingPathComponent("docs/pictures")
        let listed = try CommandRunner.run(script, ["--list"]).output.split(separator: "\n").map(String.init)
        #expect(listed.count >= 14)
        let run = try CommandRunner.run(script, ["--check"], environment: ["LEDSIGN": program])
        expectEqual(run.status, 0, "make example-gifs: \(run.output) \(run.errors)")
        for name in ["heart", "jumper", "metronome", "sayings", "capsules", "faces", "digital-clock", "analog-clock"] {
            let bytes = try Data(contentsOf: folder.appendingPathComponent(name + ".gif")).count
            #expect((1_000..<200_000).contains(bytes), "\(name)")
        }
    }
}

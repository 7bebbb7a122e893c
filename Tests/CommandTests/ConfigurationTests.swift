import Foundation
import Testing

@Suite("Configuration file")
struct ConfigurationTests {
    /// Renders with a configuration and returns what happened, and the width of the picture.
    private func render(_ configuration: String, environment: [String: String] = [:]) throws -> (Outcome, Int?) {
        let folder = try ScratchFolder()
        let place = folder.url.appendingPathComponent("ledsign")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(configuration.utf8).write(to: place.appendingPathComponent("config.yaml"))
        let outcome = try CommandRunner.ledsign(
            "render", "A", "--out", folder.path("a.txt"),
            environment: ["XDG_CONFIG_HOME": folder.url.path].merging(environment) { $1 })
        let text = try? folder.text("a.txt")
        return (outcome, text?.split(separator: "\n").first?.count)
    }

    @Test("names the default board; the environment comes before it")
    func board() throws {
        #expect(try render("board: sim-32x8\n").1 == 32)
        #expect(try render("board: sim-32x8\n", environment: ["LEDSIGN_BOARD": "sim-128x64"]).1 == 128)
        #expect(try render("# nothing\n").1 == 64)
    }

    @Test(
        "what is wrong with it is said with its place",
        arguments: [
            ("borad: sim-32x8\n", "config.yaml:1:1: unknown key \"borad\""),
            ("board: [a]\n", "config.yaml:1:1: `board` has to be"),
            ("- board\n", "config.yaml:1:1: expected lines such as"),
            ("board: \"\n", "is not YAML"),
            ("clock: synced\n", "config.yaml:1:1: `clock` has to be `synchronised` or `trusted`"),
            ("clock: [a]\n", "config.yaml:1:1: `clock` has to be"),
            ("borad: a\nclock: 1\n", "config.yaml:2:1: `clock` has to be"),
        ])
    func problems(configuration: String, expected: String) throws {
        let (outcome, width) = try render(configuration)
        #expect(outcome.status == 1 && width == nil)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
    }
}

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
        "problems are reported with their places",
        arguments: [
            (
                "borad: sim-32x8\n",
                "config.yaml:1:1: unknown key \"borad\" for a configuration file; did you mean \"board\"?"
            ),
            ("board: [a]\n", "config.yaml:1:8: \"board\" is the name of a board or the path of its file, not a list"),
            ("board:\n", "config.yaml:1:7: \"board\" is the name of a board or the path of its file, not nothing"),
            ("- board\n", "config.yaml:1:1: a configuration file is a list of lines \"key: value\""),
            ("board: \"\n", "config.yaml:2:1: not YAML: found unexpected end of stream"),
            ("clock: synced\n", "config.yaml:1:8: \"clock\" is one of synchronised, trusted, not \"synced\""),
            ("clock: [a]\n", "config.yaml:1:8: \"clock\" is one of synchronised, trusted, not a list"),
            ("borad: a\nclock: 1\n", "config.yaml:2:8: \"clock\" is one of synchronised, trusted, not \"1\""),
            ("board: a\nboard: b\n", "config.yaml:2:1: \"board\" is given twice, first in line 1; keep one of them"),
        ])
    func problems(configuration: String, expected: String) throws {
        let (outcome, width) = try render(configuration)
        #expect(outcome.status == 1 && width == nil)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
    }
}

import Foundation
import SignTestSupport
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
        try expectEqual(render("board: sim-32x8\n").1, 32)
        try expectEqual(render("board: sim-32x8\n", environment: ["LEDSIGN_BOARD": "sim-128x64"]).1, 128)
        try expectEqual(render("# nothing\n").1, 64)
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
            (
                "http: yes\n",
                "config.yaml:1:7: \"http\" is keys such as listen and token, or {} for the defaults, not \"yes\""
            ),
            (
                "board: a\nhttp:\n  listen: 8080\n",
                "config.yaml:3:11: \"listen\" is an address and a port such as 127.0.0.1:8080 or \"[::]:8080\", or a list"
            ),
            ("http: {listen: 0.0.0.0:8080}\n", "config.yaml:1:16: \"token\" is missing"),
            ("http: {view: all}\n", "config.yaml:1:14: \"view\" is one of token, everyone, not \"all\""),
            ("http: {port: 80}\n", "config.yaml:1:8: unknown key \"port\" for a configuration file"),
            ("htpp: {}\n", "config.yaml:1:1: unknown key \"htpp\" for a configuration file; did you mean \"http\"?"),
            ("board: a\nboard: b\n", "config.yaml:2:1: \"board\" is given twice, first in line 1; keep one of them"),
        ])
    func problems(configuration: String, expected: String) throws {
        let (outcome, width) = try render(configuration)
        #expect(outcome.status == 1 && width == nil)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
    }

    /// The properties of a schema for editors.
    private func properties(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: PackageFolder.root.appendingPathComponent("docs/\(name)"))
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require(schema["properties"] as? [String: Any])
    }

    @Test("the schema for editors has the keys that the program reads, each as that of sign files has it")
    func schema() throws {
        let keys = try properties("config.schema.json")
        expectEqual(keys.keys.sorted(), ["board", "clock", "http", "mqtt"])
        let signKeys = try properties("sign-file.schema.json")
        for (key, value) in keys {
            expectEqual((value as? [String: String]), ["$ref": "sign-file.schema.json#/properties/\(key)"])
            #expect(signKeys[key] != nil)
            #expect(try !render("\(key): []\n").0.errors.contains("unknown key"))
        }
        // Of the other keys of sign files the program reads none here.
        for key in signKeys.keys where keys[key] == nil {
            #expect(try render("\(key): []\n").0.errors.contains("unknown key \"\(key)\""))
        }
    }
}

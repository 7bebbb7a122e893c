import Foundation
import SignFiles
import SignTestSupport
import Testing

@testable import SignNetwork

/// What a file that is saved over the network may not add or change.
@Suite struct EditRulesTests {
    private let fixture: SignFileFixture

    init() throws { fixture = try SignFileFixture() }

    /// Every restricted key once, with the place of its key.
    private static let restricted: [(addition: String, place: String)] = [
        ("fields:\n  a: {command: [date]}\n", "2:7+7"), ("fields:\n  a: {shell: date | cat}\n", "2:7+5"),
        ("fields:\n  a: {file: a.txt}\n", "2:7+4"), ("fields:\n  a: {sensor: /sys/x}\n", "2:7+6"),
        ("fields:\n  a: {json: a.json}\n", "2:7+4"), ("fields:\n  a: {mqtt: home/x}\n", "2:7+4"),
        ("brightness: {light: /sys/x}\n", "1:14+5"), ("brightness:\n  light:\n    sensor: /sys/x\n", "3:5+6"),
        ("board: max7219-32x8\n", "1:1+5"), ("control: {group: web}\n", "1:1+7"), ("http: {edit: yes}\n", "1:1+4"),
        ("mqtt: {broker: mqtt://h}\n", "1:1+4"), ("pixels: {}\n", "1:1+6"), ("cues: {bell: {line: 17}}\n", "1:1+4"),
        ("hands: {buttons: [{line: 4, action: next}]}\n", "1:1+5"), ("\"board\": x\n", "1:1+7"),
        ("stall: 0\n", "1:1+5"), ("wall: {x: 0, y: 0, width: 64, height: 8}\n", "1:1+4"),
    ]

    private func places(_ new: String, since old: String?) throws -> [String] {
        try fixture.violations(new, since: old).map(\.place)
    }

    @Test("every restricted key is refused at its place where it is new", arguments: restricted)
    func added(addition: String, place: String) throws {
        let old = "message: A\n"
        try expectEqual(places(addition + old, since: old), [place])
        // A file that cannot be read says nothing.
        try expectEqual(places(addition + old, since: nil), [place])
    }

    @Test("an unchanged key is allowed, also in another line, in other quotation marks and another order")
    func moved() throws {
        for (addition, _) in Self.restricted {
            let old = addition + "message: A\n"
            try expectEqual(places(old, since: old), [], "\(addition)")
            try expectEqual(places("# More\n\nmessage: {text: B}\n" + addition, since: old), [], "\(addition)")
        }
        let old = "control: {group: web, mode: 660}\nmessage: A\n"
        try expectEqual(places("message: A\ncontrol:\n  mode: \"660\"\n  group: 'web'\n", since: old), [])
    }

    @Test("a changed value is refused, and what a program or file depends on counts with it")
    func changed() throws {
        func changes(_ old: String, _ new: String) throws -> [String] {
            try places("fields:\n  a: \(new)\nmessage: A\n", since: "fields:\n  a: \(old)\nmessage: A\n")
        }
        try expectEqual(changes("{command: [date]}", "{command: [date, -u]}"), ["2:7+7"])
        try expectEqual(changes("{command: [date]}", "{command: date}"), ["2:7+7"])
        try expectEqual(changes("{command: [./a]}", "{command: [./a], folder: /tmp}"), ["2:7+7"])
        try expectEqual(changes("{command: [./a], folder: b}", "{folder: c, command: [./a]}"), ["2:18+7"])
        try expectEqual(changes("{file: a}", "{file: a, special: yes}"), ["2:7+4"])
        try expectEqual(changes("{file: a}", "{shell: a}"), ["2:7+5"])
        try expectEqual(changes("{command: [date]}", "{command: [date], every: 5s, keep: 1h}"), [])
        try expectEqual(changes("{command: [date]}", "{variable: x}"), [])
        try expectEqual(places("board: b\nmessage: A\n", since: "board: a\nmessage: A\n"), ["1:1+5"])
        try expectEqual(
            places("http: {edit: yes, awtrix: yes}\nmessage: A\n", since: "http: {edit: yes}\nmessage: A\n"),
            [
                "1:1+4"
            ])
    }

    @Test("the key of a device stays with its server, and no other file is sent to one")
    func keys() throws {
        let old = "messages:\n  - {tronbyt: http://h/a, token: key}\n"
        func places(_ new: String) throws -> [String] {
            try fixture.violations("messages:\n" + new, since: old, allowsURLs: true).map(\.place)
        }
        try expectEqual(places("  - {token: key, tronbyt: http://h/a, fit: cover}\n"), [])
        try expectEqual(places("  - {tronbyt: http://h/b}\n"), [])
        try expectEqual(places("  - {tronbyt: http://h/b, token: key}\n"), ["2:27+5"])
        try expectEqual(places("  - {tronbyt: http://h/a, token: sign.yaml}\n"), ["2:27+5"])
    }

    @Test("another field may not run what this one runs")
    func renamed() throws {
        let old = "fields:\n  a: {command: [date]}\nmessage: A\n"
        try expectEqual(places("fields:\n  b: {command: [date]}\nmessage: A\n", since: old), ["2:7+7"])
    }

    @Test("what says who reaches the sign cannot be removed; a program can")
    func removed() throws {
        let old = "control: {socket: none}\nfields: {a: {command: [date]}}\nmessage: A\n"
        let found = try fixture.violations("message: A\n", since: old)
        expectEqual(found.map(\.place), ["1:1+1"])
        #expect(found.first?.message.hasPrefix("\"control\" is missing") ?? false)
    }

    /// The keys that may come over the network: they say what is shown, and when.
    private static let allowedOfFile: Set<String> = [
        "brightness", "place", "power-saving", "message", "messages", "playlist", "zones", "rows", "columns", "gap",
        "padding", "style", "idle", "calm", "time-zone", "clock", "locale", "fields", "maps", "times", "calendars",
    ]
    /// The keys of a field or a calendar that do not say where it comes from, or whose URLs and paths are looked at.
    private static let allowedOfSources: Set<String> = [
        "variable", "every", "timeout", "limit", "keep", "stale", "url", "path", "ahead", "history",
    ]

    @Test("every key of a sign file and of its sources is restricted, or may come over the network on purpose")
    func complete() throws {
        let path = PackageFolder.root.appendingPathComponent("docs/sign-file.schema.json")
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any])
        func keys(_ object: Any?) throws -> Set<String> {
            Set(try #require((object as? [String: Any])?["properties"] as? [String: Any]).keys)
        }
        let restricted = Set(RestrictedEntry.keysOfFile)
        try expectEqual(keys(schema), restricted.union(Self.allowedOfFile))
        #expect(restricted.isDisjoint(with: Self.allowedOfFile))
        let parts = try #require(schema["$defs"] as? [String: Any])
        let sources = try keys(parts["field"]).union(keys(parts["calendar"]))
        // Those that read a file or run a program; JSON does where it is no URL.
        let restrictedOfSources = Set(RestrictedEntry.keysOfSources + ["json"])
        expectEqual(sources, restrictedOfSources.union(Self.allowedOfSources))
    }

    @Test("what a running sign cannot take over is never saved: each such key is restricted")
    func restart() throws {
        let old = try SignFile(parsing: "message: A\n", path: "s.yaml")
        let changes = [
            "board: b", "stall: 0", "control: {socket: none}", "http: {}", "mqtt: {broker: \"mqtt://h\"}",
            "pixels: {}", "hands: {buttons: [{line: 4, action: next}]}", "cues: {bell: {line: 17}}",
            "wall: {x: 0, y: 0, width: 64, height: 8}",
        ]
        for change in changes {
            let new = try SignFile(parsing: change + "\nmessage: A\n", path: "s.yaml")
            expectEqual(new.changesForRestart(since: old).count, 1, "\(change)")
            try expectEqual(places(change + "\nmessage: A\n", since: "message: A\n").count, 1, "\(change)")
            try expectEqual(places("message: A\n", since: change + "\nmessage: A\n"), ["1:1+1"], "\(change)")
        }
        expectEqual(Set(RestrictedEntry.keysOfFile), Set(changes.map { String($0.prefix { $0 != ":" }) }))
    }

    /// Every place where a file names a server.
    private static let servers: [(addition: String, place: String)] = [
        ("fields:\n  a: {url: \"http://h/a\"}\nmessage: A\n", "2:12+12"),
        ("fields:\n  image: {url: \"http://h/a\"}\nmessage: A\n", "2:16+12"),
        ("fields:\n  a: {json: \"http://h/a\", every: 5s}\nmessage: A\n", "2:13+12"),
        ("calendars: {a: {url: \"http://h/a\"}}\nmessage: A\n", "1:22+12"),
        ("message: {image: \"http://h/a\"}\n", "1:18+12"),
        ("messages:\n  - A\n  - image: http://h/a\n", "3:12+10"),
        ("message: A\nidle: {image: http://h/a}\n", "2:15+10"),
        ("messages:\n  - tronbyt: http://h/a\n", "2:14+10"),
        ("zones: [{area: {x: 0, y: 0, width: 8, height: 8}, message: {image: http://h/a}}]\n", "1:68+10"),
    ]

    @Test("a URL that is new needs urls: yes; one that the saved file has may stay and move", arguments: servers)
    func urls(text: String, place: String) throws {
        let found = try fixture.violations(text, since: "message: A\n")
        expectEqual(found.map(\.place), [place])
        #expect(found.first?.message.contains("\"http://h/a\" is new") ?? false)
        #expect(found.first?.message.contains("urls: yes") ?? false)
        try expectEqual(places(text, since: nil), [place])
        try expectEqual(fixture.violations(text, since: "message: A\n", allowsURLs: true).map(\.place), [])
        for (other, _) in Self.servers { try expectEqual(places(text, since: other), []) }
        try expectEqual(places(text.replacingOccurrences(of: "h/a", with: "h/b"), since: text), [place])
    }

    @Test("names that people chose are no keys")
    func names() throws {
        let old = "message: A\n"
        let new =
            "fields: {file: {variable: x}, command: {variable: y}}\ncalendars: {shell: {path: a.ics}}\nmessage: A\n"
        try expectEqual(places(new, since: old), [])
    }

    @Test("all of them are found at once, in the order of the file, with words that say what to do")
    func all() throws {
        let new = "message: <image=/etc/x>\nboard: b\nfields:\n  a: {shell: x}\n"
        let found = try fixture.violations(new, since: "message: A\n")
        expectEqual(found.map(\.place), ["1:10+14", "2:1+5", "4:7+5"])
        expectEqual(
            found.map(\.message),
            [
                "the image \"/etc/x\" is outside the folder of the sign file: it begins with a slash; give a path within the "
                    + "folder of the sign file, without \"..\"",
                "\"board\" is new, and over the network it cannot be added because it says how the hardware is wired; "
                    + "remove it, or edit the file on the machine of the sign",
                "\"shell\" is new, and over the network it cannot be added because it runs a program; remove it, or edit "
                    + "the file on the machine of the sign",
            ])
    }

    @Test("no example of this project violates against itself")
    func unchanged() throws {
        let folder = PackageFolder.root.appendingPathComponent("Examples")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
        #expect(names.count > 10)
        for name in names {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            try expectEqual(places(text, since: text), [], "\(name)")
            try expectEqual(places("# One more line\n" + text, since: text), [], "\(name)")
        }
    }

    @Test("no file of restricted and other lines in any order violates against itself")
    func shuffled() throws {
        var random = SeededRandom(seed: 7)
        let roots = [
            "board: a\n", "control: {mode: 660}\n", "hands: {buttons: []}\n", "cues: {}\n", "http: yes\n", "mqtt: ~\n",
        ]
        let sources = [
            "{command: [a]}", "{shell: b, folder: /c}", "{file: /d, special: yes}", "{json: e}", "{mqtt: f}",
        ]
        for _ in 0..<300 {
            let fields = sources.shuffled(using: &random).prefix(3).enumerated().map { "  f\($0): \($1)\n" }
            let messages = ["a", "<image=../x>", "{image: /y, font: /z.bdf}"].shuffled(using: &random).map {
                "  - \($0)\n"
            }
            var parts = Array(roots.shuffled(using: &random).prefix(4))
            parts += ["fields:\n" + fields.joined(), "messages:\n" + messages.joined()]
            let old = parts.shuffled(using: &random).joined()
            try expectEqual(places(old, since: old), [], "\(old)")
            try expectEqual(places(parts.shuffled(using: &random).joined(), since: old), [], "\(old)")
        }
    }
}

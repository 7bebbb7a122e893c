import Foundation
import SignFiles
import SignTestSupport
import Testing

@testable import SignServer

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

    @Test("names that people chose are no keys")
    func names() throws {
        let old = "message: A\n"
        let new =
            "fields: {file: {variable: x}, command: {url: \"http://h/\"}}\ncalendars: {shell: {path: a.ics}}\nmessage: A\n"
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

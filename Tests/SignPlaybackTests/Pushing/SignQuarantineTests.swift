import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Messages that are not shown because the program has crashed over them.
@Suite struct SignQuarantineTests {
    /// What has been noted.
    private final class Notes { var marks: [UInt64] = [] }

    private func player(_ text: String, marks: Set<UInt64> = [], notes: Notes = Notes()) throws -> SignPlayer {
        try SignPlayer(
            try SignFile(parsing: text, path: "s.yaml"), size: Size(width: 32, height: 8), fonts: TestFonts.fonts,
            quarantine: MessageQuarantine(marks: marks) { notes.marks.append($0) }, start: .zero)
    }

    private func states(_ player: SignPlayer) -> [String] {
        player.listed(at: .zero).map { ($0.message.name ?? "-") + " " + $0.state.rawValue }
    }

    @Test("the mark is noted before layout and drawing, and cleared afterwards")
    func records() throws {
        let notes = Notes()
        let player = try player("messages: [{name: a, text: A, duration: 1h}]", notes: notes)
        try player.push(
            try SignMessage(parsing: "{text: B, duration: 1h}", for: player.file), zone: nil, mark: 7, at: .zero)
        #expect(notes.marks.contains(7) && notes.marks.last == 0)
        notes.marks = []
        var frame = Frame(size: player.size, format: .mono)
        player.draw(at: .zero, into: &frame)
        expectEqual(notes.marks.count, 2)
        let own = try #require(notes.marks.first)
        #expect(own != 0 && own != 7 && notes.marks.last == 0)
        #expect(player.skip(zone: nil, at: .zero + .seconds(1)))
        player.direct(at: .zero + .seconds(60))
        notes.marks = []
        player.draw(at: .zero + .seconds(60), into: &frame)
        expectEqual(notes.marks, [7, 0])
    }

    @Test("a pushed message in quarantine is listed and not shown, until its content changes")
    func pushed() throws {
        let notes = Notes()
        let player = try player("messages: [{name: a, text: A}]", marks: [7], notes: notes)
        func push(_ mark: UInt64) throws -> Bool {
            let message = try SignMessage(parsing: "{name: b, text: B, priority: 9}", for: player.file)
            return try player.push(message, zone: nil, mark: mark, at: .zero)
        }
        #expect(try !push(7))
        expectEqual(states(player), ["a shown", "b quarantined"])
        #expect(!notes.marks.contains(7))
        #expect(try push(8))
        expectEqual(states(player), ["a interrupted", "b shown"])
    }

    @Test("a message of the file is in quarantine until the file is changed")
    func file() throws {
        let notes = Notes()
        let text = "messages: [{name: a, text: A}, {name: b, text: B}]"
        var frame = Frame(size: Size(width: 32, height: 8), format: .mono)
        try player(text, notes: notes).draw(at: .zero, into: &frame)
        let mark = try #require(notes.marks.last { $0 != 0 })
        let player = try player(text, marks: [mark])
        expectEqual(states(player), ["a quarantined", "b shown"])
        expectEqual(player.listed(at: .zero).first?.words, nil)
        try player.show(try SignFile(parsing: text + " # better", path: "s.yaml"), at: .zero)
        try player.show(
            try SignFile(parsing: "messages: [{name: a, text: AA}, {name: b, text: B}]", path: "s.yaml"), at: .zero)
        #expect(!states(player).contains("a quarantined"))
    }
}

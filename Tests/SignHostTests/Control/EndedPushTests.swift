import Foundation
import PixelGraphics
import Schedules
import SignFiles
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// Pushed messages of a real sign that end by themselves, of which only the loop of the sign knows.
@Suite struct EndedPushTests {
    /// A sign whose service is asked as the loop of a sign asks it: when it is due, and not through a socket.
    private final class Sign {
        let source: SignSource
        let desk: ControlService
        private let states = States()
        private(set) var now = Instant.zero

        private final class States { var last = ControlState() }

        init(_ text: String, isSynchronized: Bool = true) throws {
            let player = try SignPlayer(
                try SignFile(parsing: text, path: "s.yaml"), size: Size(width: 32, height: 8),
                fonts: SignFileLoader.fonts,
                clock: ManualWallClock(wall: WallTime(seconds: 1_800_000_000), isSynchronized: isSynchronized),
                start: .zero)
            source = SignSource(player) { _ in }
            desk = ControlService(
                source, keeping: .init(ControlState()) { [states] in states.last = $0 }, wallTime: { nil })
        }

        /// The names of the messages in the state file.
        var saved: [String] { states.last.messages.map(\.message.name) }

        func ask(_ request: String) -> String { desk.answer(Array(request.utf8), at: now).line }

        func push(_ keys: String, zone: String? = nil) -> String {
            let place = zone.map { "\"zone\":\"\($0)\"," } ?? ""
            return ask("{\"command\":\"push\",\(place)\"message\":{\(keys)}}")
        }

        /// Lets time pass, without a picture or a request.
        func pass(_ milliseconds: Int64) {
            let end = now + .milliseconds(milliseconds)
            while let due = desk.due, due <= end {
                now = max(now, due)
                desk.step(at: now)
            }
            now = end
        }

        /// The names of the pushed messages that are listed.
        var listed: [String] { source.messages(at: now).filter(\.isPushed).compactMap(\.name) }
    }

    private static let plain = "message: Fresh bread\n"
    private static let zones = """
        zones:
          - {name: left, area: {x: 0, y: 0, width: 16, height: 8}, message: {text: L}}
          - {name: right, area: {x: 16, y: 0, width: 16, height: 8}, message: {text: R}}
        """
    private static let fields = "fields: {price: {variable: \"4.20\"}}\n" + plain

    /// Messages that have ended after five seconds.
    private static let ending: [(file: String, keys: String, zone: String?)] = [
        (plain, "\"text\":\"n\",\"duration\":\"1s\",\"priority\":8", nil),
        (plain, "\"text\":\"n\",\"repeat\":1,\"priority\":8", nil),
        (plain, "\"text\":\"n\",\"lifetime\":\"1s\"", nil),
        (plain, "\"text\":\"n\",\"when\":\"2026-01-01\"", nil),
        (plain, "\"text\":\"{clock HH:mm:ss}\",\"duration\":\"1s\",\"priority\":8", nil),
        (plain, "\"parts\":[{\"clock\":\"HH:mm\"}],\"duration\":\"1s\",\"priority\":8", nil),
        (plain, "\"text\":\"n\",\"duration\":\"1s\",\"priority\":8,\"out\":{\"effect\":\"wipe\"}", nil),
        (fields, "\"text\":\"{price}\",\"duration\":\"1s\",\"priority\":8", nil),
        (fields, "\"text\":\"{price}\",\"lifetime\":\"1s\"", nil),
        (zones, "\"text\":\"n\",\"duration\":\"1s\",\"priority\":8", nil),
        (zones, "\"text\":\"n\",\"duration\":\"1s\",\"priority\":8", "right"),
        ("playlist: {order: together}\nmessages: [A, B]\n", "\"text\":\"n\",\"lifetime\":\"1s\"", nil),
    ]

    @Test("a pushed message that has ended is listed and kept no more, though nothing is asked for or drawn")
    func ends() throws {
        for (file, keys, zone) in Self.ending {
            for isSynchronized in [true, false] where isSynchronized || !keys.contains("when") {
                let sign = try Sign(file, isSynchronized: isSynchronized)
                let reply = sign.push(keys + ",\"name\":\"x\"", zone: zone)
                #expect(reply.contains("true"), "\(reply)")
                expectEqual(sign.saved, ["x"], "\(keys)")
                let before = sign.source.newsNumber
                sign.pass(20_000)
                #expect(sign.listed.isEmpty && sign.saved.isEmpty && sign.desk.due == nil, "\(keys)")
                #expect(sign.source.newsNumber != before)
            }
        }
    }

    @Test("an acknowledged message is listed and kept no more")
    func acknowledged() throws {
        let sign = try Sign(Self.plain)
        _ = sign.push("\"text\":\"n\",\"priority\":8")
        expectEqual(sign.saved, ["pushed-1"])
        #expect(sign.ask("{\"command\":\"acknowledge\"}").contains("true"))
        #expect(!sign.ask("{\"command\":\"list\"}").contains("pushed-1"))
        #expect(sign.saved.isEmpty)
        _ = sign.push("\"text\":\"n\",\"priority\":8")
        _ = sign.ask("{\"command\":\"acknowledge\"}")
        // By the loop, without another request.
        sign.desk.step(at: sign.now)
        #expect(sign.listed.isEmpty && sign.saved.isEmpty)
    }

    @Test("however many messages have come and ended, there is room for the next")
    func many() throws {
        let sign = try Sign(Self.plain)
        for number in 1...130 {
            let reply = sign.push("\"text\":\"n\",\"duration\":\"1s\",\"priority\":8")
            #expect(reply.contains("true"), "push \(number): \(reply)")
            // Also where the sign sleeps through the end.
            if number % 2 == 0 { sign.pass(2_400) }
        }
        #expect(sign.ask("{\"command\":\"list\"}").contains("Fresh bread"))
        #expect(sign.listed.isEmpty && sign.saved.isEmpty)
    }

    @Test("messages that go on are kept, and those whose zone is gone from the file are not")
    func kept() throws {
        let sign = try Sign(Self.zones)
        for keys in [
            "\"text\":\"A\",\"duration\":\"1s\"", "\"text\":\"B\",\"repeat\":2",
            "\"text\":\"C\",\"when\":\"2099-01-01\",\"lifetime\":\"1s\"",
        ] {
            #expect(sign.push(keys, zone: "left").contains("true"))
        }
        _ = sign.push("\"text\":\"D\"", zone: "right")
        sign.pass(60_000)
        expectEqual(sign.saved, ["pushed-1", "pushed-2", "pushed-3", "pushed-4"])
        expectEqual(sign.listed, sign.saved)
        let wider = Self.zones.replacing(
            "width: 16, height: 8}, message: {text: L}", with: "width: 15, height: 8}, message: {text: L}")
        try sign.source.player.show(try SignFile(parsing: wider, path: "s.yaml"), at: sign.now)
        sign.pass(1_000)
        expectEqual(sign.listed, ["pushed-1", "pushed-2", "pushed-3", "pushed-4"])
        try sign.source.player.show(try SignFile(parsing: Self.plain, path: "s.yaml"), at: sign.now)
        sign.desk.step(at: sign.now)
        #expect(sign.listed.isEmpty && sign.saved.isEmpty)
    }
}

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
    /// A sign that is asked as its loop asks it: when it is due, and not through a socket.
    private final class Stage {
        let bench: SignBench
        var sign: Sign { bench.sign }
        private let states = States()
        private(set) var now = Instant.zero

        private final class States { var last = ControlState() }

        init(_ text: String, isSynchronized: Bool = true) throws {
            let store = SignStore { [states] in states.last = $0 }
            let clock = ManualWallClock(wall: WallTime(seconds: 1_800_000_000), isSynchronized: isSynchronized)
            bench = try SignBench(text, clock: clock, store: store)
        }

        /// The names of the messages in the state file.
        var saved: [String] { states.last.messages.map(\.message.name) }

        func ask(_ request: String) -> String { bench.ask(request, at: now) }

        func push(_ keys: String, zone: String? = nil) -> String { bench.push(keys, zone: zone, at: now) }

        /// Lets time pass, without a picture or a request; returns when the sign is to be asked again.
        @discardableResult
        func pass(_ milliseconds: Int64) -> Instant {
            let end = now + .milliseconds(milliseconds)
            var due = sign.step(at: now)
            while due <= end {
                now = max(now, due)
                due = sign.step(at: now)
            }
            now = end
            return due
        }

        /// The names of the pushed messages that are listed.
        var listed: [String] { bench.pushed(at: now) }
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
                let stage = try Stage(file, isSynchronized: isSynchronized)
                let reply = stage.push(keys + ",\"name\":\"x\"", zone: zone)
                #expect(reply.contains("true"), "\(reply)")
                expectEqual(stage.saved, ["x"], "\(keys)")
                let before = stage.sign.revision
                let due = stage.pass(20_000)
                #expect(stage.listed.isEmpty && stage.saved.isEmpty && due == .distantFuture, "\(keys)")
                #expect(stage.sign.revision != before)
            }
        }
    }

    @Test("an acknowledged message is listed and kept no more")
    func acknowledged() throws {
        let stage = try Stage(Self.plain)
        _ = stage.push("\"text\":\"n\",\"priority\":8")
        expectEqual(stage.saved, ["pushed-1"])
        #expect(stage.ask("{\"command\":\"acknowledge\"}").contains("true"))
        #expect(!stage.ask("{\"command\":\"list\"}").contains("pushed-1"))
        #expect(stage.saved.isEmpty)
        _ = stage.push("\"text\":\"n\",\"priority\":8")
        _ = stage.ask("{\"command\":\"acknowledge\"}")
        // By the loop, without another request.
        _ = stage.sign.step(at: stage.now)
        #expect(stage.listed.isEmpty && stage.saved.isEmpty)
    }

    @Test("however many messages have come and ended, there is room for the next")
    func many() throws {
        let stage = try Stage(Self.plain)
        for number in 1...130 {
            let reply = stage.push("\"text\":\"n\",\"duration\":\"1s\",\"priority\":8")
            #expect(reply.contains("true"), "push \(number): \(reply)")
            // Also where the sign sleeps through the end.
            if number % 2 == 0 { stage.pass(2_400) }
        }
        #expect(stage.ask("{\"command\":\"list\"}").contains("Fresh bread"))
        #expect(stage.listed.isEmpty && stage.saved.isEmpty)
    }

    @Test("messages that go on are kept, and those whose zone is gone from the file are not")
    func kept() throws {
        let stage = try Stage(Self.zones)
        for keys in [
            "\"text\":\"A\",\"duration\":\"1s\"", "\"text\":\"B\",\"repeat\":2",
            "\"text\":\"C\",\"when\":\"2099-01-01\",\"lifetime\":\"1s\"",
        ] {
            #expect(stage.push(keys, zone: "left").contains("true"))
        }
        _ = stage.push("\"text\":\"D\"", zone: "right")
        stage.pass(60_000)
        expectEqual(stage.saved, ["pushed-1", "pushed-2", "pushed-3", "pushed-4"])
        expectEqual(stage.listed, stage.saved)
        let wider = Self.zones.replacing(
            "width: 16, height: 8}, message: {text: L}", with: "width: 15, height: 8}, message: {text: L}")
        try stage.sign.player.show(try SignFile(parsing: wider, path: "s.yaml"), at: stage.now)
        stage.pass(1_000)
        expectEqual(stage.listed, ["pushed-1", "pushed-2", "pushed-3", "pushed-4"])
        try stage.sign.player.show(try SignFile(parsing: Self.plain, path: "s.yaml"), at: stage.now)
        _ = stage.sign.step(at: stage.now)
        #expect(stage.listed.isEmpty && stage.saved.isEmpty)
    }
}

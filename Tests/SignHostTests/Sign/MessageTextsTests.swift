import Foundation
import PixelGraphics
import Settings
import SignFiles
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// Signs with one message: its texts come from a descriptor or a file, and its cycles end it.
@Suite struct MessageTextsTests {
    private static let size = Size(width: 32, height: 8)

    private func sign(_ origin: TextFeed.Origin, _ message: String = "{}", rounds: Int? = nil) throws -> Sign {
        let keys = try #require(try JSONValue(parsing: Array(message.utf8)).members)
        let playlist = rounds.map { JSONMember("playlist", .object([JSONMember("repeat", .integer($0))])) }
        let feed = try TextFeed(origin)
        let file = try SignFile(message: keys, [playlist].compactMap { $0 }).showing(feed.first)
        let player = try SignPlayer(file, size: Self.size, fonts: SignFileLoader.fonts, start: .zero)
        return Sign(player, .init(texts: feed)) { _ in }
    }

    private func picture(_ sign: Sign, at milliseconds: Int64) -> String {
        let instant = Instant.zero + .milliseconds(milliseconds)
        sign.player.direct(at: instant)
        var frame = Frame(size: Self.size, format: .mono)
        sign.content.draw(at: instant, into: &frame)
        return art(frame.canvas)
    }

    /// The picture of a text that stands.
    private func still(_ text: String) throws -> String { picture(try sign(.text(text)), at: 0) }

    private static let dark = art(MonoBitmap(size: size))

    @Test("each line takes the place of the one before; the sign is dark until the first, and after an empty one")
    func lines() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let sign = try sign(.lines(descriptor: descriptor))
        expectEqual(picture(sign, at: 0), Self.dark)
        var time = Int64(0)
        for (lines, shown) in [("one\n", "one"), ("two\nthree\n", "three"), ("\n", ""), ("four\n", "four")] {
            time += 1_000
            #expect(sign.descriptors.contains(descriptor))
            try pipe.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
            sign.takeChanges(at: .zero + .milliseconds(time))
            let expected = try shown.isEmpty ? Self.dark : still(shown)
            expectEqual(picture(sign, at: time), expected, "\(shown)")
        }
        #expect(sign.problem == nil && !sign.reloadsAtHangup)
    }

    @Test("before an empty line, a text that moves goes off the sign and does not vanish")
    func movingOff() throws {
        let pipe = Pipe()
        let sign = try sign(.lines(descriptor: pipe.fileHandleForReading.fileDescriptor))
        try pipe.fileHandleForWriting.write(contentsOf: Data("Fresh bread until noon\n".utf8))
        sign.takeChanges(at: .zero)
        #expect(picture(sign, at: 100) != Self.dark)
        try pipe.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        sign.takeChanges(at: .zero + .milliseconds(1_000))
        #expect(picture(sign, at: 1_100) != Self.dark)
        // At 30 px/s a text of at most 200 px is gone in 8 s.
        expectEqual(picture(sign, at: 9_000), Self.dark)
    }

    @Test("a file that cannot be read any more leaves the text, with a problem")
    func fileGone() throws {
        let folder = try ScratchFolder()
        let path = folder.path("news.txt")
        try Data("one\n".utf8).write(to: URL(fileURLWithPath: path))
        let sign = try sign(.file(path: path))
        let one = try still("one")
        expectEqual(picture(sign, at: 0), one)
        try FileManager.default.removeItem(atPath: path)
        var time = Int64(0)
        while sign.problem == nil, time < 60_000 {
            var waiting = sign.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            #expect(poll(&waiting, nfds_t(waiting.count), Polling.timeout) > 0)
            time += 1_000
            sign.takeChanges(at: .zero + .milliseconds(time))
        }
        expectEqual(
            sign.problem,
            "keeping the previous sign: the text file \(path) cannot be read: No such file or directory; check the path"
        )
        expectEqual(picture(sign, at: time), one)
    }

    @Test(
        "--repeat: the sign ends with its cycles, whichever way they go; what stands or has no speed is read that often",
        arguments: [
            (#""scroll": "always", "cycle": "2s", "repeat": 3"#, 6_000),
            (#""scroll": "always", "cycle": "2s", "direction": "right", "repeat": 3"#, 6_000),
            (#""scroll": "always", "cycle": "2s", "bounce": true, "repeat": 2"#, 4_000),
            // A second, and 60 ms for each of two letters.
            (#""repeat": 3"#, 3_360), (#""scroll": "always", "speed": 0, "repeat": 2"#, 2_240),
        ])
    func cycles(keys: String, milliseconds: Int64) throws {
        let once = try sign(.text("OK"), "{\(keys)}", rounds: 1)
        // Positions are multiples of 1/65536 pixel, which takes up to 2 us.
        let end = try #require(once.end)
        let early = Instant.zero + .milliseconds(milliseconds) - end
        #expect(early >= .zero && early <= .microseconds(2))
        #expect(try sign(.text("OK")).end == nil)
        // Without texts of its own it is a sign file, which does not end.
        #expect(Sign(once.player) { _ in }.end == nil)
    }
}

import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// A stream and the brightness of the sign: it goes through it, and lights a sign that was switched off.
@Suite struct SignStreamBrightnessTests {
    private func percent(_ sign: SignStage, at milliseconds: Int64) -> Int {
        sign.player.direct(at: sign.instant(milliseconds))
        var frame = Frame(size: sign.player.size, format: sign.format)
        sign.player.draw(at: sign.instant(milliseconds), into: &frame)
        return frame.brightness.percent
    }

    @Test("a stream is as bright as the sign")
    func same() throws {
        let sign = try SignStage("brightness: 30\nmessage: A\npixels: {}\n")
        sign.stream(StreamArt.frame, at: 0)
        expectEqual(percent(sign, at: 10), 30)
        sign.player.setBrightness(7, at: sign.instant(20))
        expectEqual(percent(sign, at: 20), 7)
        sign.stream(StreamArt.diagonal, at: 30)
        expectEqual(percent(sign, at: 30), 7)
    }

    @Test("a stream lights a sign that was switched off, to the brightness of its file, until it ends")
    func wakes() throws {
        let sign = try SignStage("brightness: 30\nmessage: A\npixels: {}\n")
        sign.player.setBrightness(0, at: sign.instant(0))
        expectEqual(percent(sign, at: 10), 0)
        sign.stream(StreamArt.frame, at: 20)
        expectEqual(percent(sign, at: 20), 30)
        #expect(!sign.player.isBrightnessAutomatic)
        sign.endStream(at: 30)
        expectEqual(percent(sign, at: 30), 0)
    }

    @Test("it does not with `wakes: no`, and changes no brightness but 0")
    func sleeps() throws {
        let no = try SignStage("brightness: 30\nmessage: A\npixels: {wakes: no}\n")
        no.player.setBrightness(0, at: no.instant(0))
        no.stream(StreamArt.frame, at: 20)
        expectEqual(percent(no, at: 20), 0)
        let dim = try SignStage("brightness: 30\nmessage: A\npixels: {}\n")
        dim.player.setBrightness(1, at: dim.instant(0))
        dim.stream(StreamArt.frame, at: 20)
        expectEqual(percent(dim, at: 20), 1)
    }

    @Test("a sign that is switched off during a stream stays dark until the next one")
    func switchedOff() throws {
        let sign = try SignStage("brightness: 30\nmessage: A\npixels: {}\n")
        sign.stream(StreamArt.frame, at: 0)
        sign.player.setBrightness(0, at: sign.instant(100))
        sign.stream(StreamArt.diagonal, at: 200)
        expectEqual(percent(sign, at: 200), 0)
        sign.endStream(at: 300)
        sign.stream(StreamArt.frame, at: 400)
        expectEqual(percent(sign, at: 400), 30)
        sign.player.setBrightness(0, at: sign.instant(500))
        expectEqual(percent(sign, at: 500), 0)
    }

    @Test("a sign that its schedule keeps dark stays dark, and gets light when the schedule says so")
    func schedule() throws {
        // The clock of the stage begins at 2026-01-01T12:00Z.
        let text = "time-zone: UTC\nbrightness: {\"11:00\": 0, \"12:01\": 20}\nmessage: A\npixels: {}\n"
        let sign = try SignStage(text)
        sign.player.setBrightness(0, at: sign.instant(0))
        sign.stream(StreamArt.frame, at: 100)
        expectEqual(percent(sign, at: 100), 0)
        expectEqual(percent(sign, at: 59_999), 0)
        expectEqual(percent(sign, at: 60_000), 20)
    }

    @Test("while something more urgent is shown, the sign is off as it was")
    func covered() throws {
        let sign = try SignStage("brightness: 30\nmessage: A\npixels: {}\n")
        sign.player.setBrightness(0, at: sign.instant(0))
        sign.stream(StreamArt.frame, at: 100)
        try sign.push("name: u, text: U, priority: 9", at: 200)
        expectEqual(percent(sign, at: 200), 0)
        #expect(sign.remove("u", at: 300))
        expectEqual(percent(sign, at: 300), 30)
    }
}

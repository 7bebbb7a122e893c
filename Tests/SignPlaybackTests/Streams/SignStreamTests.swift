import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Pixels from the network: a message like any other, whose picture is another one whenever it comes.
@Suite struct SignStreamTests {
    private static let message = "message: {name: m, text: Fresh bread until noon, speed: 25}\n"
    private static let zones = """
        zones:
          - {name: left, area: {x: 0, y: 0, width: 16, height: 8}, message: {name: l, text: Left and on, speed: 25}}
          - {name: right, area: {x: 16, y: 0, width: 16, height: 8}, message: {name: r, text: Right and on, speed: 25}}

        """

    @Test("C6: a stream takes the sign from its first picture on; what it covered resumes at its exact pixel")
    func resumes() throws {
        let undisturbed = try SignStage(Self.message)
        let sign = try SignStage(Self.message + "pixels: {}\n")
        expectEqual(sign.picture(at: 1_000), undisturbed.picture(at: 1_000))
        sign.stream(StreamArt.frame, at: 1_000)
        expectEqual(sign.picture(at: 1_000), StreamArt.frame)
        expectEqual(sign.picture(at: 2_500), StreamArt.frame)
        sign.stream(StreamArt.diagonal, at: 2_500)
        expectEqual(sign.picture(at: 2_500), StreamArt.diagonal)
        sign.endStream(at: 4_210)
        for time in stride(from: Int64(4_210), to: 9_000, by: 40) {
            expectEqual(sign.picture(at: time), undisturbed.picture(at: time - 3_210), "at \(time)")
        }
    }

    @Test("every picture is another revision, so that what was drawn ahead is replaced; none while it is covered")
    func revisions() throws {
        let sign = try SignStage(Self.message + "pixels: {priority: 5}\n")
        sign.stream(StreamArt.frame, at: 100)
        let begun = sign.player.revision
        sign.stream(StreamArt.diagonal, at: 110)
        expectEqual(sign.player.revision, begun + 1)
        #expect(sign.player.nextChange(after: sign.instant(110)) == nil)
        try sign.push("name: u, text: U, priority: 9", at: 200)
        let covered = sign.player.revision
        sign.stream(StreamArt.frame, at: 210)
        expectEqual(sign.player.revision, covered)
        #expect(sign.remove("u", at: 300))
        expectEqual(sign.picture(at: 300), StreamArt.frame)
    }

    @Test("a stream decides nothing after its first picture")
    func decisions() throws {
        let sign = try SignStage(Self.message + "pixels: {}\n")
        sign.stream(StreamArt.frame, at: 100)
        let decisions = sign.player.decisions
        for time in Int64(101)...160 {
            sign.stream(StreamArt.diagonal, at: time)
            _ = sign.picture(at: time)
        }
        expectEqual(sign.player.decisions, decisions)
    }

    @Test("C6: an urgent message pre-empts a stream, which goes on with its newest picture")
    func urgent() throws {
        let sign = try SignStage(Self.message + "pixels: {priority: 5}\n")
        sign.stream(StreamArt.frame, at: 0)
        try sign.push("name: u, text: U, priority: 9, duration: 1s", at: 500)
        try expectEqual(sign.picture(at: 600), SignStage("message: U").picture(at: 0))
        expectEqual(sign.states(at: 600), ["m interrupted", "- pushed interrupted", "u pushed shown"])
        sign.stream(StreamArt.diagonal, at: 700)
        #expect(sign.picture(at: 1_499) != StreamArt.diagonal)
        expectEqual(sign.picture(at: 1_500), StreamArt.diagonal)
    }

    @Test("C6: a stream without urgency waits for what is more urgent, and takes turns with its equals")
    func turns() throws {
        let sign = try SignStage("message: {name: m, text: A, priority: 3}\npixels: {priority: 0}\n")
        sign.stream(StreamArt.frame, at: 0)
        expectEqual(sign.states(at: 100), ["m shown", "- pushed interrupted"])
        let equal = try SignStage("message: {name: m, text: A, duration: 2s}\npixels: {priority: 0}\n")
        equal.stream(StreamArt.frame, at: 0)
        expectEqual(equal.states(at: 100), ["m shown", "- pushed waiting"])
        expectEqual(equal.picture(at: 2_000), StreamArt.frame)
        expectEqual(equal.picture(at: 11_999), StreamArt.frame)
        expectEqual(equal.states(at: 12_000), ["m shown", "- pushed waiting"])
    }

    @Test("a playlist with a last round ends, and the stream goes on", arguments: [0, 5])
    func rounds(priority: Int) throws {
        let sign = try SignStage(
            "playlist: {repeat: 1}\nmessages: [{name: m, text: A, duration: 2s}]\npixels: {priority: \(priority)}\n")
        sign.stream(StreamArt.frame, at: 0)
        for second in stride(from: Int64(15), through: 60, by: 5) {
            expectEqual(sign.picture(at: 1_000 * second), StreamArt.frame, "after \(second) s")
        }
        sign.endStream(at: 61_000)
        expectEqual(sign.states(at: 64_000), ["m off"])
    }

    @Test("a forecast leaves out a stream, whose end is unknown")
    func forecast() throws {
        let sign = try SignStage("message: {name: m, text: A}\npixels: {}\n")
        sign.stream(StreamArt.frame, at: 0)
        expectEqual(sign.player.forecastSubject(at: sign.instant(10)).messages.count, 1)
    }

    @Test("C6: a stream in a zone leaves the others alone")
    func zone() throws {
        let undisturbed = try SignStage(Self.zones)
        let sign = try SignStage(Self.zones + "pixels: {zone: right}\n")
        expectEqual(sign.player.streamSize, Size(width: 16, height: 8))
        sign.stream(StreamArt.block, at: 1_000)
        for time in stride(from: Int64(1_000), to: 3_000, by: 40) {
            let columns = sign.columns(at: time)
            expectEqual(Array(columns[..<16]), Array(undisturbed.columns(at: time)[..<16]), "at \(time)")
            expectEqual(Array(columns[16...]), SignStage.columns(StreamArt.block), "at \(time)")
        }
        sign.endStream(at: 3_000)
        for time in stride(from: Int64(3_000), to: 5_000, by: 40) {
            let columns = sign.columns(at: time)
            expectEqual(Array(columns[..<16]), Array(undisturbed.columns(at: time)[..<16]), "at \(time)")
            expectEqual(Array(columns[16...]), Array(undisturbed.columns(at: time - 2_000)[16...]), "at \(time)")
        }
    }

    @Test("C6: without a zone a stream covers all zones, and each resumes where it stood")
    func whole() throws {
        let undisturbed = try SignStage(Self.zones)
        let sign = try SignStage(Self.zones + "pixels: {}\n")
        expectEqual(sign.player.streamSize, Size(width: 32, height: 8))
        sign.stream(StreamArt.frame, at: 1_000)
        expectEqual(sign.picture(at: 3_000), StreamArt.frame)
        expectEqual(sign.states(at: 3_000), ["l interrupted", "r interrupted", "- pushed shown"])
        sign.endStream(at: 3_000)
        expectEqual(sign.states(at: 3_000), ["l shown", "r shown"])
        for time in stride(from: Int64(3_000), to: 5_000, by: 40) {
            expectEqual(sign.picture(at: time), undisturbed.picture(at: time - 2_000), "at \(time)")
        }
    }

    @Test("a mono panel is lit where a pixel is at least half as bright as white")
    func halves() throws {
        let sign = try SignStage("message: A\npixels: {}\n", size: Size(width: 4, height: 1))
        var picture = RGBBitmap(size: Size(width: 4, height: 1))
        // Luma 127, 128, 76 (red) and 150 (green), by the weights of ITU-R BT.601.
        let bytes: [UInt8] = [127, 127, 127, 128, 128, 128, 255, 0, 0, 0, 255, 0]
        bytes.withUnsafeBytes { picture.store($0) }
        sign.player.showStream(picture, at: sign.instant(0))
        expectEqual(sign.picture(at: 0), ".#.#")
    }

    @Test("an RGB panel shows the colours as they came; pixels that never came are black")
    func colors() throws {
        let size = Size(width: 3, height: 2)
        let sign = try SignStage("message: A\npixels: {}\n", size: size, format: .rgb)
        var picture = RGBBitmap(size: size)
        ([1, 2, 3, 4, 5, 6] as [UInt8]).withUnsafeBytes { picture.store($0, from: 2) }
        ([9, 9, 9] as [UInt8]).withUnsafeBytes { picture.store($0, from: 6) }
        ([9, 9, 9] as [UInt8]).withUnsafeBytes { picture.store($0, from: -1) }
        sign.player.showStream(picture, at: sign.instant(0))
        sign.player.direct(at: sign.instant(0))
        var frame = Frame(size: size, format: .rgb)
        sign.player.draw(at: sign.instant(0), into: &frame)
        let expected: [Color] = [
            .black, .black, Color(red: 1, green: 2, blue: 3), Color(red: 4, green: 5, blue: 6), .black, .black,
        ]
        expectEqual(frame.canvas.rgb.pixels, expected)
    }

    @Test("a sign file without `pixels` shows no stream")
    func nothing() throws {
        let sign = try SignStage(Self.message)
        let undisturbed = try SignStage(Self.message)
        #expect(sign.player.streamSize == nil)
        sign.stream(StreamArt.frame, at: 100)
        #expect(!sign.player.hasStream)
        expectEqual(sign.picture(at: 200), undisturbed.picture(at: 200))
    }

    @Test("a stream is listed with its priority, and cannot be removed as a pushed message can")
    func listed() throws {
        let sign = try SignStage("message: {name: m, text: A}\npixels: {priority: 4}\n")
        sign.stream(StreamArt.frame, at: 0)
        let listed = sign.player.listed(at: sign.instant(10))
        expectEqual(listed.map(\.message.title), ["A", "network pixels"])
        expectEqual(listed.map(\.message.priority), [0, 4])
        expectEqual(listed.map(\.state), [.interrupted, .shown])
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(10)), [])
        #expect(!sign.remove("network pixels", at: 20))
        expectEqual(sign.picture(at: 20), StreamArt.frame)
    }

    @Test("a stream that was acknowledged stays away until it has ended; the next one is shown")
    func acknowledged() throws {
        let sign = try SignStage("message: {name: m, text: A}\npixels: {}\n")
        sign.stream(StreamArt.frame, at: 0)
        #expect(sign.player.acknowledge(zone: nil, at: sign.instant(100)))
        sign.stream(StreamArt.diagonal, at: 200)
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(200)), [])
        expectEqual(sign.states(at: 200), ["m shown", "- pushed off"])
        sign.endStream(at: 300)
        sign.stream(StreamArt.frame, at: 400)
        expectEqual(sign.picture(at: 400), StreamArt.frame)
    }

    @Test("a changed file keeps the stream, also where the sign gets zones or loses them")
    func reload() throws {
        let pixels = "pixels: {}\n"
        let sign = try SignStage(Self.message + pixels)
        sign.stream(StreamArt.frame, at: 0)
        try sign.show(Self.zones + pixels, at: 500)
        expectEqual(sign.picture(at: 500), StreamArt.frame)
        sign.stream(StreamArt.diagonal, at: 600)
        expectEqual(sign.picture(at: 600), StreamArt.diagonal)
        try sign.show("message: {name: m, text: A}\n" + pixels, at: 700)
        expectEqual(sign.picture(at: 700), StreamArt.diagonal)
        sign.endStream(at: 800)
        expectEqual(sign.states(at: 800), ["m shown"])
    }
}

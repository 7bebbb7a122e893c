import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

@Suite("Frames of the live view")
struct LiveFrameTests {
    private func bytes(_ frame: LiveFrame, _ picture: LivePicture) -> [UInt8] {
        var bytes: [UInt8] = []
        frame.append(picture, to: &bytes)
        expectEqual(bytes.count, frame.byteCount)
        return bytes
    }

    private func picture(_ frame: Frame, due: Int64 = 0, number: UInt32 = 0) -> LivePicture {
        var picture = LivePicture()
        picture.fill(from: frame, due: Instant(nanoseconds: due), number: number)
        return picture
    }

    @Test("the head and the colours are where the contract says")
    func layout() throws {
        var frame = Frame(size: Size(width: 3, height: 2), format: .rgb)
        frame.brightness = Brightness(percent: 60)
        let dark = picture(frame)
        frame.canvas.fill(Rectangle(x: 1, y: 1, width: 2, height: 1), with: Ink(Color(rawValue: 0xAA_BB_CC)))
        let lit = picture(frame, due: 0x0102_0304_0506 * 1_000 + 999, number: 0xF1F2_F3F4)
        let change = try #require(LiveFrame(lit, since: dark))
        expectEqual(
            bytes(change, lit),
            [
                1, 60, 0, 0, 0xF1, 0xF2, 0xF3, 0xF4, 0, 0, 1, 2, 3, 4, 5, 6, 0, 1, 0, 1, 0, 2, 0, 1, 0xAA, 0xBB, 0xCC,
                0xAA, 0xBB, 0xCC,
            ])
        var whole = [UInt8](repeating: 0, count: 42)
        (whole[0], whole[1], whole[21], whole[23]) = (1, 60, 3, 2)
        expectEqual(bytes(LiveFrame(whole: dark), dark), whole)
    }

    @Test("a change of brightness alone is a head, and no change is nothing")
    func headAlone() throws {
        var frame = Frame(size: Size(width: 3, height: 2), format: .mono)
        let before = picture(frame)
        frame.brightness = Brightness(percent: 0)
        let after = picture(frame, number: 2)
        let change = try #require(LiveFrame(after, since: before))
        expectEqual(bytes(change, after), [3, 0, 0, 0, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 16))
        #expect(LiveFrame(after, since: after) == nil)
    }

    @Test("the sizes are those of the contract")
    func sizes() {
        for (width, height, format, count) in [
            (64, 32, Canvas.Format.rgb, 6_168), (32, 8, .mono, 56), (128, 64, .rgb, 24_600), (9, 3, .mono, 30),
        ] {
            let whole = picture(Frame(size: Size(width: width, height: height), format: format))
            expectEqual(bytes(LiveFrame(whole: whole), whole).count, count)
        }
    }

    @Test("times before the clock's zero count as zero")
    func negativeTimes() {
        let early = picture(Frame(size: .zero, format: .rgb), due: -5_000_000)
        expectEqual(bytes(LiveFrame(whole: early), early), [1, 100] + [UInt8](repeating: 0, count: 22))
    }

    @Test("who applies every frame that was sent has the picture, whatever changed and whatever was skipped")
    func reproduces() {
        var random = SeededRandom(seed: 15)
        for format in [Canvas.Format.rgb, .mono] {
            for (width, height) in [(1, 1), (8, 8), (17, 5), (64, 32), (33, 70)] {
                var frame = Frame(size: Size(width: width, height: height), format: format)
                var screen = LiveScreen()
                var seen = picture(frame)
                screen.receive(bytes(LiveFrame(whole: seen), seen))
                for number in UInt32(1)...80 {
                    frame.changeAtRandom(&random)
                    // Every third one is skipped on average: the next one has its changes too.
                    if Int.random(in: 0..<3, using: &random) == 0 { continue }
                    let now = picture(frame, number: number)
                    if let change = LiveFrame(now, since: seen) { screen.receive(bytes(change, now)) }
                    seen = now
                    #expect(screen.shows(frame))
                }
                expectEqual(screen.faults, [])
            }
        }
    }
}

import Marquee
import PixelGraphics
import SignFiles
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// Pixels from the network between their arrival and the panel.
@Suite struct StreamDrawingTests {
    private let size = Size(width: 32, height: 8)

    private func sign() throws -> Sign {
        let text = "message: {text: Fresh bread until noon, speed: 60}\npixels: {}\n"
        let file = try SignFile(parsing: text, path: "s.yaml")
        let player = try SignPlayer(file, size: size, fonts: SignFileLoader.fonts, start: .zero)
        return Sign(player) { _ in }
    }

    private func picture(_ level: UInt8) -> RGBBitmap {
        var picture = RGBBitmap(size: size)
        [UInt8](repeating: level, count: 3 * size.width * size.height).withUnsafeBytes { picture.store($0) }
        return picture
    }

    @Test("a picture is drawn at once, in place of those that were drawn ahead and not shown yet")
    func ahead() throws {
        let sign = try sign()
        var frames = Presenter(sign.content, size: size, format: .rgb)
        let begun = frames.draw(at: at(0), isPending: false)
        let first = try #require(begun)
        var ahead: [Instant] = []
        while let drawn = frames.drawNext(after: first.due), ahead.count < 8 { ahead.append(drawn.due) }
        expectEqual(ahead.count, 8)
        for (time, level) in [(Int64(20), UInt8(200)), (25, 90), (31, 7)] {
            sign.showStream(picture(level), at: at(time))
            expectEqual(frames.wake(at: at(time), isPending: true), Instant(nanoseconds: .min))
            let drawn = frames.draw(at: at(time), isPending: true)
            expectEqual(drawn?.due, at(time))
            #expect(drawn != nil && drawn?.next == nil)
            expectEqual(frames.frame.canvas.rgb[31, 7], Color(red: level, green: level, blue: level))
        }
        sign.endStream(at: at(40))
        let text = frames.draw(at: at(40), isPending: true)
        expectEqual(text?.due, at(40))
        #expect(text?.next != nil)
    }

    @Test("a picture from its arrival to the frame takes no memory")
    func memory() throws {
        let sign = try sign()
        var frames = Presenter(sign.content, size: size, format: .rgb)
        let pictures = [picture(1), picture(2)]
        sign.showStream(pictures[0], at: at(0))
        _ = frames.draw(at: at(0), isPending: false)
        var drawn = 0
        let count = allocations {
            for number in 1..<100 {
                sign.showStream(pictures[number & 1], at: at(16 * Int64(number)))
                if frames.draw(at: at(16 * Int64(number)), isPending: false) != nil { drawn += 1 }
            }
        }
        expectEqual(drawn, 99)
        expectEqual(count, 0)
    }
}

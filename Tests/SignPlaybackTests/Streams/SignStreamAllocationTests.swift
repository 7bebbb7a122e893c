import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Pixels from the network in the frame path take no memory.
@Suite struct SignStreamAllocationTests {
    private static let plain = "message: {text: Fresh bread, speed: 30}\npixels: {}\n"
    private static let zoned = """
        zones:
          - {name: left, area: {width: 64, height: 64}, message: Left}
          - {name: right, area: {x: 64, width: 64, height: 64}, message: Right}
        pixels: {zone: right}

        """

    @Test("filling a picture, showing it and drawing it allocate nothing", arguments: [plain, zoned])
    func nothing(_ text: String) throws {
        for format in [Canvas.Format.mono, .rgb] {
            let sign = try SignStage(text, size: Size(width: 128, height: 64), format: format)
            let size = try #require(sign.player.streamSize)
            var picture = RGBBitmap(size: size)
            var shown = RGBBitmap(size: size)
            var bytes = [UInt8](repeating: 0, count: 3 * size.width * size.height)
            var frame = Frame(size: sign.player.size, format: format)
            var count: UInt64 = 0
            for number in 0..<60 {
                for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index &+ 7 &* number) }
                let instant = sign.instant(Int64(number) * 16)
                let taken = allocations {
                    bytes.withUnsafeBytes { picture.store($0) }
                    shown.copyPixels(of: picture)
                    sign.player.showStream(shown, at: instant)
                    sign.player.direct(at: instant)
                    frame.canvas.clear()
                    sign.player.draw(at: instant, into: &frame)
                    _ = sign.player.nextChange(after: instant)
                }
                // The stream begins with the first picture.
                if number > 0 { count += taken }
            }
            expectEqual(count, 0, "\(format)")
        }
    }
}

import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct MAX7219EncoderTests {
    /// An encoder that has encoded its start, and its message.
    private func started(modules: Int, brightness: Int = 100) -> (encoder: MAX7219Encoder, message: SPIMessage) {
        var encoder = MAX7219Encoder(chain: MAX7219Chain(count: modules))
        var message = encoder.makeMessage()
        encoder.encodeStart(at: .zero, brightness: Brightness(percent: brightness), into: &message)
        return (encoder, message)
    }

    /// A dark picture of two modules with lit pixels.
    private func pixels(_ points: [(Int, Int)]) -> MonoBitmap {
        var bitmap = MonoBitmap(width: 16, height: 8)
        for (x, y) in points { bitmap[x, y] = true }
        return bitmap
    }

    @Test("the start: test off, scan limit 7, no decoding, intensity, dark digits, normal operation last")
    func start() {
        let message = started(modules: 2).message
        expectEqual(message.transferLength, 4)
        expectEqual(
            message.bytes,
            [
                0x0F, 0x00, 0x0F, 0x00,
                0x0B, 0x07, 0x0B, 0x07,
                0x09, 0x00, 0x09, 0x00,
                0x0A, 0x0F, 0x0A, 0x0F,
                0x01, 0x00, 0x01, 0x00,
                0x02, 0x00, 0x02, 0x00,
                0x03, 0x00, 0x03, 0x00,
                0x04, 0x00, 0x04, 0x00,
                0x05, 0x00, 0x05, 0x00,
                0x06, 0x00, 0x06, 0x00,
                0x07, 0x00, 0x07, 0x00,
                0x08, 0x00, 0x08, 0x00,
                0x0C, 0x01, 0x0C, 0x01,
            ])
    }

    @Test("a first frame at brightness 0 starts in shutdown mode")
    func darkStart() {
        expectEqual(started(modules: 1, brightness: 0).message.bytes.suffix(2), [0x0C, 0x00])
    }

    @Test("four letters on four FC-16 modules: rows are digits, the left pixel is bit 7, the left module's word first")
    func literalFrame() {
        let message = messages(showing: bitmap(asymmetric))[1]
        expectEqual(message.transferLength, 8)
        expectEqual(
            message.bytes,
            [
                0x01, 0xFC, 0x01, 0xFE, 0x01, 0x3C, 0x01, 0x03,
                0x02, 0x80, 0x02, 0x02, 0x02, 0x42, 0x02, 0x03,
                0x03, 0x80, 0x03, 0x04, 0x03, 0x80, 0x03, 0x01,
                0x04, 0xF0, 0x04, 0x08, 0x04, 0x9E, 0x04, 0x01,
                0x05, 0x80, 0x05, 0x10, 0x05, 0x84, 0x05, 0x81,
                0x06, 0x80, 0x06, 0x10, 0x06, 0x44, 0x06, 0x42,
                0x07, 0x80, 0x07, 0x20, 0x07, 0x38, 0x07, 0x3C,
                0x08, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            ])
    }

    @Test("only changed digits are sent, each chip's word names its own register, and the rest is no operation")
    func changedDigitsOnly() {
        var (encoder, message) = started(modules: 2)
        encoder.encode(frame(pixels([(0, 2), (8, 5), (9, 6)])), at: .zero, into: &message)
        expectEqual(message.bytes, [0x03, 0x80, 0x06, 0x80, 0x00, 0x00, 0x07, 0x40])

        encoder.encode(frame(pixels([(7, 2), (8, 5), (9, 6)])), at: .zero, into: &message)
        expectEqual(message.bytes, [0x03, 0x01, 0x00, 0x00])

        encoder.encode(frame(pixels([(7, 2), (8, 5), (9, 6)])), at: .zero, into: &message)
        #expect(message.isEmpty)
    }

    @Test("a frame takes as many transfers as the most changed digits in any one module, never more")
    func transfersAreAtTheFloor() {
        var random = SeededRandom(seed: 3)
        for modules in 1...8 {
            var (encoder, message) = started(modules: modules)
            var shown = MonoBitmap(width: 8 * modules, height: 8)
            for _ in 0..<50 {
                var next = shown
                for _ in 0..<Int.random(in: 0...12, using: &random) {
                    let x = Int.random(in: 0..<next.width, using: &random)
                    let y = Int.random(in: 0..<8, using: &random)
                    next[x, y] = !next[x, y]
                }
                let changed = (0..<modules).map { module in
                    (0..<8).filter { y in
                        (8 * module..<8 * module + 8).contains { x in next[x, y] != shown[x, y] }
                    }.count
                }
                encoder.encode(frame(next), at: .zero, into: &message)
                expectEqual(message.count, 2 * modules * (changed.max() ?? 0))
                shown = next
            }
        }
    }

    @Test("the intensity is sent when it changes, before the digits, and not otherwise")
    func intensity() {
        var (encoder, message) = started(modules: 2)
        encoder.encode(frame(pixels([(0, 0)]), brightness: 50), at: .zero, into: &message)
        expectEqual(message.bytes, [0x0A, 0x02, 0x0A, 0x02, 0x01, 0x80, 0x00, 0x00])
        encoder.encode(frame(pixels([(0, 0)]), brightness: 51), at: .zero, into: &message)
        #expect(message.isEmpty)
        encoder.encode(frame(pixels([(0, 0)]), brightness: 80), at: .zero, into: &message)
        expectEqual(message.bytes, [0x0A, 0x08, 0x0A, 0x08])
    }

    @Test(
        "brightness is perceptual: the duty nearest to the luminance of the percent",
        arguments: [
            (1, 0x0), (30, 0x0), (31, 0x1), (40, 0x1), (45, 0x2), (50, 0x2), (60, 0x4), (70, 0x6), (80, 0x8),
            (90, 0xB), (99, 0xF), (100, 0xF),
        ] as [(Int, UInt8)])
    func brightness(percent: Int, intensity: UInt8) {
        expectEqual(Array(started(modules: 1, brightness: percent).message.bytes[6...7]), [0x0A, intensity])
    }

    @Test("brightness 0 sends one shutdown word per chip, then nothing; the chips light up after the picture was sent")
    func darkness() {
        var (encoder, message) = started(modules: 2)
        encoder.encode(frame(pixels([(0, 0)])), at: .zero, into: &message)
        encoder.encode(frame(pixels([(0, 0)]), brightness: 0), at: .zero, into: &message)
        expectEqual(message.bytes, [0x0C, 0x00, 0x0C, 0x00])
        encoder.encode(frame(pixels([(8, 7)]), brightness: 0), at: .zero, into: &message)
        #expect(message.isEmpty)
        encoder.encode(frame(pixels([(8, 7)]), brightness: 50), at: .zero, into: &message)
        expectEqual(
            message.bytes,
            [
                0x0A, 0x02, 0x0A, 0x02,
                0x01, 0x00, 0x08, 0x80,
                0x0C, 0x01, 0x0C, 0x01,
            ])
    }

    @Test("stopping is the shutdown mode, and the next frame lights the panel again")
    func stop() {
        var (encoder, message) = started(modules: 2)
        encoder.encode(frame(pixels([(0, 0)])), at: .zero, into: &message)
        encoder.encodeStop(into: &message)
        expectEqual(message.bytes, [0x0C, 0x00, 0x0C, 0x00])
        encoder.encode(frame(pixels([(0, 0)])), at: .zero, into: &message)
        expectEqual(message.bytes, [0x0A, 0x0F, 0x0A, 0x0F, 0x0C, 0x01, 0x0C, 0x01])
    }

    @Test("encoding allocates nothing, whatever changes; the counter counts")
    func allocatesNothing() {
        var random = SeededRandom(seed: 5)
        var (encoder, message) = started(modules: 4)
        var frames = (0..<20).map { index in
            frame(randomBitmap(width: 32, using: &random), brightness: 5 * index)
        }
        frames.append(frames[0])
        func encodeAll() {
            // An unspecialized array iterator would allocate in debug builds.
            var index = 0
            while index < frames.count {
                encoder.encode(frames[index], at: .zero, into: &message)
                index += 1
            }
            encoder.encodeStop(into: &message)
            encoder.encodeStart(at: .zero, into: &message)
        }
        encodeAll()
        let count = allocations { encodeAll() }
        expectEqual(count, 0)
        #expect(allocations { _ = MAX7219Encoder(chain: MAX7219Chain(count: 4)) } > 0)
    }

    @Test("a chain of 255 modules fits: 13 transfers of 510 bytes at the start")
    func longestChain() {
        let message = started(modules: 255).message
        expectEqual(message.transferLength, 510)
        expectEqual(message.transfers, 13)
    }
}

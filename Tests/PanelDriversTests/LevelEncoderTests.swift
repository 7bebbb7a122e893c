import PixelGraphics
import SignTestSupport
import Testing

@testable import PanelDrivers

@Suite("LevelEncoder")
struct LevelEncoderTests {
    private func levels(_ values: [UInt8], brightness: Int = 100, gamma: Double) -> [UInt8] {
        var encoder = LevelEncoder(size: Size(width: values.count, height: 1), order: .rows, gamma: gamma)
        var frame = Frame(size: Size(width: values.count, height: 1), format: .rgb)
        frame.brightness = Brightness(percent: brightness)
        for (x, value) in values.enumerated() {
            let color = Color(red: value, green: value, blue: value)
            frame.canvas.fill(Rectangle(x: x, y: 0, width: 1, height: 1), with: Ink(color))
        }
        var picture = encoder.makePicture()
        encoder.encode(frame, into: &picture)
        return stride(from: 0, to: picture.count, by: 3).map { picture[$0] }
    }

    @Test("a receiver that expects values of pictures gets them as they are, scaled by the brightness")
    func values() {
        expectEqual(levels([0, 1, 100, 255], gamma: 2.2), [0, 1, 100, 255])
        expectEqual(levels([0, 100, 255], brightness: 20, gamma: 2.2), [0, 20, 51])
        expectEqual(levels([0, 100, 255], brightness: 0, gamma: 2.2), [0, 0, 0])
    }

    @Test("a receiver whose levels are light gets the light of the values")
    func light() {
        // 255 * (128 / 255) ^ 2.2 = 55.98, 255 * (188 / 255) ^ 2.2 = 130.4, 255 * 0.5 ^ 2.2 = 55.5.
        expectEqual(levels([0, 128, 188, 255], gamma: 1), [0, 56, 130, 255])
        expectEqual(levels([255], brightness: 50, gamma: 1), [55])
    }

    @Test("what is lit at full brightness is lit at every brightness above 0")
    func least() {
        // 255 * (16 / 255) ^ 2.2 = 0.58, 255 * (10 / 255) ^ 2.2 = 0.2.
        expectEqual(levels([10, 16, 255], brightness: 1, gamma: 1), [0, 1, 1])
        expectEqual(levels([1], brightness: 10, gamma: 2.2), [1])
    }

    @Test("pixels come in the order of the receiver")
    func order() {
        let size = Size(width: 3, height: 2)
        var frame = Frame(size: size, format: .rgb)
        for (index, value) in [10, 20, 30, 40, 50, 60].enumerated() {
            let color = Color(red: UInt8(value), green: UInt8(value + 1), blue: UInt8(value + 2))
            frame.canvas.fill(Rectangle(x: index % 3, y: index / 3, width: 1, height: 1), with: Ink(color))
        }
        var encoder = LevelEncoder(size: size, order: .serpentine, gamma: 2.2)
        var picture = encoder.makePicture()
        encoder.encode(frame, into: &picture)
        expectEqual(
            picture, [10, 11, 12, 20, 21, 22, 30, 31, 32, 60, 61, 62, 50, 51, 52, 40, 41, 42].map { UInt8($0) })
        let count = allocations { for _ in 0..<10 { encoder.encode(frame, into: &picture) } }
        expectEqual(count, 0)
    }
}

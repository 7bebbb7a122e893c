import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct ModuleTypeTests {
    @Test("each pixel is in the digit and bit of its wiring, for all eight answers to the three questions")
    func everyPixel() {
        for answers in 0..<8 {
            let type = ModuleType(
                name: "t", digitsAreRows: answers & 4 != 0, reversesBits: answers & 2 != 0,
                reversesDigits: answers & 1 != 0)
            for row in 0..<8 {
                for columnFromRight in 0..<8 {
                    // The rule of the MD_MAX72XX library, which counts columns from the right.
                    let (i, j) = type.digitsAreRows ? (row, columnFromRight) : (columnFromRight, row)
                    let digit = type.reversesDigits ? 7 - i : i
                    let bit = type.reversesBits ? 7 - j : j
                    var picture = MonoBitmap(width: 8, height: 8)
                    picture[7 - columnFromRight, row] = true
                    expectEqual(bytes(of: picture, type), [UInt8(digit + 1), 1 << UInt8(bit)])
                }
            }
        }
    }

    @Test("the types of board files are found by name")
    func names() {
        expectEqual(ModuleType.named("fc16"), .fc16)
        #expect(ModuleType.named("fc-16") == nil)
        expectEqual(Set(ModuleType.all.map(\.name)).count, ModuleType.all.count)
    }

    /// The message that shows a picture on one dark module of that type.
    private func bytes(of picture: MonoBitmap, _ type: ModuleType) -> [UInt8] {
        var encoder = MAX7219Encoder(chain: MAX7219Chain(count: 1, type: type))
        var message = encoder.makeMessage()
        encoder.encodeStart(at: .zero, into: &message)
        encoder.encode(frame(picture), at: .zero, into: &message)
        return message.bytes
    }
}

import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

/// The bytes of one picture for every way in which a module can be wired and hung.
///
/// They were worked out outside of this program, from the rule in which the MD_MAX72XX library counts: rows from the
/// top, columns from the right; the pixel (row, column) is in digit i, bit j with (i, j) = (row, column) where digits
/// are rows and (column, row) where not; reversed digits are 7 - i, reversed bits 7 - j. A module that hangs turned
/// clockwise was given the picture turned back.
@Suite struct ModuleLiteralTests {
    /// No row looks like a column, and no turned or mirrored picture like another one.
    private let picture = bitmap(
        """
        ######..
        #.......
        #.......
        ####....
        #.......
        #.......
        ##......
        #......#
        """)

    /// Register and value of every digit that is not dark, in the order of the digits.
    private func words(_ digits: [UInt8]) -> [UInt8] {
        digits.enumerated().flatMap { $1 == 0 ? [] : [UInt8($0 + 1), $1] }
    }

    private func sent(_ type: ModuleType, _ rotation: ModuleRotation = .none) -> [UInt8] {
        var encoder = MAX7219Encoder(chain: MAX7219Chain(count: 1, type: type, rotation: rotation))
        var message = encoder.makeMessage()
        encoder.encodeStart(at: .zero, into: &message)
        encoder.encode(frame(picture), at: .zero, into: &message)
        return message.bytes
    }

    @Test(
        "the digits of every module type",
        arguments: [
            ("fc16", [0xFC, 0x80, 0x80, 0xF0, 0x80, 0x80, 0xC0, 0x81]),
            ("generic", [0x01, 0x00, 0x80, 0x80, 0x90, 0x90, 0x92, 0xFF]),
            ("parola", [0x3F, 0x01, 0x01, 0x0F, 0x01, 0x01, 0x03, 0x81]),
            ("icstation", [0x81, 0x03, 0x01, 0x01, 0x0F, 0x01, 0x01, 0x3F]),
            ("dr0cr0rr0", [0x80, 0x00, 0x01, 0x01, 0x09, 0x09, 0x49, 0xFF]),
            ("dr0cr0rr1", [0xFF, 0x49, 0x09, 0x09, 0x01, 0x01, 0x00, 0x80]),
            ("dr0cr1rr0", [0x01, 0x00, 0x80, 0x80, 0x90, 0x90, 0x92, 0xFF]),
            ("dr0cr1rr1", [0xFF, 0x92, 0x90, 0x90, 0x80, 0x80, 0x00, 0x01]),
            ("dr1cr0rr0", [0xFC, 0x80, 0x80, 0xF0, 0x80, 0x80, 0xC0, 0x81]),
            ("dr1cr0rr1", [0x81, 0xC0, 0x80, 0x80, 0xF0, 0x80, 0x80, 0xFC]),
            ("dr1cr1rr0", [0x3F, 0x01, 0x01, 0x0F, 0x01, 0x01, 0x03, 0x81]),
            ("dr1cr1rr1", [0x81, 0x03, 0x01, 0x01, 0x0F, 0x01, 0x01, 0x3F]),
        ] as [(String, [UInt8])])
    func everyType(name: String, digits: [UInt8]) throws {
        let type = try #require(ModuleType.named(name))
        expectEqual(sent(type), words(digits))
    }

    @Test(
        "the digits of modules that hang turned clockwise",
        arguments: [
            (.fc16, .quarter, [0x01, 0x00, 0x80, 0x80, 0x90, 0x90, 0x92, 0xFF]),
            (.fc16, .half, [0x81, 0x03, 0x01, 0x01, 0x0F, 0x01, 0x01, 0x3F]),
            (.fc16, .threeQuarters, [0xFF, 0x49, 0x09, 0x09, 0x01, 0x01, 0x00, 0x80]),
            (.generic, .quarter, [0x81, 0x03, 0x01, 0x01, 0x0F, 0x01, 0x01, 0x3F]),
            (.generic, .half, [0xFF, 0x49, 0x09, 0x09, 0x01, 0x01, 0x00, 0x80]),
            (.generic, .threeQuarters, [0xFC, 0x80, 0x80, 0xF0, 0x80, 0x80, 0xC0, 0x81]),
        ] as [(ModuleType, ModuleRotation, [UInt8])])
    func turned(type: ModuleType, rotation: ModuleRotation, digits: [UInt8]) {
        expectEqual(sent(type, rotation), words(digits))
    }

    @Test("there are twelve module types, and this is all of them")
    func names() {
        expectEqual(
            ModuleType.all.map(\.name),
            [
                "fc16", "generic", "parola", "icstation", "dr0cr0rr0", "dr0cr0rr1", "dr0cr1rr0", "dr0cr1rr1",
                "dr1cr0rr0", "dr1cr0rr1", "dr1cr1rr0", "dr1cr1rr1",
            ])
    }
}

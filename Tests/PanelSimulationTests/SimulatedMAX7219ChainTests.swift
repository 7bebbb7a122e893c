import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct SimulatedMAX7219ChainTests {
    /// A chain of one chip in normal operation, all digits on, dark.
    private func lit(_ count: Int = 1) -> Bus {
        var bus = Bus(SimulatedMAX7219Chain(count: count))
        for word in [0x0B07, 0x0900, 0x0F00, 0x0100, 0x0200, 0x0300, 0x0400, 0x0500, 0x0600, 0x0700, 0x0800, 0x0C01] {
            bus.set(SPIWires.chipSelect, false)
            for _ in 0..<count {
                for bit in 0..<16 { bus.clock(word << bit & 0x8000 != 0) }
            }
            bus.set(SPIWires.chipSelect, true)
        }
        return bus
    }

    private let dark = bitmap(String(repeating: "........\n", count: 8))

    @Test("power-up: shutdown mode, one digit, no decoding, lowest intensity, undefined digits")
    func powerUp() {
        var bus = Bus(SimulatedMAX7219Chain(count: 1))
        expectEqual(bus.chain.picture, dark)
        expectEqual(bus.chain.chips[0].scanLimit, 0)
        expectEqual(bus.chain.chips[0].duty, 1)
        bus.send(0x0C01)
        let row = (0..<8).map { bus.chain.picture[$0, 0] }
        #expect(row.contains(true), "an unwritten digit register is not dark")
        #expect((1..<8).allSatisfy { y in (0..<8).allSatisfy { x in !bus.chain.picture[x, y] } })
    }

    @Test("FC-16: digit 0 is the top row and bit 7 its left-most pixel")
    func fc16() {
        var bus = lit()
        bus.send(0x0180)
        bus.send(0x0203)
        bus.send(0x0811)
        let expected = bitmap(
            """
            #.......
            ......##
            ........
            ........
            ........
            ........
            ........
            ...#...#
            """)
        expectEqual(art(bus.chain.picture), art(expected))
    }

    @Test("the first word sent ends in the farthest chip, which is the left-most module")
    func order() {
        var bus = lit(3)
        bus.send(0x0101, 0x0000, 0x0280)
        expectEqual(bus.chain.chips[2].digits[0], 0x01)
        expectEqual(bus.chain.chips[0].digits[1], 0x80)
        #expect(bus.chain.picture[7, 0])
        #expect(bus.chain.picture[16, 1])
        expectEqual((0..<24).reduce(0) { $0 + bus.chain.picture.word(column: $1).nonzeroBitCount }, 2)
    }

    @Test("a bit leaves DOUT at the falling edge after its sixteenth rise, and not before")
    func dataOut() {
        var bus = Bus(SimulatedMAX7219Chain(count: 1))
        bus.clock(true)
        for _ in 0..<14 { bus.clock(false) }
        #expect(!bus.chain.dataOut(chip: 0))
        bus.set(SPIWires.clock, true)
        #expect(!bus.chain.dataOut(chip: 0))
        bus.set(SPIWires.clock, false)
        #expect(bus.chain.dataOut(chip: 0))
        bus.clock(false)
        #expect(!bus.chain.dataOut(chip: 0))
    }

    @Test("shutdown darkens and keeps the registers; a test lights everything even then; no-operation changes nothing")
    func control() {
        var bus = lit()
        bus.send(0x01FF)
        let picture = bus.chain.picture
        bus.send(0x0000)
        bus.send(0x00FF)
        expectEqual(bus.chain.picture, picture)
        bus.send(0x0C00)
        expectEqual(bus.chain.picture, dark)
        bus.send(0x0F01)
        #expect((0..<8).allSatisfy { bus.chain.picture.word(column: $0) == 0xFF })
        expectEqual(bus.chain.chips[0].duty, 31)
        bus.send(0x0F00)
        expectEqual(bus.chain.picture, dark)
        bus.send(0x0C01)
        expectEqual(bus.chain.picture, picture)
    }

    @Test("the scan limit shows that many digits and one")
    func scanLimit() {
        var bus = lit()
        for digit in 1...8 { bus.send(UInt16(digit) << 8 | 0x80) }
        bus.send(0x0B02)
        expectEqual(bus.chain.picture.word(column: 0), 0b111)
        bus.send(0x0B07)
        expectEqual(bus.chain.picture.word(column: 0), 0xFF)
    }

    @Test("the duty of intensity n is (2n + 1) / 32")
    func intensity() {
        var bus = lit()
        for (value, duty) in [(0, 1), (1, 3), (7, 15), (15, 31)] {
            bus.send(0x0A00 | UInt16(value))
            expectEqual(bus.chain.chips[0].duty, duty)
        }
        bus.send(0x0AF3)
        expectEqual(bus.chain.chips[0].duty, 7, "bits 7 to 4 are ignored")
    }

    @Test("brightness is perceptual: the percent whose luminance is nearest to the duty, 0 in shutdown mode")
    func brightness() {
        var bus = lit(2)
        // 116 * cbrt(duty / 31) - 16 for the duties 1, 3, 5, 17 and 31.
        for (value, percent) in [(0, 21), (1, 37), (2, 47), (8, 79), (15, 100)] {
            bus.send(0x0A00 | UInt16(value), 0x0A00)
            expectEqual(bus.chain.brightness.percent, percent)
        }
        bus.send(0x0C00, 0x0C00)
        expectEqual(bus.chain.brightness.percent, 0)
    }

    @Test("decode mode shows code B in the digits it names, the decimal point by bit 7")
    func decodeMode() {
        var bus = lit()
        bus.send(0x0901)
        bus.send(0x0182)
        bus.send(0x0202)
        // A 2 lights A, B, D, E and G: bits 6, 5, 3, 2 and 0; the point is bit 7.
        expectEqual((0..<8).map { bus.chain.picture[$0, 0] }, [true, true, true, false, true, true, false, true])
        expectEqual((0..<8).map { bus.chain.picture[$0, 1] }, [false, false, false, false, false, false, true, false])
    }

    @Test("bits 15 to 12 of a word are ignored, and only the last word per chip counts")
    func words() {
        var bus = lit()
        bus.send(0xF1AA)
        expectEqual(bus.chain.chips[0].digits[0], 0xAA)
        bus.send(0x01FF, 0x0211)
        expectEqual(bus.chain.chips[0].digits[0], 0xAA)
        expectEqual(bus.chain.chips[0].digits[1], 0x11)
    }

    @Test("every other wiring turns or mirrors the same registers")
    func wirings() {
        func first(_ digit: SimulatedModuleWiring.Side, _ point: SimulatedModuleWiring.Side) -> [Int] {
            var bus = Bus(
                SimulatedMAX7219Chain(count: 1, wiring: SimulatedModuleWiring(firstDigit: digit, decimalPoint: point)))
            for word: UInt16 in [0x0100, 0x0B00, 0x0180, 0x0C01] { bus.send(word) }
            for y in 0..<8 {
                for x in 0..<8 where bus.chain.picture[x, y] { return [x, y] }
            }
            return []
        }
        expectEqual(first(.top, .left), [0, 0])
        expectEqual(first(.top, .right), [7, 0])
        expectEqual(first(.bottom, .right), [7, 7])
        expectEqual(first(.right, .top), [7, 0])
        expectEqual(first(.left, .bottom), [0, 7])
    }

    @Test("playing up to a time shows the picture of that time")
    func pictureAtATime() {
        var writer = SPIWireWriter(timing: SPIWireTiming(clockRate: 1_000_000), into: WireTrace.spi())
        for bytes: [UInt8] in [[0x0B, 0], [0x01, 0x80], [0x0C, 1], [0x01, 0x01]] { writer.send(bytes: bytes) }
        let rises = writer.listener.edges.filter { $0.wire == SPIWires.chipSelect && $0.level }.map(\.time)
        func lit(through time: Int64) -> [Int] {
            var chain = SimulatedMAX7219Chain(count: 1)
            chain.play(writer.listener, through: time)
            return (0..<8).filter { chain.picture[$0, 0] }
        }
        expectEqual(rises.count, 4)
        expectEqual(lit(through: rises[2] - 1), [])
        expectEqual(lit(through: rises[2]), [0])
        expectEqual(lit(through: rises[3] - 1), [0])
        expectEqual(lit(through: .max), [7])
    }

    @Test("shutdown and test leave all registers writable")
    func writableWhileOff() {
        var bus = lit()
        bus.send(0x0C00)
        for word: UInt16 in [0x0155, 0x0A04, 0x0B06, 0x0980] { bus.send(word) }
        bus.send(0x0F01)
        bus.send(0x02AA)
        bus.send(0x0F00)
        let chip = bus.chain.chips[0]
        expectEqual(chip.digits, [0x55, 0xAA, 0, 0, 0, 0, 0, 0])
        #expect(chip.intensity == 4 && chip.scanLimit == 6 && chip.decodeMode == 0x80 && !chip.isOn)
        expectEqual(chip.brightness.percent, 0)
    }

    @Test("a test overrides shutdown, scan limit and intensity")
    func testMode() {
        var bus = Bus(SimulatedMAX7219Chain(count: 1))
        bus.send(0x0F01)
        #expect((0..<8).allSatisfy { bus.chain.picture.word(column: $0) == 0xFF })
        expectEqual(bus.chain.chips[0].duty, 31)
        expectEqual(bus.chain.chips[0].brightness.percent, 100)
        #expect(!bus.chain.chips[0].isOn)
    }

    @Test("registers 0, 13 and 14 do nothing, and the control registers ignore the bits that they do not have")
    func ignored() {
        var bus = lit()
        bus.send(0x0133)
        let before = bus.chain.chips[0]
        for word: UInt16 in [0x00FF, 0x0DFF, 0x0EFF, 0xF0FF, 0xFD00, 0x0CFF, 0x0FFE, 0x0BFF] { bus.send(word) }
        expectEqual(bus.chain.chips[0], before)
        bus.send(0x0CFE)
        #expect(!bus.chain.chips[0].isOn)
    }

    /// The segments of the data sheet's table, by their letters.
    @Test(
        "code B shows 0 to 9, minus, E, H, L, P and blank; bits 6 to 4 do not matter",
        arguments: [
            (0x00, "ABCDEF"), (0x01, "BC"), (0x02, "ABDEG"), (0x03, "ABCDG"), (0x04, "BCFG"), (0x05, "ACDFG"),
            (0x06, "ACDEFG"), (0x07, "ABC"), (0x08, "ABCDEFG"), (0x09, "ABCDFG"), (0x0A, "G"), (0x0B, "ADEFG"),
            (0x0C, "BCEFG"), (0x0D, "DEF"), (0x0E, "ABEFG"), (0x0F, ""), (0x72, "ABDEG"), (0xFF, "P"),
        ] as [(UInt16, String)])
    func codeB(value: UInt16, segments: String) {
        var bus = lit()
        bus.send(0x0902)
        bus.send(0x0200 | value)
        // On an FC-16 module the segments DP, A, B ... G of digit 1 are the second row from the left; P is the point.
        let row = (0..<8).filter { bus.chain.picture[$0, 1] }.map { Array("PABCDEFG")[$0] }
        expectEqual(String(row), segments)
    }

    @Test("every chip has a brightness of its own, and the chain that of the brightest")
    func brightnessOfEach() {
        var bus = lit(3)
        bus.send(0x0A0F, 0x0A00, 0x0C00)
        expectEqual(bus.chain.chips.map(\.brightness.percent), [0, 21, 100])
        expectEqual(bus.chain.brightness.percent, 100)
        bus.send(0x0C00, 0x0000, 0x0000)
        expectEqual(bus.chain.brightness.percent, 21)
    }

    @Test("a word with fewer than its 12 significant bits is ignored")
    func middleOfATransfer() {
        for received in 0...20 {
            var bus = Bus(SimulatedMAX7219Chain(count: 1))
            bus.chain.assumeRunning()
            bus.chain.begin(levels: [false, false, false])
            for bit in 0..<20 where bit >= 20 - received { bus.clock(0x0F18F >> (19 - bit) & 1 == 1) }
            bus.set(SPIWires.chipSelect, true)
            expectEqual(bus.chain.chips[0].digits[0], (received >= 12 ? 0x8F : 0))
            #expect(bus.chain.violations.isEmpty)
        }
    }

    @Test("chips that are assumed to run show what they are sent, and nothing before")
    func assumeRunning() {
        var bus = Bus(SimulatedMAX7219Chain(count: 2))
        bus.chain.assumeRunning()
        expectEqual(bus.chain.brightness.percent, 100)
        expectEqual(bus.chain.picture, MonoBitmap(width: 16, height: 8))
        bus.send(0x0880, 0x0000)
        #expect(bus.chain.picture[0, 7])
    }

    @Test("noise overwrites the register of one chip, and words bring it back")
    func disturb() {
        var bus = lit(2)
        bus.send(0x0101, 0x0101)
        let picture = bus.chain.picture
        bus.chain.disturb(chip: 1, register: 0xC, value: 0)
        #expect(!bus.chain.picture[7, 0] && bus.chain.picture[15, 0])
        bus.chain.disturb(chip: 0, register: 1, value: 0xFE)
        #expect(!bus.chain.picture[15, 0] && bus.chain.picture[8, 0])
        bus.chain.disturb(chip: 2, register: 1, value: 1)
        bus.chain.disturb(chip: -1, register: 1, value: 1)
        bus.send(0x0C01, 0x0101)
        expectEqual(bus.chain.picture, picture)
    }
}

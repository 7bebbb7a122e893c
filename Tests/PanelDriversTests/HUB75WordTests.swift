import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@Suite("HUB75 words")
struct HUB75WordTests {
    /// Two columns and one row pair: R1 on GPIO 0 to B2 on GPIO 5, A on 6, CLK 7, LAT 8, OE 9.
    private func encoder(_ kind: PortKind, columns: Int = 2, edit: (inout ScanSettings) -> Void = { _ in }) throws
        -> HUB75Encoder
    {
        var settings = ScanSettings()
        edit(&settings)
        let matrix = HUB75Matrix(columns: columns, rowPairs: 1)
        return try HUB75Encoder(
            matrix: matrix, map: PixelMap(identity: matrix.size),
            lines: HUB75Lines(
                outputEnable: 9, clock: 7, latch: 8, address: [6], colors: [[0, 1, 2, 3, 4, 5]]),
            settings: settings, timing: PortTiming(kind: kind, writeTime: 30))
    }

    private let red: UInt32 = 1 << 0
    private let blue2: UInt32 = 1 << 5
    private let clock: UInt32 = 1 << 7
    private let latch: UInt32 = 1 << 8
    private let enable: UInt32 = 1 << 9
    private let colors: UInt32 = 0b111111

    /// The upper left pixel red, the lower right one blue.
    private let picture = rgbFrame(Size(width: 2, height: 2)) { x, y in
        x == 0 && y == 0 ? Color(rawValue: 0xFF0000) : x == 1 && y == 1 ? Color(rawValue: 0x0000FF) : .black
    }

    @Test("BCM: each column clears what falls with CLK, sets what rises, sets CLK")
    func bcm() throws {
        var encoder = try encoder(.bcm)
        encoder.encode(picture)
        #expect(
            encoder.programs[0].words == [
                ScanWord(.setLow, enable),
                ScanWord(.setLow, red), ScanWord(.setLow, clock),
                ScanWord(.clearLow, clock | red), ScanWord(.setLow, blue2), ScanWord(.setLow, clock),
                ScanWord(.clearLow, clock | colors),
                ScanWord(.setLow, latch), ScanWord(.clearLow, latch),
                // Light 200 ns after the latch.
                ScanWord(.mark, 0), ScanWord(.waitAfterMark, 200),
                ScanWord(.clearLow, enable), ScanWord(.mark, 0),
                // 2047 * 130 ns.
                ScanWord(.waitAfterMark, 266_110), ScanWord(.setLow, enable),
                ScanWord(.waitAfterStart, UInt32(encoder.refreshPeriod)),
            ])
    }

    @Test("RP1: each column toggles what changes with CLK, sets CLK; unchanged columns are cleared, not toggled")
    func rp1() throws {
        var encoder = try encoder(.rp1)
        encoder.encode(picture)
        expectEqual(
            Array(encoder.programs[0].words.prefix(7)),
            [
                ScanWord(.setLow, enable),
                ScanWord(.setLow, red), ScanWord(.setLow, clock),
                ScanWord(.toggleLow, clock | red | blue2), ScanWord(.setLow, clock),
                ScanWord(.clearLow, clock | colors),
                ScanWord(.setLow, latch),
            ])
        encoder.encode(rgbFrame(Size(width: 2, height: 2)) { _, _ in Color(rawValue: 0xFF0000) })
        let red2: UInt32 = 1 << 3
        expectEqual(
            Array(encoder.programs[0].words.prefix(6)),
            [
                ScanWord(.setLow, enable),
                ScanWord(.setLow, red | red2), ScanWord(.setLow, clock),
                ScanWord(.clearLow, clock), ScanWord(.setLow, clock),
                ScanWord(.clearLow, clock | colors),
            ])
    }

    @Test("Kernel: what falls and what rises is one call, CLK high the next")
    func kernel() throws {
        var encoder = try encoder(.kernel)
        encoder.encode(picture)
        expectEqual(
            Array(encoder.programs[0].words.prefix(7)),
            [
                ScanWord(.setLow, enable),
                ScanWord(.setLow, red), ScanWord(.setLow, clock),
                ScanWord(.clearLowWithNext, clock | red), ScanWord(.setLow, blue2), ScanWord(.setLow, clock),
                ScanWord(.clearLow, clock | blue2),
            ])
    }

    @Test("A dark picture: OE high, and nothing else until the end")
    func dark() throws {
        var encoder = try encoder(.bcm)
        encoder.encode(rgbFrame(Size(width: 2, height: 2)) { _, _ in .black })
        expectEqual(
            encoder.programs[0].words,
            [
                ScanWord(.setLow, enable), ScanWord(.waitAfterStart, UInt32(encoder.refreshPeriod)),
            ])
    }

    @Test("Two levels are two thresholds: both lit for the lower time, the brighter one for the rest")
    func thresholds() throws {
        var encoder = try encoder(.bcm)
        // Values 255 and 128 are the levels 2047 and 380: binary 11111111111 and 00101111100.
        encoder.encode(rgbFrame(Size(width: 2, height: 2)) { _, _ in Color(rawValue: 0xFF8000) })
        let words = encoder.programs[0].words
        let waits = words.filter { $0.operation == .waitAfterMark }.map(\.payload)
        // After each latch 200 ns, and 380 and 2047 - 380 units of 130 ns.
        expectEqual(waits, [200, 49_400, 200, 216_710] as [UInt32])
        let green: UInt32 = 1 << 1
        expectEqual(words[1], ScanWord(.setLow, (red | green) * 9))
        #expect(words.contains(ScanWord(.setLow, red * 9)))
    }

    @Test("Equal rows are shifted once, and address lines change only where the row's number does")
    func equalRows() throws {
        let matrix = HUB75Matrix(columns: 16, rowPairs: 4)
        var encoder = try HUB75Encoder(
            matrix: matrix, map: PixelMap(identity: matrix.size),
            lines: HUB75Lines(
                outputEnable: 9, clock: 7, latch: 8, address: [6, 10], colors: [[0, 1, 2, 3, 4, 5]]),
            timing: PortTiming(kind: .bcm, writeTime: 30))
        encoder.encode(rgbFrame(matrix.size) { _, _ in .white })
        let words = encoder.programs[0].words
        expectEqual(words.filter { $0 == ScanWord(.setLow, clock) }.count, 16)
        expectEqual(words.filter { $0 == ScanWord(.setLow, latch) }.count, 1)
        let (a, b): (UInt32, UInt32) = (1 << 6, 1 << 10)
        let address = words.filter { $0.payload & (a | b) != 0 && $0.payload & ~(a | b) == 0 }
        #expect(
            address == [
                // Unknown at the start: all lines that are low in row 0.
                ScanWord(.clearLow, a | b), ScanWord(.setLow, a),
                ScanWord(.clearLow, a), ScanWord(.setLow, b), ScanWord(.setLow, a),
            ])
    }

    @Test("The words of a frame do not depend on the frames before")
    func history() throws {
        var random = SeededRandom(seed: 13)
        let panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 32, rowPairs: 4))
        let colors = (0..<12).map { _ in Color(rawValue: UInt32(truncatingIfNeeded: random.next())) }
        var used = try panel.encoder()
        for index in 0..<12 {
            let some: [Color] = [.black] + colors.shuffled(using: &random).prefix(2 + index % 8)
            let frame = patches(panel.matrix.size, colors: some, using: &random)
            used.encode(frame)
            var new = try panel.encoder()
            new.encode(frame)
            expectEqual(used.programs.map(\.words), new.programs.map(\.words), "frame \(index)")
        }
    }

    @Test("Gaps: dark before the address changes, settled before the latch; pads where writes are too fast")
    func gaps() throws {
        var encoder = try encoder(.bcm) { settings in
            settings.darkGap = 400
            settings.settle = 600
            settings.clockWidth = 70
        }
        encoder.encode(picture)
        let pad = ScanWord(.pad, 2)
        expectEqual(
            Array(encoder.programs[0].words.prefix(18)),
            [
                ScanWord(.setLow, enable), ScanWord(.mark, 0),
                ScanWord(.setLow, red), pad, ScanWord(.setLow, clock), pad,
                ScanWord(.clearLow, clock | red), ScanWord(.setLow, blue2), pad, ScanWord(.setLow, clock), pad,
                ScanWord(.clearLow, clock | colors),
                ScanWord(.waitAfterMark, 400), ScanWord(.mark, 0), ScanWord(.waitAfterMark, 600),
                ScanWord(.setLow, latch), pad, ScanWord(.clearLow, latch),
            ])
    }

    @Test("The gap between latch and light can be longer, and there is none where it is 0")
    func latchGap() throws {
        var longer = try encoder(.rp1) { $0.latchGap = 1_000 }
        longer.encode(picture)
        let words = longer.programs[0].words
        let fall = try #require(words.firstIndex(of: ScanWord(.clearLow, latch)))
        expectEqual(
            Array(words[fall + 1..<fall + 4]),
            [
                ScanWord(.mark, 0), ScanWord(.waitAfterMark, 1_000), ScanWord(.clearLow, enable),
            ])
        var without = try encoder(.rp1) { $0.latchGap = 0 }
        without.encode(picture)
        let end = try #require(without.programs[0].words.firstIndex(of: ScanWord(.clearLow, latch)))
        expectEqual(without.programs[0].words[end + 1], ScanWord(.clearLow, enable))
        // Eleven planes of one row.
        expectEqual(longer.refreshPeriod - without.refreshPeriod, 11_000)
    }

    @Test("The start and the stop make OE high before anything else, and leave the LEDs dark")
    func startAndStop() throws {
        let encoder = try encoder(.bcm)
        for program in [encoder.startProgram, encoder.stopProgram] {
            let first = [ScanWord(.setLow, enable), ScanWord(.clearLow, clock | latch | colors)]
            expectEqual(Array(program.words.prefix(2)), first)
            #expect(program.words.allSatisfy { $0 == ScanWord(.setLow, enable) || $0.payload & enable == 0 })
        }
        // The stop ends with all lines at rest.
        let rest = [ScanWord(.setLow, enable), ScanWord(.clearLow, clock | latch | colors)]
        expectEqual(Array(encoder.stopProgram.words.filter { $0.payload != 0 }.suffix(2)), rest)
    }

    @Test("FM6126A: two registers, 11 and 12 clocks with LAT high, A high meanwhile")
    func initialization() throws {
        let encoder = try encoder(.bcm, columns: 16) { $0.chip = .fm6126a }
        var levels: UInt32 = 0
        var bits: [String] = [""]
        for word in encoder.initializationProgram.words {
            let before = levels
            if word.operation == .setLow { levels |= word.payload }
            if word.operation == .clearLow { levels &= ~word.payload }
            if levels & ~before & clock != 0 {
                let isLatched = levels & latch != 0
                let bit = levels & colors == colors ? "1" : levels & colors == 0 ? "0" : "?"
                bits[bits.count - 1] += isLatched ? (bit == "1" ? "H" : "L") : bit
                #expect(levels & enable != 0)
            }
            if before & ~levels & latch != 0 { bits.append("") }
        }
        // The last ones with LAT high as H and L; then a dark row, latched after its last clock.
        expectEqual(bits, ["01111HHHHHHHHHHH", "0000LLLLLHLLLLLL", "0000000000000000", ""])
        expectEqual(encoder.startProgram.words.first, ScanWord(.setLow, enable))
    }
}

import PanelSimulation
import SignTestSupport
import Testing

@Suite struct SimulatedDriverChipTests {
    private static let colors = ["R1", "G1", "B1", "R2", "G2", "B2"]

    /// Sends 16 bits again and again to wires of a panel of 32 columns, with LAT high for the last clocks.
    private func write(
        _ bits: String, clocks: Int, to wires: [String] = Self.colors, _ manual: inout ManualHUB75
    ) {
        let text = bits.replacing("0", with: ".").replacing("1", with: "#")
        manual.shift(Dictionary(uniqueKeysWithValues: wires.map { ($0, text + text) }), latchFrom: 32 - clocks)
    }

    /// Whether each colour of the top left LED is lit by a row of ones.
    private func lit(_ manual: ManualHUB75) -> [Bool] {
        var manual = manual
        manual.shift(
            Dictionary(uniqueKeysWithValues: Self.colors.map { ($0, String(repeating: "#", count: 32)) }))
        manual.latch()
        manual.panel.resetLight()
        manual.light(100)
        #expect(manual.panel.violations.isEmpty)
        return (0..<3).map { manual.panel.light(x: 0, y: 0, color: $0) == 100 }
    }

    /// Bits typed from the table of initialisation sequences.
    @Test("FM6126A is dark until both of its registers are written")
    func fm6126a() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .fm6126a))
        expectEqual(lit(manual), [false, false, false])
        write("0111111111111111", clocks: 11, &manual)
        expectEqual(lit(manual), [false, false, false])
        write("0000000001000000", clocks: 12, &manual)
        expectEqual(lit(manual), [true, true, true])
    }

    /// Bits typed from the same table, each one complemented.
    @Test("FM6126A behind wires that are inverted takes the complement of its registers and of the picture")
    func inverted() {
        func lit(_ first: String, _ second: String, _ row: Character) -> Int64 {
            var manual = ManualHUB75(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .fm6126a, isInverted: true))
            write(first, clocks: 11, &manual)
            write(second, clocks: 12, &manual)
            manual.shift(["R1": String(repeating: row, count: 32)])
            manual.latch()
            manual.light(100)
            return manual.panel.light(x: 0, y: 0, color: 0)
        }
        expectEqual(lit("1000000000000000", "1111111110111111", "."), 100)
        expectEqual(lit("1000000000000000", "1111111110111111", "#"), 0)
        expectEqual(lit("0111111111111111", "0000000001000000", "."), 0)
    }

    @Test("a panel is unlit where a row that lights LEDs was replaced by another one and lit none")
    func unlit() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .fm6126a))
        func row(_ bit: Character) {
            manual.shift(Dictionary(uniqueKeysWithValues: Self.colors.map { ($0, String(repeating: bit, count: 32)) }))
            manual.latch()
            manual.light(100)
        }
        write("0111111111111111", clocks: 11, &manual)
        row(".")
        row(".")
        expectEqual(manual.panel.isUnlit, false, "a register is no row")
        row("#")
        expectEqual(manual.panel.isUnlit, false, "the light of the last row may not have begun")
        row(".")
        expectEqual(manual.panel.isUnlit, true)
        write("0000000001000000", clocks: 12, &manual)
        row("#")
        row(".")
        manual.panel.resetLight()
        expectEqual(manual.panel.isUnlit, false)
    }

    /// Bits typed from the table of initialisation sequences.
    @Test(
        "DP3246 is dark until both of its registers are written, and takes a row with LAT high during three clocks only"
    )
    func dp3246() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .dp3246))
        func light(latched clocks: Int) -> Int64 {
            var manual = manual
            manual.shift(["R1": String(repeating: "#", count: 32)], latchFrom: 32 - clocks)
            if clocks == 0 { manual.latch() }
            manual.panel.resetLight()
            manual.light(100)
            return manual.panel.light(x: 0, y: 0, color: 0)
        }
        expectEqual(light(latched: 3), 0)
        write("0000000011111111", clocks: 11, &manual)
        expectEqual(light(latched: 3), 0)
        write("1111111100000000", clocks: 12, &manual)
        expectEqual([0, 1, 2, 3, 4, 13].map { light(latched: $0) }, [0, 0, 0, 100, 0, 0])
    }

    @Test("MBI5124 needs no registers, and a clock while LAT is high undoes the latch")
    func mbi5124() {
        func light(latched clocks: Int) -> Int64 {
            var manual = ManualHUB75(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .mbi5124))
            manual.shift(["R1": String(repeating: "#", count: 32)], latchFrom: 32 - clocks)
            if clocks == 0 { manual.latch() }
            manual.light(100)
            return manual.panel.light(x: 0, y: 0, color: 0)
        }
        expectEqual([0, 1, 3].map { light(latched: $0) }, [100, 0, 0])
    }

    @Test("FM6127 is dark until all three of its registers are written, in any order")
    func fm6127() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .fm6127))
        write("0101111100000000", clocks: 10, &manual)
        write("1111111111001110", clocks: 11, &manual)
        expectEqual(lit(manual), [false, false, false])
        write("1110000001100010", clocks: 12, &manual)
        expectEqual(lit(manual), [true, true, true])
    }

    @Test("a register that is written with other bits, or for another number of clocks, leaves the chips dark")
    func wrongRegisters() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .fm6126a))
        write("0111111111111111", clocks: 11, &manual)
        write("0000000001000000", clocks: 13, &manual)
        expectEqual(lit(manual), [false, false, false])
        write("0000000001000000", clocks: 12, &manual)
        write("0111111111111110", clocks: 11, &manual)
        expectEqual(lit(manual), [false, false, false])
        write("0111111111111111", clocks: 11, &manual)
        expectEqual(lit(manual), [true, true, true])
    }

    @Test("each colour wire has chips of its own")
    func wires() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .fm6126a))
        write("0111111111111111", clocks: 11, &manual)
        write("0000000001000000", clocks: 12, to: ["R1", "B1"], &manual)
        expectEqual(lit(manual), [true, false, true])
    }

    @Test("a scrambled register makes the panel dark until it is written again; light from before stays")
    func disturbed() {
        for register in [1, 2] {
            var manual = ManualHUB75(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .fm6126a))
            manual.panel.assumeRunning()
            expectEqual(lit(manual), [true, true, true])
            manual.shift(["R1": String(repeating: "#", count: 32)])
            manual.latch()
            manual.set("OE-")
            manual.panel.advance(to: manual.time + 70)
            manual.panel.disturb(register: register)
            expectEqual(manual.panel.light(x: 31, y: 0, color: 0), 70)
            manual.set("OE+")
            expectEqual(manual.panel.light(x: 31, y: 0, color: 0), 70)
            expectEqual(lit(manual), [false, false, false])
            write("0111111111111111", clocks: 11, &manual)
            expectEqual(lit(manual), [register == 1, register == 1, register == 1])
            write("0000000001000000", clocks: 12, &manual)
            expectEqual(lit(manual), [true, true, true])
        }
    }

    @Test("plain chips need nothing, and have no registers to disturb")
    func plain() {
        var manual = ManualHUB75(SimulatedHUB75(columns: 32, rowPairs: 1))
        manual.panel.disturb(register: 1)
        expectEqual(lit(manual), [true, true, true])
        manual.panel.assumeRunning()
        expectEqual(lit(manual), [true, true, true])
    }
}

import PanelSimulation
import Testing

@Suite struct SimulatedDriverChipTests {
    private static let colors = ["R1", "G1", "B1", "R2", "G2", "B2"]

    /// Sends 16 bits again and again to wires of a panel of 32 columns, with LAT high for the last clocks.
    private func write(
        _ bits: String, clocks: Int, to wires: [String] = Self.colors, _ hand: inout HUB75Hand
    ) {
        let text = bits.replacing("0", with: ".").replacing("1", with: "#")
        hand.shift(Dictionary(uniqueKeysWithValues: wires.map { ($0, text + text) }), latchFrom: 32 - clocks)
    }

    /// Whether each colour of the top left LED is lit by a row of ones.
    private func lit(_ hand: HUB75Hand) -> [Bool] {
        var hand = hand
        hand.shift(
            Dictionary(uniqueKeysWithValues: Self.colors.map { ($0, String(repeating: "#", count: 32)) }))
        hand.latch()
        hand.panel.resetLight()
        hand.light(100)
        #expect(hand.panel.violations.isEmpty)
        return (0..<3).map { hand.panel.light(x: 0, y: 0, color: $0) == 100 }
    }

    /// Bits typed from the table of initialisation sequences.
    @Test("FM6126A is dark until both of its registers are written")
    func fm6126a() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .fm6126a))
        #expect(lit(hand) == [false, false, false])
        write("0111111111111111", clocks: 11, &hand)
        #expect(lit(hand) == [false, false, false])
        write("0000000001000000", clocks: 12, &hand)
        #expect(lit(hand) == [true, true, true])
    }

    @Test("FM6127 is dark until all three of its registers are written, in any order")
    func fm6127() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .fm6127))
        write("0101111100000000", clocks: 10, &hand)
        write("1111111111001110", clocks: 11, &hand)
        #expect(lit(hand) == [false, false, false])
        write("1110000001100010", clocks: 12, &hand)
        #expect(lit(hand) == [true, true, true])
    }

    @Test("a register that is written with other bits, or for another number of clocks, leaves the chips dark")
    func wrongRegisters() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .fm6126a))
        write("0111111111111111", clocks: 11, &hand)
        write("0000000001000000", clocks: 13, &hand)
        #expect(lit(hand) == [false, false, false])
        write("0000000001000000", clocks: 12, &hand)
        write("0111111111111110", clocks: 11, &hand)
        #expect(lit(hand) == [false, false, false])
        write("0111111111111111", clocks: 11, &hand)
        #expect(lit(hand) == [true, true, true])
    }

    @Test("each colour wire has chips of its own")
    func wires() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .fm6126a))
        write("0111111111111111", clocks: 11, &hand)
        write("0000000001000000", clocks: 12, to: ["R1", "B1"], &hand)
        #expect(lit(hand) == [true, false, true])
    }

    @Test("a scrambled register makes the panel dark until it is written again; light from before stays")
    func disturbed() {
        for register in [1, 2] {
            var hand = HUB75Hand(SimulatedHUB75(columns: 32, rowPairs: 1, chip: .fm6126a))
            hand.panel.assumeRunning()
            #expect(lit(hand) == [true, true, true])
            hand.shift(["R1": String(repeating: "#", count: 32)])
            hand.latch()
            hand.set("OE-")
            hand.panel.advance(to: hand.time + 70)
            hand.panel.disturb(register: register)
            #expect(hand.panel.light(x: 31, y: 0, color: 0) == 70)
            hand.set("OE+")
            #expect(hand.panel.light(x: 31, y: 0, color: 0) == 70)
            #expect(lit(hand) == [false, false, false])
            write("0111111111111111", clocks: 11, &hand)
            #expect(lit(hand) == [register == 1, register == 1, register == 1])
            write("0000000001000000", clocks: 12, &hand)
            #expect(lit(hand) == [true, true, true])
        }
    }

    @Test("plain chips need nothing, and have no registers to disturb")
    func plain() {
        var hand = HUB75Hand(SimulatedHUB75(columns: 32, rowPairs: 1))
        hand.panel.disturb(register: 1)
        #expect(lit(hand) == [true, true, true])
        hand.panel.assumeRunning()
        #expect(lit(hand) == [true, true, true])
    }
}

import PanelSimulation
import SignTestSupport
import Testing

@Suite struct SimulatedModuleWiringTests {
    /// The LEDs that a chain of one module lights when digit registers hold something: (column, row), row by row.
    private func lit(_ wiring: SimulatedModuleWiring, _ words: UInt16...) -> [[Int]] {
        var bus = Bus(SimulatedMAX7219Chain(count: 1, wiring: wiring))
        for digit in 1...8 { bus.send(UInt16(digit) << 8) }
        for word in [0x0B07, 0x0C01] + words { bus.send(word) }
        let picture = bus.chain.picture
        var points: [[Int]] = []
        for y in 0..<8 {
            for x in 0..<8 where picture[x, y] { points.append([x, y]) }
        }
        return points
    }

    /// What a person sees who follows the three steps of "identify an unknown module": digit 0 bit 0, digit 0 bit 7,
    /// digit 1 bit 0.
    @Test(
        "every module type lights the three LEDs that identify it",
        arguments: [
            ("fc16", [7, 0], [0, 0], [7, 1]),
            ("generic", [7, 7], [7, 0], [6, 7]),
            ("parola", [0, 0], [7, 0], [0, 1]),
            ("icstation", [0, 7], [7, 7], [0, 6]),
            ("dr0cr0rr0", [7, 0], [7, 7], [6, 0]),
            ("dr0cr0rr1", [0, 0], [0, 7], [1, 0]),
            ("dr0cr1rr0", [7, 7], [7, 0], [6, 7]),
            ("dr0cr1rr1", [0, 7], [0, 0], [1, 7]),
            ("dr1cr0rr0", [7, 0], [0, 0], [7, 1]),
            ("dr1cr0rr1", [7, 7], [0, 7], [7, 6]),
            ("dr1cr1rr0", [0, 0], [7, 0], [0, 1]),
            ("dr1cr1rr1", [0, 7], [7, 7], [0, 6]),
        ] as [(String, [Int], [Int], [Int])])
    func identification(name: String, first: [Int], decimalPoint: [Int], second: [Int]) throws {
        let wiring = try #require(SimulatedModuleWiring.named(name))
        expectEqual(lit(wiring, 0x0101), [first])
        expectEqual(lit(wiring, 0x0180), [decimalPoint])
        expectEqual(lit(wiring, 0x0201), [second])
    }

    @Test("other names are no module types")
    func names() {
        for name in ["", "FC16", "fc-16", "dr2cr0rr0", "fc16 "] { #expect(SimulatedModuleWiring.named(name) == nil) }
    }

    /// The LED of digit 0 bit 0 of an FC-16 goes round the corners clockwise, and its digits' axis with it.
    @Test("a turn by quarters carries the corners along, whatever the number of quarters")
    func turns() {
        let corners = [[7, 0], [7, 7], [0, 7], [0, 0]]
        let seconds = [[7, 1], [6, 7], [0, 6], [1, 0]]
        for quarters in -8...8 {
            let wiring = SimulatedModuleWiring.fc16.turned(quarterTurns: quarters)
            let place = (quarters + 8) % 4
            expectEqual(lit(wiring, 0x0101), [corners[place]])
            expectEqual(lit(wiring, 0x0201), [seconds[place]])
        }
        expectEqual(SimulatedModuleWiring.fc16.turned(quarterTurns: 4), .fc16)
        expectEqual(SimulatedModuleWiring.fc16.turned(quarterTurns: .min), .fc16)
        #expect(SimulatedModuleWiring.fc16.turned(quarterTurns: .max) != .fc16)
    }
}

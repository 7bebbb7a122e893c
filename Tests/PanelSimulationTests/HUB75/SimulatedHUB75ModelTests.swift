import PanelSimulation
import SignTestSupport
import Testing

@Suite struct SimulatedHUB75ModelTests {
    /// A wire that changes next: mostly the clock and the colours, so that registers fill, seldom more than one at once.
    private func changes(_ random: inout SeededRandom) -> [Int] {
        var wires: [Int] = []
        repeat {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: wires.append(Int.random(in: 6...10, using: &random))
            case 1: wires.append(12)
            case 2: wires.append(13)
            case 3, 4, 5: wires.append(PlainHUB75.colorWires.randomElement(using: &random) ?? 0)
            default: wires.append(11)
            }
        } while Int.random(in: 0..<3, using: &random) == 0
        return Array(Set(wires))
    }

    @Test("after any edges every LED has the light that a plain model gives it", arguments: 0..<24)
    func sameAsPlainModel(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let columns = Int.random(in: 1...9, using: &random)
        let rowPairs = Int.random(in: 1...9, using: &random)
        let lag = [0, 0, 30, 75].randomElement(using: &random) ?? 0
        var plain = PlainHUB75(columns: columns, rowPairs: rowPairs, lag: Int64(lag))
        var panel = SimulatedHUB75(
            columns: columns, rowPairs: rowPairs, chains: 2, oeLag: Int64(lag),
            allowing: Set(HUB75ViolationKind.allCases))
        var levels = [Bool](repeating: false, count: 20)
        levels[13] = true
        var time: Int64 = 0
        for step in 0..<1_500 {
            time += Int64.random(in: 1...20, using: &random) * 10
            for wire in changes(&random).shuffled(using: &random) {
                levels[wire].toggle()
                panel.edge(on: wire, to: levels[wire], at: time)
            }
            plain.hear(levels, at: time)
            if step % 300 == 7 { expectEqual(differences(plain, panel), []) }
        }
        expectEqual(differences(plain, panel), [])
        let lit = plain.light.count
        #expect(lit > 0)
    }

    /// The first LEDs whose light is not the same in both.
    private func differences(_ plain: PlainHUB75, _ panel: SimulatedHUB75) -> [String] {
        var found: [String] = []
        for chain in 0..<2 {
            for half in 0..<2 {
                for row in 0..<plain.rowPairs {
                    for x in 0..<plain.columns {
                        for color in 0..<3 {
                            let expected = plain.light[[chain, half, row, x, color], default: 0]
                            let y = (2 * chain + half) * plain.rowPairs + row
                            let light = panel.light(x: x, y: y, color: color)
                            if light != expected { found.append("(\(x), \(y)) \(color): \(light), not \(expected)") }
                        }
                    }
                }
            }
        }
        return Array(found.prefix(3))
    }
}

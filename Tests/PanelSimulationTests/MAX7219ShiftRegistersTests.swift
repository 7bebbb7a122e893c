import SignTestSupport
import Testing

@testable import PanelSimulation

/// Chips as the data sheet draws them: every one moves its own 16 bits at every clock.
private struct PlainRegisters {
    var words: [UInt16]
    var outputs: [Bool]

    init(chips: Int) {
        words = [UInt16](repeating: 0, count: chips)
        outputs = [Bool](repeating: false, count: chips)
    }

    mutating func clockRises(dataIn: Bool) {
        for chip in words.indices {
            let input = chip == 0 ? dataIn : outputs[chip - 1]
            words[chip] = words[chip] << 1 | (input ? 1 : 0)
        }
    }

    mutating func clockFalls() {
        for chip in words.indices { outputs[chip] = words[chip] & 0x8000 != 0 }
    }
}

@Suite struct MAX7219ShiftRegistersTests {
    @Test("the bits of every chip and the level of every DOUT are those of chips that shift one by one")
    func besidePlainChips() {
        var random = SeededRandom(seed: 16)
        for chips in [1, 2, 3, 4, 5, 7, 8, 9, 12, 17] {
            var plain = PlainRegisters(chips: chips)
            var registers = MAX7219ShiftRegisters(chips: chips)
            func isSame() -> Bool {
                (0..<chips).allSatisfy { chip in
                    registers.word(chip: chip) == plain.words[chip]
                        && registers.dataOut(chip: chip) == plain.outputs[chip]
                }
            }
            var differences = 0
            for _ in 0..<40 * chips {
                let bit = random.next() & 1 == 1
                plain.clockRises(dataIn: bit)
                registers.clockRises(dataIn: bit)
                if !isSame() { differences += 1 }
                plain.clockFalls()
                registers.clockFalls()
                if !isSame() { differences += 1 }
            }
            expectEqual(differences, 0, "\(chips) chips")
        }
    }

    @Test("a chip's bits are known once they were clocked in, the first chip's first")
    func knownBits() {
        var registers = MAX7219ShiftRegisters(chips: 2)
        for clocks in 0...40 {
            expectEqual(registers.knownBits(chip: 0), min(clocks, 16))
            expectEqual(registers.knownBits(chip: 1), min(max(clocks - 16, 0), 16))
            registers.clockRises(dataIn: true)
            registers.clockFalls()
        }
    }
}

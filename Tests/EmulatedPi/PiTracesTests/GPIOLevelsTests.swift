import PiTraces
import SignTestSupport
import Testing

@Suite struct GPIOLevelsTests {
    private func levels(_ writes: [(UInt32, UInt32)]) -> GPIOLevels {
        var levels = GPIOLevels()
        for (address, value) in writes { _ = levels.obey(RegisterWrite(time: 0, address: address, value: value)) }
        return levels
    }

    @Test("after a reset the lines up to 8 are high by their pulls, the others low")
    func reset() {
        let levels = levels([])
        let high = (0..<32).filter { levels.isHigh($0) }
        expectEqual(high, Array(0...8))
    }

    @Test("an output has the level that was set last, also before it became one")
    func outputs() {
        // Line 18 is in the second register, bits 24 to 26.
        let high = levels([(0x3F20_001C, 1 << 18), (0x3F20_0004, 1 << 24)])
        #expect(high.isHigh(18) && high.outputs == 1 << 18)
        let low = levels([(0x3F20_001C, 1 << 18), (0x3F20_0004, 1 << 24), (0x3F20_0028, 1 << 18 | 1 << 4)])
        #expect(!low.isHigh(18) && low.isHigh(4))
    }

    @Test("a line that turns into an input falls to its pull: OE on line 18 lights the panel")
    func released() {
        var levels = levels([(0x3F20_001C, 1 << 18), (0x3F20_0004, 1 << 24)])
        let changes = levels.obey(RegisterWrite(time: 0, address: 0x3F20_0004, value: 0))
        #expect(changes == 1 << 18 && !levels.isHigh(18))
        // Another function than output does not drive it either.
        _ = levels.obey(RegisterWrite(time: 0, address: 0x3F20_0004, value: 4 << 24))
        #expect(!levels.isHigh(18))
    }

    @Test("pulls change by the pull register and its clock")
    func pulls() {
        let levels = levels([
            (0x3F20_0094, 2), (0x3F20_0098, 1 << 18), (0x3F20_0094, 1), (0x3F20_0098, 1 << 4), (0x3F20_0094, 0),
            (0x3F20_0098, 0),
        ])
        #expect(levels.isHigh(18) && !levels.isHigh(4) && levels.isHigh(8))
    }

    @Test("writes elsewhere, to the lines from 32 on among them, change nothing")
    func others() {
        var levels = GPIOLevels()
        for address: UInt32 in [0x3F20_0020, 0x3F20_002C, 0x3F20_004C, 0x3F20_4000, 0x3F20_4004] {
            let changes = levels.obey(RegisterWrite(time: 0, address: address, value: .max))
            expectEqual(changes, 0)
        }
    }
}

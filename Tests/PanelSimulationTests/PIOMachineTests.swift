import PanelDrivers
import SignTestSupport
import Testing

@testable import PanelSimulation

/// Single instructions, whose words and effects are those of the data sheet of the RP2040, chapter 3.4.
@Suite("PIO machine")
struct PIOMachineTests {
    /// OE on line 4, CLK on line 5, OUT on lines 0 to 27.
    private let configuration = PIOProgram.Configuration(outputEnable: 4, clock: 5, divider: 1)

    private func machine(_ program: [UInt16], _ words: [UInt32] = [], feed: PIOFeed = .full) -> PIOMachine {
        var machine = PIOMachine(program: program, configuration: configuration, feed: feed)
        machine.send(words)
        return machine
    }

    @Test("The configuration is what its registers have to be")
    func registers() {
        expectEqual(configuration.execution, 0x4001_1002)
        expectEqual(configuration.shifting, 0x400A_0000)
        expectEqual(configuration.pins, 0x45C0_1480)
        expectEqual(configuration.divider, 0x0001_0000)
        let moved = PIOProgram.Configuration(outputEnable: 18, clock: 17, divider: 2, origin: 3)
        expectEqual(moved.execution, 0x4001_4182)
        expectEqual(moved.pins, 0x45C0_4640)
        expectEqual(moved.divider, 0x0002_0000)
    }

    @Test("SET drives its line, and sets a register")
    func set() {
        // set pins, 1; set x, 5; set y, 31
        var machine = machine([0xE001, 0xE025, 0xE05F])
        machine.step()
        expectEqual(machine.levels, 1 << 4)
        machine.step()
        machine.step()
        #expect(machine.x == 5 && machine.y == 31 && machine.time == 3)
    }

    @Test("OUT takes bits from the right, and the next word after 32")
    func out() {
        // out y, 4; out x, 28; out pins, 28; out null, 4; out y, 32
        var machine = machine([0x6044, 0x603C, 0x601C, 0x6064, 0x6040], [0x1234_567A, 0x8BCD_EF01, 0xFFFF_FFFF])
        // The shift register is empty at first.
        machine.step()
        machine.step()
        expectEqual(machine.y, 0xA)
        machine.step()
        expectEqual(machine.x, 0x123_4567)
        machine.step()
        expectEqual(machine.levels, 0xBCD_EF01)
        machine.step()
        machine.step()
        #expect(machine.y == 0xFFFF_FFFF && machine.stalls == [0])
    }

    @Test("OUT waits for a word, and takes a cycle more when that has come")
    func stalls() {
        // out x, 32; out y, 32
        var machine = machine([0x6020, 0x6040], [7, 9], feed: .steady(cycles: 5))
        for _ in 0..<2 { machine.step() }
        expectEqual(machine.x, 7)
        while machine.y != 9 { machine.step() }
        expectEqual(machine.stalls, [0, 2, 3, 4, 5])
        expectEqual(machine.time, 7)
    }

    @Test("JMP looks at its condition, and counts down whether it jumps or not")
    func jumps() {
        // set x, 1; jmp x-- 3; nop; jmp x-- 0; jmp !x 7
        var machine = machine([0xE021, 0x0043, 0xA042, 0x0040, 0x0027])
        for _ in 0..<2 { machine.step() }
        #expect(machine.place == 3 && machine.x == 0)
        machine.step()
        #expect(machine.place == 4 && machine.x == 0xFFFF_FFFF)
        machine.step()
        expectEqual(machine.place, 5)
        // jmp !y 9; jmp y-- 0
        var other = self.machine([0x0069, 0, 0, 0, 0, 0, 0, 0, 0, 0x0080, 0x0000])
        other.step()
        expectEqual(other.place, 9)
        other.step()
        #expect(other.place == 10 && other.y == 0xFFFF_FFFF)
    }

    @Test("MOV reads the status: all ones below two words in the queue")
    func status() {
        // mov y, status; out null, 32
        var machine = machine([0xA045, 0x6060, 0xA045, 0x6060, 0xA045], [1, 2, 3])
        machine.step()
        expectEqual(machine.y, 0)
        machine.step()
        machine.step()
        // One word is in the shift register, and one is left.
        expectEqual(machine.y, 0xFFFF_FFFF)
    }

    @Test("Side-set is optional, wins over OUT, and shares its bits with the delay")
    func sideSet() {
        // out pins, 28 side 0; nop side 1 [7]; nop [3]
        var machine = machine([0x701C, 0xBF42, 0xA342], [0x0FFF_FFFF])
        machine.step()
        machine.step()
        expectEqual(machine.levels, 0x0FFF_FFDF)
        machine.step()
        #expect(machine.levels == 0x0FFF_FFFF && machine.time == 10)
        machine.step()
        #expect(machine.levels == 0x0FFF_FFFF && machine.time == 14)
    }

    @Test(
        "A jump to itself takes a cycle for each count and one more; the program begins again after its last instruction"
    )
    func loops() {
        var program = [UInt16](repeating: 0xA042, count: 18)
        // set x, 20; jmp x-- 1
        program[0] = 0xE034
        program[1] = 0x0041
        var machine = machine(program)
        while machine.place != 2 { machine.step() }
        #expect(machine.time == 22 && machine.x == 0xFFFF_FFFF)
        for _ in 2..<18 { machine.step() }
        expectEqual(machine.place, 0)
    }
}

import PanelDrivers
import SignTestSupport
import Testing

@testable import LinuxHardware

/// Expected values are those of the data sheets: BCM2835 ARM Peripherals tables 6-2 to 6-7, RP1 Peripherals tables 3-6 and 3-7.
@Suite struct LineFunctionsTests {
    private func text(_ stores: [DarkPlan.Store]) -> [String] {
        stores.map { store in
            [store.offset, store.value, store.mask].map { String($0, radix: 16) }.joined(separator: " ")
        }
    }

    @Test("BCM chips have three bits for each line, ten lines in a register; ALT2 is 110, an output 001, an input 000")
    func functionsOfBCM() {
        let functions = GPIOBlock.bcm2837
        expectEqual(text(functions.stores(4, .display)), ["0 6000 7000"])
        expectEqual(text(functions.stores(18, .display)), ["4 6000000 7000000"])
        expectEqual(text(functions.stores(27, .output)), ["8 200000 e00000"])
        expectEqual(text(functions.stores(20, .input)), ["8 0 7"])
        expectEqual(functions.stores(18, .display), GPIOBlock.bcm2711.stores(18, .display))
    }

    @Test("a panel is dark when output enable is high, and then an output: no other line of its register changes")
    func darkeningOfBCM() {
        expectEqual(
            text(GPIOBlock.bcm2837.darkening(outputEnable: 18)),
            [
                "1c 40000 ffffffff", "4 1000000 7000000",
            ])
    }

    @Test("an RP1 has a register for each line: function 1 for the display, 5 for software, which has the direction")
    func functionsOfRP1() {
        let functions = GPIOBlock.rp1
        expectEqual(text(functions.stores(18, .display)), ["94 1 f01f"])
        expectEqual(text(functions.stores(18, .input)), ["13004 40000 ffffffff", "94 5 f01f"])
        expectEqual(
            text(functions.darkening(outputEnable: 18)),
            [
                "12000 40000 ffffffff", "12004 40000 ffffffff", "94 5 f01f",
            ])
    }

    @Test("stores with a mask keep the other bits, and stores without one do not read")
    func masks() {
        var memory: [Int: UInt32] = [4: 0x3F_FFFF_FF, 0x1C: 0xFFFF]
        var reads: [Int] = []
        for store in GPIOBlock.bcm2711.darkening(outputEnable: 18) {
            store.make(
                read: { offset in
                    reads.append(offset)
                    return memory[offset] ?? 0
                },
                write: { memory[$0] = $1 })
        }
        expectEqual(memory, [4: 0x39_FFFF_FF, 0x1C: 0x4_0000])
        expectEqual(reads, [4])
    }

    @Test("output enable is pulled up: by a sequence on BCM2837, by two bits on BCM2711")
    func pulls() {
        var log: [String] = []
        func pull(_ block: GPIOBlock) -> [String] {
            log = []
            block.pullUp(
                18, read: { _ in 0xAAAA_AAAA },
                write: { log.append("\(String($0, radix: 16)) \(String($1, radix: 16))") },
                wait: { log.append("wait") })
            return log
        }
        expectEqual(pull(.bcm2837), ["94 2", "wait", "98 40000", "wait", "94 0", "98 0"])
        // Two bits a line: 18 has 5 and 4 of the second register.
        expectEqual(pull(.bcm2711), ["e8 aaaaaa9a"])
        expectEqual(pull(.rp1), [])
    }
}

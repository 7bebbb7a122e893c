import PanelDrivers
import PanelSimulation
import PiTraces
import SignTestSupport
import Testing

@Suite struct SPIFolderTests {
    /// Plays writes to modules that hang on the SPI controller.
    private func play(_ writes: [(UInt32, UInt32)]) -> (SPIFolder, SimulatedMAX7219Chain) {
        var folder = SPIFolder()
        var chain = SimulatedMAX7219Chain(
            count: 1, allowing: Set(MAX7219ViolationKind.allCases).subtracting([.wordLength]))
        for (time, write) in writes.enumerated() {
            let write = RegisterWrite(time: Int64(time), address: write.0, value: write.1)
            folder.obey(write, at: write.time, into: &chain)
        }
        return (folder, chain)
    }

    /// Line 8 becomes an output that is high.
    private let setUp: [(UInt32, UInt32)] = [(0x3F20_001C, 0x100), (0x3F20_0000, 1 << 24)]

    /// A transfer as the kernel's driver makes it: selected, the bytes, the FIFOs emptied, no longer selected.
    private func transfer(_ bytes: [UInt32]) -> [(UInt32, UInt32)] {
        let before: [(UInt32, UInt32)] = [(0x3F20_0028, 0x100), (0x3F20_4000, 0x83)]
        let after: [(UInt32, UInt32)] = [(0x3F20_4000, 0x5_0033), (0x3F20_001C, 0x100)]
        return before + bytes.map { (0x3F20_4004, $0) } + after
    }

    @Test("bytes reach the chips when chip select rises: normal operation, and a row of digit 0")
    func bytes() {
        var message = setUp
        message.append((0x3F20_4000, 0x3))
        for bytes: [UInt32] in [[0x0C, 0x01], [0x0B, 0x07], [0x01, 0xA1]] { message += transfer(bytes) }
        let (folder, chain) = play(message)
        #expect(folder.messages == 1 && folder.bytes == 6 && !folder.isSelected)
        #expect(chain.chips[0].isOn && chain.violations.isEmpty)
        let row = (0..<8).map { chain.picture[$0, 0] }
        expectEqual(row, [true, false, true, false, false, false, false, true])
    }

    @Test("a message more is counted, and a byte too few is a violation")
    func counts() {
        var message = setUp
        message.append((0x3F20_4000, 0x3))
        message += transfer([0x0C, 0x01])
        message.append((0x3F20_4000, 0x3))
        message += transfer([0x0C])
        let (folder, chain) = play(message)
        expectEqual(folder.messages, 2)
        expectEqual(chain.violations.count, 1)
    }

    @Test("without a rising edge of chip select nothing is obeyed")
    func notLatched() {
        let (folder, chain) = play(setUp + [(0x3F20_0028, 0x100), (0x3F20_4004, 0x0C), (0x3F20_4004, 0x01)])
        #expect(folder.isSelected && !chain.chips[0].isOn)
    }
}

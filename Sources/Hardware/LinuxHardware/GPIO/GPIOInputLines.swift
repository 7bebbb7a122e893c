import CGPIOLines
import Glibc
import PanelDrivers

/// Lines of one GPIO chip that are held as inputs, so that no program makes them outputs while the value exists.
struct GPIOInputLines: ~Copyable {
    private let lines: OpaquePointer

    /// Takes the lines.
    ///
    /// - Parameters:
    ///   - chip: the chip.
    ///   - numbers: 1 to 64 lines, each once.
    init(chip: GPIOChip, lines numbers: [Int]) throws(HardwareError) {
        let lines = numbers.map(GPIOLine.offset)
        let offsets = try GPIOOutputLines.offsets(of: lines, on: chip)
        self.lines = try chip.request(lines, offsets: offsets) {
            gpio_lines_request_inputs(chip.path, offsets, UInt32(offsets.count), GPIOChip.consumer)
        }
    }

    deinit {
        gpio_lines_release(lines)
    }
}

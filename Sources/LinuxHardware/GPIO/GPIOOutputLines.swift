import CGPIOLines
import Glibc
import HardwareInterfaces

/// Output lines of one GPIO chip, held through libgpiod: nobody else can take them as long as the value lives.
///
/// After it, the lines of a Raspberry Pi keep their levels.
public struct GPIOOutputLines: OutputPort, ~Copyable {
    /// What a call of the kernel can answer.
    public typealias Failure = HardwareError

    /// The device file of the chip.
    public let path: String
    /// The number of lines; bit i of levels and masks is line i of the request.
    public let count: Int
    private let lines: OpaquePointer

    /// Takes the lines as outputs.
    ///
    /// - Parameters:
    ///   - label: the label of the chip, such as pinctrl-bcm2711; nil for the header chip of any Raspberry Pi.
    ///   - lines: 1 to 64 lines, each once.
    ///   - levels: the first levels; bit i is line i.
    /// - Throws: an error that names the cure: the labels that there are, who holds a line, the group to join.
    public init(chip label: String? = nil, lines: [GPIOLine], levels: UInt64) throws(HardwareError) {
        try self.init(chip: try GPIOChip.find(label: label), lines: lines, levels: levels)
    }

    /// Takes lines of a chip that was found.
    init(chip: GPIOChip, lines: [GPIOLine], levels: UInt64) throws(HardwareError) {
        let offsets = try Self.offsets(of: lines, on: chip)
        guard let request = gpio_lines_request(chip.path, offsets, UInt32(offsets.count), levels, "ledsign") else {
            let code = errno
            throw HardwareProblem.request(
                of: lines, chip: chip, code: code, taken: code == EBUSY ? chip.taken(offsets) : [])
        }
        self.lines = request
        path = chip.path
        count = offsets.count
    }

    deinit {
        gpio_lines_release(lines)
    }

    /// Drives the lines of a mask by one call of the kernel; an empty mask makes none.
    ///
    /// The kernel changes the lines of a Raspberry Pi one after the other. Allocates nothing.
    public mutating func set(_ levels: UInt64, mask: UInt64) throws(HardwareError) {
        let code = drive(levels, mask: mask)
        if code != 0 { throw HardwareProblem.driving(path, code: code) }
    }

    /// Does it and returns 0 or the error number.
    func drive(_ levels: UInt64, mask: UInt64) -> Int32 {
        precondition(count == 64 || mask >> UInt64(count) == 0, "the mask names a line that the request does not have")
        if mask == 0 { return 0 }
        while gpio_lines_set(lines, levels, mask) != 0 {
            if errno != EINTR { return errno }
        }
        return 0
    }

    /// The places of lines on a chip.
    static func offsets(of lines: [GPIOLine], on chip: GPIOChip) throws(HardwareError) -> [UInt32] {
        guard (1...64).contains(lines.count) else {
            throw HardwareProblem.request(of: [], chip: chip, reason: "\(lines.count) were asked for, 1 to 64 can be")
        }
        var offsets: [UInt32] = []
        for line in lines {
            let offset = try chip.offset(of: line)
            if offsets.contains(offset) {
                throw HardwareProblem.request(of: [line], chip: chip, reason: "it is asked for twice")
            }
            offsets.append(offset)
        }
        return offsets
    }
}

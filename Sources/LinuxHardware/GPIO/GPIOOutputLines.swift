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
    /// Shared with those that make the panel dark in place of this process; nil without them.
    ///
    /// Setting lines beats, and fails with ECANCELED when the process is dying.
    public var watch: RefreshWatch?
    private let lines: OpaquePointer
    private let offsets: [UInt32]
    private let label: String

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
        self.lines = try chip.request(lines, offsets: offsets) {
            gpio_lines_request(chip.path, offsets, UInt32(offsets.count), levels, GPIOChip.consumer)
        }
        self.offsets = offsets
        label = chip.label
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
        if let watch {
            watch.heartbeat.beat()
            if watch.isAbandoned { return ECANCELED }
        }
        return set(levels, ofLines: mask)
    }

    /// Makes the call of the kernel, also when the process is dying; returns 0 or the error number.
    func set(_ levels: UInt64, ofLines mask: UInt64) -> Int32 {
        while gpio_lines_set(lines, levels, mask) != 0 {
            if errno != EINTR { return errno }
        }
        return 0
    }

    /// The request, for a plan to make it dark; nil where libgpiod does not tell the descriptor.
    func darkLines(restLevels: UInt64) -> DarkPlan.Lines? {
        let descriptor = gpio_lines_descriptor(lines)
        guard descriptor >= 0 else { return nil }
        return DarkPlan.Lines(
            descriptor: descriptor, generation: UInt32(gpio_lines_api_generation()), chip: path, offsets: offsets,
            restLevels: restLevels, areKept: SystemFacts.keepsOutputs(ofChip: label))
    }

    /// How chips on a bus of three of these lines are made dark, from wherever in a transfer the bus is.
    ///
    /// - Parameters:
    ///   - stop: what makes the chips dark; lines 0, 1 and 2 are clock, data and chip select.
    ///   - clockRate: the highest rate in hertz.
    /// - Throws: where the descriptor of the request is not known.
    public func darkPlan(stop: SPIMessage, clockRate: Int) throws(HardwareError) -> DarkPlan {
        guard let lines = darkLines(restLevels: 0b100) else { throw HardwareProblem.unknownRequest(path) }
        return DarkPlan(
            lines: lines, action: .bitBang(clockRate: UInt32(clamping: max(clockRate, 1)), stop: stop))
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

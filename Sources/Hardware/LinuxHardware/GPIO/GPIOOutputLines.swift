import CFailDark
import CGPIOLines
import Glibc
import PanelDrivers

/// Output lines of one GPIO chip, held through libgpiod: no other process can take them while the value exists.
///
/// After it, the lines of a Raspberry Pi keep their levels.
package struct GPIOOutputLines: OutputPort, ~Copyable {
    /// The error of a system call.
    package typealias Failure = HardwareError

    /// The device file of the chip.
    package let path: String
    /// The number of lines; bit i of levels and masks is line i of the request.
    package let count: Int
    /// Shared with the signal handlers and the guardian, which make the panel dark in place of this process; nil without them.
    ///
    /// Setting lines beats, and fails with ECANCELED when the process is dying.
    package var watch: RefreshWatch?
    private let lines: OpaquePointer
    /// Lines that are held as inputs, so that no program makes them outputs; nil without any.
    private let inputs: OpaquePointer?
    private let offsets: [UInt32]
    private let label: String

    /// Takes 1 to 64 lines, each once, as outputs with their first levels; bit i is line i.
    ///
    /// - Parameter label: the label of the chip, such as pinctrl-bcm2711; nil for the header chip of any Raspberry Pi.
    /// - Throws: an error that names the fix: the labels that there are, the holder of a line, the group to join.
    package init(chip label: String? = nil, lines: [GPIOLine], levels: UInt64) throws(HardwareError) {
        try self.init(chip: try GPIOChip.find(label: label), lines: lines, levels: levels)
    }

    /// Takes the lines of a port of scan programs: the inputs first, because two outputs that are tied together damage each other, and
    /// then the outputs, which are at rest from the first instant; bit i of their levels is `lines.outputs[i]`.
    init(_ lines: ScanLines, on chip: GPIOChip) throws(HardwareError) {
        for line in lines.inputs where lines.outputs.contains(line) {
            throw HardwareError.request(
                of: [.offset(line)], chip: chip, reason: "it is given as an input and as an output")
        }
        try self.init(
            chip: chip, lines: lines.outputs.map(GPIOLine.offset), levels: lines.restLevels,
            inputs: lines.inputs.map(GPIOLine.offset))
    }

    /// Takes lines of a chip that was found.
    init(
        chip: GPIOChip, lines: [GPIOLine], levels: UInt64, inputs: [GPIOLine] = []
    ) throws(HardwareError) {
        let offsets = try Self.offsets(of: lines, on: chip)
        var held: OpaquePointer?
        if !inputs.isEmpty {
            let offsets = try Self.offsets(of: inputs, on: chip)
            held = try chip.request(inputs, offsets: offsets) {
                gpio_lines_request_inputs(chip.path, offsets, UInt32(offsets.count), GPIOChip.consumer)
            }
        }
        let taken: OpaquePointer
        do throws(HardwareError) {
            taken = try chip.request(lines, offsets: offsets) {
                gpio_lines_request(chip.path, offsets, UInt32(offsets.count), levels, GPIOChip.consumer)
            }
        } catch {
            gpio_lines_release(held)
            throw error
        }
        self.lines = taken
        self.inputs = held
        self.offsets = offsets
        label = chip.label
        path = chip.path
        count = offsets.count
    }

    deinit {
        gpio_lines_release(lines)
        gpio_lines_release(inputs)
    }

    /// The mask of all lines.
    var all: UInt64 { ~0 >> UInt64(64 - count) }

    /// Drives the lines of a mask by one system call; an empty mask makes no call.
    ///
    /// The kernel changes the lines of a Raspberry Pi one after the other. Does not allocate.
    package mutating func set(_ levels: UInt64, mask: UInt64) throws(HardwareError) {
        let code = drive(levels, mask: mask)
        if code != 0 { throw HardwareError.driving(path, code: code) }
    }

    /// Drives lines unless the process is dying; returns 0 or the error number.
    func drive(_ levels: UInt64, mask: UInt64) -> Int32 {
        precondition(count == 64 || mask >> UInt64(count) == 0, "the mask names a line that the request does not have")
        if mask == 0 { return 0 }
        if let watch {
            watch.beat()
            if watch.isAbandoned { return ECANCELED }
        }
        return set(levels, ofLines: mask)
    }

    /// Makes the system call, also when the process is dying; returns 0 or the error number.
    func set(_ levels: UInt64, ofLines mask: UInt64) -> Int32 {
        while gpio_lines_set(lines, levels, mask) != 0 {
            if errno != EINTR { return errno }
        }
        return 0
    }

    /// The request, for a plan to make it dark.
    ///
    /// - Throws: if libgpiod does not give the descriptor, so that the guardian cannot make the lines dark.
    func darkLines(restLevels: UInt64) throws(HardwareError) -> fail_dark_lines {
        var plan = fail_dark_lines()
        plan.descriptor = gpio_lines_descriptor(lines)
        guard plan.descriptor >= 0 else {
            throw HardwareError(
                operation: "watch lines of", path: path, code: ENOENT,
                reason: "their descriptor is not in /proc/self/fd", fix: "mount /proc")
        }
        plan.generation = UInt32(gpio_lines_api_generation())
        plan.count = UInt32(offsets.count)
        plan.rest_levels = restLevels
        plan.are_kept = MachineFiles.here.keepsOutputs(ofChip: label)
        withUnsafeMutableBytes(of: &plan.offsets) { target in
            offsets.withUnsafeBytes { source in
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.prefix(target.count)))
            }
        }
        let name = DarkPlan.chipName(ofFile: path)
        withUnsafeMutableBytes(of: &plan.chip) { $0.copyBytes(from: name.utf8.prefix($0.count - 1)) }
        return plan
    }

    /// How chips on a bus of these lines, clock, data and chip select, are made dark from any point within a transfer: by `stop`, at
    /// `clockRate` hertz at most.
    ///
    /// - Throws: if the descriptor of the request is not known.
    package func darkPlan(stop: SPIMessage, clockRate: Int) throws(HardwareError) -> DarkPlan {
        DarkPlan(
            lines: try darkLines(restLevels: 0b100),
            action: .bitBang(clockRate: UInt32(clamping: max(clockRate, 1)), stop: stop))
    }

    /// The places of lines on a chip.
    static func offsets(of lines: [GPIOLine], on chip: GPIOChip) throws(HardwareError) -> [UInt32] {
        guard (1...64).contains(lines.count) else {
            throw HardwareError.request(
                of: [], chip: chip, reason: "\(lines.count) lines were given, 1 to 64 are possible")
        }
        var offsets: [UInt32] = []
        for line in lines {
            let offset = try chip.offset(of: line)
            if offsets.contains(offset) {
                throw HardwareError.request(of: [line], chip: chip, reason: "it is given twice")
            }
            offsets.append(offset)
        }
        return offsets
    }
}

/// The GPIO lines that a port of scan programs takes; numbers are those after "GPIO", 0 to 55.
package struct ScanLines: Hashable, Sendable {
    /// The lines that programs drive, in ascending order, output enable among them.
    package let outputs: [Int]
    /// Output enable: high, and the panel dark, before the first program, after the last, and after an error.
    package let outputEnable: Int
    /// Lines that are requested as inputs first, because the board connects them to outputs.
    package let inputs: [Int]

    /// Creates the description; duplicate lines are used once, and `outputs` may leave output enable out.
    package init(outputs: [Int], outputEnable: Int, inputs: [Int] = []) {
        self.outputs = Set(outputs + [outputEnable]).sorted()
        self.outputEnable = outputEnable
        self.inputs = Set(inputs).sorted()
    }

    /// The levels at rest, bit i for the line `outputs[i]`: output enable is high.
    var restLevels: UInt64 {
        outputs.firstIndex(of: outputEnable).map { 1 << UInt64($0) } ?? 0
    }

    /// Throws for an output that the registers of a chip, or the words of scan programs, do not reach.
    func check(upTo last: Int, of chip: GPIOChip) throws(HardwareError) {
        for line in outputs where !(0...last).contains(line) {
            throw HardwareError(
                operation: "drive", path: "line \(line) of \(chip.path)", code: EINVAL,
                reason: "only the lines 0 to \(last) of a \(chip.label) can be driven",
                fix: "wire the panel to other lines")
        }
    }
}

/// Output lines for buzzers, bells and relays, at rest from the start.
///
/// In programs with a ``FailDark``, fatal signals bring them to rest. Released lines keep their levels, so drive them
/// to rest first.
package final class CueLines {
    private var lines: GPIOOutputLines
    private let number: Int32

    /// Takes 1 to 64 lines, each once, with their levels at rest; bit i is line i.
    ///
    /// - Throws: as ``GPIOOutputLines`` does.
    package init(chip label: String? = nil, lines: [GPIOLine], restLevels: UInt64) throws(HardwareError) {
        self.lines = try GPIOOutputLines(chip: label, lines: lines, levels: restLevels)
        if let plan = try? self.lines.darkLines(restLevels: restLevels) {
            number = fail_dark_add_resting(
                plan.descriptor, plan.generation, plan.count, plan.rest_levels)
        } else {
            number = -1
        }
    }

    deinit { fail_dark_remove_resting(number) }

    /// Drives the lines of a mask; returns why that failed, or nil.
    ///
    /// Does nothing after a fatal signal, which has brought them to rest.
    package func drive(_ levels: UInt64, mask: UInt64) -> String? {
        guard !fail_dark_is_resting() else { return nil }
        do throws(HardwareError) {
            try lines.set(levels, mask: mask)
            // The signal may have come in between, on another thread.
            if fail_dark_is_resting() { fail_dark_rest() }
            return nil
        } catch {
            return error.description
        }
    }
}

import CFailDark
import CGPIOLines
import Glibc
import PanelDrivers

/// A GPIO chip of this machine; found by its label, because numbers differ between kernels.
struct GPIOChip: Equatable, Sendable {
    /// The device file, without symbolic links.
    let path: String
    /// The name of its driver, such as pinctrl-rp1.
    let label: String
    let lines: Int

    /// Finds the chip with a label; nil means the header chip of any Raspberry Pi.
    static func find(label: String?) throws(HardwareError) -> GPIOChip {
        let (chips, problem) = all()
        for wanted in label.map({ [$0] }) ?? RaspberryPiHeader.chipLabels {
            for chip in chips where chip.label == wanted { return chip }
        }
        // The chip may be among those that cannot be opened.
        if let problem { throw problem }
        let names = chips.map { "\($0.label) (\($0.path))" }.joined(separator: ", ")
        throw HardwareError(
            operation: "find",
            path: label.map { "a GPIO chip with the label \($0)" } ?? "the GPIO chip of a Raspberry Pi's header",
            code: ENODEV, reason: "this machine has \(chips.isEmpty ? "no /dev/gpiochip*" : names)",
            fix: chips.isEmpty
                ? "use a Raspberry Pi, or a kernel with GPIO character devices"
                : "give the label of the chip that the panel is wired to")
    }

    /// All chips without duplicates, and the error of the first one that could not be opened.
    private static func all() -> (chips: [GPIOChip], problem: HardwareError?) {
        var chips: [GPIOChip] = []
        var problem: HardwareError?
        var seen: Set<String> = []
        for name in MachineFiles.here.devices(prefix: "gpiochip") {
            let path = MachineFiles.resolved(name)
            guard seen.insert(path).inserted else { continue }
            var description = gpio_lines_chip()
            if gpio_lines_describe_chip(path, &description) == 0 {
                chips.append(
                    GPIOChip(path: path, label: String(cArray: description.label), lines: Int(description.lines)))
            } else if errno != ENOTTY {
                problem = problem ?? HardwareError.opening(path, code: errno)
            }
        }
        return (chips, problem)
    }

    /// Returns the place of a line on the chip.
    func offset(of line: GPIOLine) throws(HardwareError) -> UInt32 {
        switch line {
        case .offset(let offset):
            guard (0..<lines).contains(offset) else { throw HardwareError.missingLine(line, of: self) }
            return UInt32(offset)
        case .name(let name):
            let offset = gpio_lines_find(path, name)
            if offset >= 0 { return UInt32(offset) }
            let code = errno
            throw code == ENOENT
                ? HardwareError.missingLine(line, of: self) : HardwareError.opening(path, code: code)
        }
    }

    /// The lines in use among these, such as "line 17 (GPIO17)", and their holders.
    func taken(_ offsets: [UInt32]) -> [(line: String, consumer: String)] {
        offsets.compactMap { offset in
            var description = gpio_lines_line()
            guard gpio_lines_describe_line(path, offset, &description) == 0, description.is_used else { return nil }
            let name = String(cArray: description.name)
            return (
                line: "line \(offset)" + (name.isEmpty ? "" : " (\(name))"),
                consumer: String(cArray: description.consumer)
            )
        }
    }
}

/// Requests for lines that a guardian may hold for a panel whose owner is gone.
extension GPIOChip {
    /// The consumer name of lines that this program holds.
    static let consumer = "ledsign"
    /// How often lines that this program holds are asked for, and how long a guardian has to give them back.
    private static let attempts = 15
    private static let milliseconds: Int32 = 20
    private static let maximumMillisecondsOfAnswer: Int32 = 1_000

    /// Requests lines; if a guardian holds some of them, asks for them and requests them again.
    ///
    /// A guardian that makes a panel dark at this moment is waited for; so is an owner that is ending, for 0.3 s.
    func request(
        _ lines: [GPIOLine], offsets: [UInt32], by request: () -> OpaquePointer?
    ) throws(HardwareError) -> OpaquePointer {
        var attempt = 0
        while true {
            if let lines = request() { return lines }
            let code = errno
            let taken = code == EBUSY ? self.taken(offsets) : []
            attempt += 1
            guard attempt <= Self.attempts, taken.contains(where: { $0.consumer == Self.consumer }) else {
                throw HardwareError.request(of: lines, chip: self, code: code, taken: taken)
            }
            let given = fail_dark_ask_for_lines(
                DarkPlan.chipName(ofFile: path), offsets, UInt32(offsets.count), Self.maximumMillisecondsOfAnswer)
            if given == 0 { poll(nil, 0, Self.milliseconds) }
        }
    }
}

/// Errors of GPIO lines.
extension HardwareError {
    /// A line that the chip does not have.
    static func missingLine(_ line: GPIOLine, of chip: GPIOChip) -> HardwareError {
        let reason =
            switch line {
            case .offset: "the chip \(chip.label) has the lines 0 to \(chip.lines - 1)"
            case .name: "the chip \(chip.label) has no line of that name"
            }
        return HardwareError(
            operation: "find", path: "\(line) of \(chip.path)", code: EINVAL, reason: reason,
            fix: "gpioinfo (package gpiod) lists the lines and their names")
    }

    /// A request that cannot be made, or that the kernel refuses; `taken` are the lines in use, with the names of their holders.
    static func request(
        of lines: [GPIOLine], chip: GPIOChip, code: Int32 = EINVAL, reason: String? = nil,
        taken: [(line: String, consumer: String)] = []
    ) -> HardwareError {
        let holders = taken.map { taken in
            "\(taken.consumer.isEmpty ? "an unnamed holder" : taken.consumer) holds \(taken.line)"
        }
        let names = lines.isEmpty ? "lines" : lines.map(\.description).joined(separator: ", ")
        let fix =
            holders.joined(separator: ", ")
            + ": stop that program, or disable that driver in \(MachineFiles.here.configurationFile)"
        return HardwareError(
            operation: "request", path: "\(names) of \(chip.path)", code: code, reason: reason,
            fix: holders.isEmpty ? nil : fix)
    }

    /// Lines that could not be driven.
    static func driving(_ chip: String, code: Int32) -> HardwareError {
        HardwareError(operation: "drive lines of", path: chip, code: code)
    }
}

import Glibc
import PanelDrivers

/// Errors of GPIO lines.
extension HardwareError {
    /// A missing chip; `found` lists the chips of this machine.
    static func missingChip(_ label: String?, found: [GPIOChip]) -> HardwareError {
        let wanted = label.map { "a GPIO chip with the label \($0)" } ?? "the GPIO chip of a Raspberry Pi's header"
        if found.isEmpty {
            return HardwareError(
                operation: "find", path: wanted, code: ENODEV, reason: "this machine has no /dev/gpiochip*",
                fix: "use a Raspberry Pi, or a kernel with GPIO character devices")
        }
        let chips = found.map { "\($0.label) (\($0.path))" }.joined(separator: ", ")
        return HardwareError(
            operation: "find", path: wanted, code: ENODEV, reason: "this machine has \(chips)",
            fix: "give the label of the chip that the panel is wired to")
    }

    /// A chip whose device file cannot be opened.
    static func openingChip(_ path: String, code: Int32) -> HardwareError {
        let fix: String? =
            switch code {
            case EACCES: SystemFacts.ownership(of: path).map(fixOfOwnership)
            case EPERM: "in a container, give it the device: --device \(path)"
            default: nil
            }
        return HardwareError(operation: "open", path: path, code: code, fix: fix)
    }

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

    /// A request that cannot be made: too many lines, or the same line twice.
    static func request(of lines: [GPIOLine], chip: GPIOChip, reason: String) -> HardwareError {
        let names = lines.map(\.description).joined(separator: ", ")
        return HardwareError(
            operation: "request", path: "\(names.isEmpty ? "lines" : names) of \(chip.path)", code: EINVAL,
            reason: reason)
    }

    /// A request that the kernel refuses; `taken` are the lines in use, with the names of their holders.
    static func request(
        of lines: [GPIOLine], chip: GPIOChip, code: Int32, taken: [(line: String, consumer: String)]
    ) -> HardwareError {
        let holders = taken.map { taken in
            "\(taken.consumer.isEmpty ? "an unnamed holder" : taken.consumer) holds \(taken.line)"
        }
        let names = lines.map(\.description).joined(separator: ", ")
        let fix =
            holders.isEmpty
            ? nil
            : holders.joined(separator: ", ")
                + ": stop that program, or disable that driver in \(SystemFacts.configurationFile)"
        return HardwareError(operation: "request", path: "\(names) of \(chip.path)", code: code, fix: fix)
    }

    /// Lines whose descriptor libgpiod does not give, so that the guardian cannot make them dark.
    static func unknownRequest(_ chip: String) -> HardwareError {
        HardwareError(
            operation: "watch lines of", path: chip, code: ENOENT, reason: "their descriptor is not in /proc/self/fd",
            fix: "mount /proc")
    }

    /// Lines that could not be driven.
    static func driving(_ chip: String, code: Int32) -> HardwareError {
        HardwareError(operation: "drive lines of", path: chip, code: code)
    }
}

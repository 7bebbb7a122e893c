import Glibc
import HardwareInterfaces

/// The wording of what can go wrong with GPIO lines.
extension HardwareProblem {
    /// A chip that is not there; `found` are those that are.
    static func missingChip(_ label: String?, found: [GPIOChip]) -> HardwareError {
        let wanted = label.map { "a GPIO chip with the label \($0)" } ?? "the GPIO chip of a Raspberry Pi's header"
        if found.isEmpty {
            return HardwareError(
                operation: "find", path: wanted, code: ENODEV, reason: "this machine has no /dev/gpiochip*",
                cure: "use a Raspberry Pi, or a kernel with GPIO character devices")
        }
        let chips = found.map { "\($0.label) (\($0.path))" }.joined(separator: ", ")
        return HardwareError(
            operation: "find", path: wanted, code: ENODEV, reason: "this machine has \(chips)",
            cure: "name the label of the chip that the panel is wired to")
    }

    /// A chip whose device file cannot be opened.
    static func openingChip(_ path: String, code: Int32) -> HardwareError {
        let cure: String? =
            switch code {
            case EACCES: SystemFacts.ownership(of: path).map(cureOfOwnership)
            case EPERM: "in a container, give it the device: --device \(path)"
            default: nil
            }
        return HardwareError(operation: "open", path: path, code: code, cure: cure)
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
            cure: "gpioinfo, of the package gpiod, lists the lines and their names")
    }

    /// A number of lines that no request can have, or a line that is asked for twice.
    static func request(of lines: [GPIOLine], chip: GPIOChip, reason: String) -> HardwareError {
        let names = lines.map(\.description).joined(separator: ", ")
        return HardwareError(
            operation: "request", path: "\(names.isEmpty ? "lines" : names) of \(chip.path)", code: EINVAL,
            reason: reason)
    }

    /// A request that the kernel refuses; `taken` are the lines that others hold, and their names for themselves.
    static func request(
        of lines: [GPIOLine], chip: GPIOChip, code: Int32, taken: [(line: String, consumer: String)]
    ) -> HardwareError {
        let holders = taken.map { taken in
            "\(taken.consumer.isEmpty ? "somebody without a name" : taken.consumer) holds \(taken.line)"
        }
        let names = lines.map(\.description).joined(separator: ", ")
        let cure =
            holders.isEmpty
            ? nil
            : holders.joined(separator: ", ")
                + ": end that program, or take out what enables that driver in \(SystemFacts.configurationFile)"
        return HardwareError(operation: "request", path: "\(names) of \(chip.path)", code: code, cure: cure)
    }

    /// Lines whose descriptor libgpiod does not tell, so that nobody else can make them dark.
    static func unknownRequest(_ chip: String) -> HardwareError {
        HardwareError(
            operation: "watch lines of", path: chip, code: ENOENT, reason: "their descriptor is not in /proc/self/fd",
            cure: "mount /proc")
    }

    /// The guardian, which could not be prepared or started.
    static func failDark(_ operation: String, code: Int32) -> HardwareError {
        HardwareError(operation: operation, path: "the guardian that makes the panel dark", code: code)
    }

    /// Lines that could not be driven.
    static func driving(_ chip: String, code: Int32) -> HardwareError {
        HardwareError(operation: "drive lines of", path: chip, code: code)
    }
}

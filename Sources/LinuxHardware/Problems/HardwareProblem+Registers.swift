import Glibc
import HardwareInterfaces

/// The wording of what can go wrong with registers that are mapped into memory.
extension HardwareProblem {
    /// A machine whose registers are not known.
    static func unknownMachine(model: String?, chip: GPIOChip) -> HardwareError {
        HardwareError(
            operation: "drive the registers of", path: model ?? "this machine", code: ENODEV,
            reason: model.map { "they are not known for \($0) with the GPIO chip \(chip.label)" }
                ?? "/proc/device-tree/model does not say what it is",
            cure: "use the board with its port set to gpiod, which is slower and runs on any Linux machine")
    }

    /// A line that the registers, or the words of scan programs, do not reach.
    static func lineBeyond(_ line: Int, last: Int, chip: GPIOChip) -> HardwareError {
        HardwareError(
            operation: "drive", path: "line \(line) of \(chip.path)", code: EINVAL,
            reason: "the lines 0 to \(last) of a \(chip.label) can be", cure: "wire the panel to other lines")
    }

    /// The file for GPIO registers, which is there and cannot be opened.
    static func openingRegisters(_ path: String, code: Int32) -> HardwareError {
        openingChip(path, code: code)
    }

    /// All of memory, which is opened where the file for GPIO registers is missing.
    static func openingMemory(code: Int32, instead file: String) -> HardwareError {
        let cure =
            switch code {
            case EACCES, EPERM: "it is open to root alone: use sudo, or a kernel of Raspberry Pi OS, which has \(file)"
            default: "use a kernel of Raspberry Pi OS, which has \(file)"
            }
        return HardwareError(
            operation: "open", path: "\(file), which is missing, or /dev/mem in place of it", code: code, cure: cure)
    }

    /// Registers that the kernel does not let a process see.
    static func mappingRegisters(_ path: String, code: Int32, instead file: String) -> HardwareError {
        let cure =
            path == "/dev/mem" && code == EPERM
            ? "add iomem=relaxed to the one line of /boot/firmware/cmdline.txt and reboot, "
                + "or use a kernel of Raspberry Pi OS, which has \(file)"
            : nil
        return HardwareError(operation: "map the GPIO registers of", path: path, code: code, cure: cure)
    }
}

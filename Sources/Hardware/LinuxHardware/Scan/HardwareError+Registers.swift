import Glibc
import PanelDrivers

/// Errors of memory-mapped registers.
extension HardwareError {
    /// A machine whose registers are unknown.
    static func unknownMachine(model: String?, chip: GPIOChip) -> HardwareError {
        HardwareError(
            operation: "drive the registers of", path: model ?? "this machine", code: ENODEV,
            reason: model.map { "they are unknown for \($0) with the GPIO chip \(chip.label)" }
                ?? "/proc/device-tree/model does not name the model",
            fix: "set `port: gpiod` in the board file, which is slower and works on any Linux machine")
    }

    /// A line that the registers, or the words of scan programs, do not reach.
    static func lineBeyond(_ line: Int, last: Int, chip: GPIOChip) -> HardwareError {
        HardwareError(
            operation: "drive", path: "line \(line) of \(chip.path)", code: EINVAL,
            reason: "only the lines 0 to \(last) of a \(chip.label) can be driven",
            fix: "wire the panel to other lines")
    }

    /// A line that display engines do not drive.
    static func lineOutside(_ line: Int, of lines: ClosedRange<Int>) -> HardwareError {
        HardwareError(
            operation: "drive", path: "line \(line) by the display engine", code: EINVAL,
            reason: "it drives the lines \(lines.lowerBound) to \(lines.upperBound)",
            fix: "wire the panel to these lines, or set `port: registers` in the board file")
    }

    /// A file for GPIO registers that exists and cannot be opened.
    static func openingRegisters(_ path: String, code: Int32) -> HardwareError {
        openingChip(path, code: code)
    }

    /// /dev/mem, which is opened where the file for GPIO registers is missing.
    static func openingMemory(code: Int32, instead file: String) -> HardwareError {
        let fix =
            switch code {
            case EACCES, EPERM: "only root can open it: use sudo, or a kernel of Raspberry Pi OS, which has \(file)"
            default: "use a kernel of Raspberry Pi OS, which has \(file)"
            }
        return HardwareError(
            operation: "open", path: "\(file), which is missing, or /dev/mem instead", code: code, fix: fix)
    }

    /// Registers that the kernel does not let a process map.
    static func mappingRegisters(_ path: String, code: Int32, instead file: String) -> HardwareError {
        let fix =
            path == "/dev/mem" && code == EPERM
            ? "add iomem=relaxed to the one line of /boot/firmware/cmdline.txt and reboot, "
                + "or use a kernel of Raspberry Pi OS, which has \(file)"
            : nil
        return HardwareError(operation: "map the GPIO registers of", path: path, code: code, fix: fix)
    }
}

import Glibc
import PanelDrivers

/// Errors of SPI device files.
extension HardwareError {
    /// An SPI device file that must never be opened.
    static func bootMemory(_ path: String) -> HardwareError {
        HardwareError(
            operation: "open", path: path, code: EPERM,
            reason: "it is the boot memory of a Raspberry Pi 5, not a bus for panels",
            fix: "the header's buses are /dev/spidev0.0 and /dev/spidev0.1, and /dev/spidev1.0 to /dev/spidev1.2")
    }

    /// An SPI device file that cannot be opened.
    static func openingSPI(_ path: String, code: Int32) -> HardwareError {
        let fix: String? =
            switch code {
            case ENOENT:
                missingSPI(
                    SPIDeviceName(path: path), configurationFile: SystemFacts.configurationFile,
                    present: SystemFacts.devices(prefix: "spidev"))
            case EACCES: SystemFacts.ownership(of: path).map(fixOfOwnership)
            case EPERM: "in a container, give it the device: --device \(path)"
            case ENODEV, ENXIO: "its driver is gone: reboot; dmesg | grep spi shows why"
            default: nil
            }
        return HardwareError(operation: "open", path: path, code: code, fix: fix)
    }

    /// The fix for a missing SPI device file.
    static func missingSPI(_ name: SPIDeviceName?, configurationFile: String, present: [String]) -> String {
        guard let name else { return "SPI devices are called /dev/spidevB.C, for chip select C of bus B" }
        let maximum = name.bus == 0 ? 1 : 2
        guard name.chipSelect <= maximum else {
            return "bus \(name.bus) of a Raspberry Pi has the chip selects 0 to \(maximum)"
        }
        let line = name.bus == 0 ? "dtparam=spi=on" : "dtoverlay=spi\(name.bus)-\(name.chipSelect + 1)cs"
        let others = present.filter { SPIDeviceName(path: $0)?.isBootMemory == false }
        return "enable SPI: add the line \(line) to \(configurationFile) and reboot"
            + (others.isEmpty ? "" : "; enabled now: " + others.joined(separator: ", "))
    }

    /// A device that refuses SPI mode 0.
    static func settingMode(_ path: String, code: Int32) -> HardwareError {
        HardwareError(operation: "set SPI mode 0 of", path: path, code: code)
    }

    /// A device that refuses words of 8 bits.
    static func settingWordLength(_ path: String, code: Int32) -> HardwareError {
        HardwareError(operation: "set 8 bits per word of", path: path, code: code)
    }

    /// A clock rate that the device refuses.
    static func clockRate(_ path: String, _ rate: Int, code: Int32) -> HardwareError {
        HardwareError(
            operation: "set the clock rate of", path: path, code: code,
            fix: "\(rate) Hz was requested; panels take 100 kHz to 10 MHz")
    }

    /// A transfer that does not fit the kernel's buffer.
    static func transferTooLong(_ path: String, length: Int, bufferSize: Int) -> HardwareError {
        HardwareError(
            operation: "send to", path: path, code: EMSGSIZE,
            reason:
                "a transfer of \(length) byte\(length == 1 ? "" : "s") does not fit the kernel's SPI buffer of \(bufferSize)",
            fix: fixOfBuffer(SPICallPlan.room(forLength: length)))
    }

    /// A message that could not be sent.
    static func sending(_ path: String, code: Int32, bufferSize: Int) -> HardwareError {
        let fix: String? =
            switch code {
            case EMSGSIZE: fixOfBuffer(max(bufferSize, SPICallPlan.defaultBufferSize) * 2)
            case ENOTTY: "it is not an SPI device"
            case ESHUTDOWN, ENODEV: "its driver is gone: reboot; dmesg | grep spi shows why"
            default: nil
            }
        return HardwareError(operation: "send to", path: path, code: code, fix: fix)
    }

    private static func fixOfBuffer(_ size: Int) -> String {
        "add spidev.bufsiz=\(size) to the one line of /boot/firmware/cmdline.txt and reboot"
    }
}

import Glibc
import HardwareInterfaces

/// The wording of everything that can go wrong with SPI device files, and what a person can do about it.
///
/// The wording of GPIO lines is in an extension.
enum HardwareProblem {
    /// An SPI device file that is never to be opened.
    static func bootMemory(_ path: String) -> HardwareError {
        HardwareError(
            operation: "open", path: path, code: EPERM,
            reason: "it is the memory that a Raspberry Pi 5 starts from, not a bus for panels",
            cure: "the header's buses are /dev/spidev0.0 and /dev/spidev0.1, and /dev/spidev1.0 to /dev/spidev1.2")
    }

    /// An SPI device file that cannot be opened.
    static func openingSPI(_ path: String, code: Int32) -> HardwareError {
        let cure: String? =
            switch code {
            case ENOENT:
                missingSPI(
                    SPIDeviceName(path: path), configurationFile: SystemFacts.configurationFile,
                    present: SystemFacts.devices(prefix: "spidev"))
            case EACCES: SystemFacts.ownership(of: path).map(cureOfOwnership)
            case EPERM: "in a container, give it the device: --device \(path)"
            case ENODEV, ENXIO: "the driver behind it is gone: reboot; dmesg | grep spi tells why"
            default: nil
            }
        return HardwareError(operation: "open", path: path, code: code, cure: cure)
    }

    /// What brings a missing SPI device file about.
    static func missingSPI(_ name: SPIDeviceName?, configurationFile: String, present: [String]) -> String {
        guard let name else { return "SPI devices are called /dev/spidevB.C, for chip select C of bus B" }
        let most = name.bus == 0 ? 1 : 2
        guard name.chipSelect <= most else {
            return "bus \(name.bus) of a Raspberry Pi has the chip selects 0 to \(most)"
        }
        let line = name.bus == 0 ? "dtparam=spi=on" : "dtoverlay=spi\(name.bus)-\(name.chipSelect + 1)cs"
        let others = present.filter { SPIDeviceName(path: $0)?.isBootMemory == false }
        return "enable SPI: put the line \(line) into \(configurationFile) and reboot"
            + (others.isEmpty ? "" : "; enabled now: " + others.joined(separator: ", "))
    }

    /// What lets a user open a device file.
    static func cureOfOwnership(_ owner: SystemFacts.Ownership) -> String {
        if !owner.groupMayUse || owner.group == "root" {
            return "the file is open to root alone: use sudo, or a udev rule that gives it to a group of yours"
        }
        if owner.isMember {
            return "\(owner.user) joined the group \(owner.group) after logging in: log out and in again"
        }
        return "its group is \(owner.group): sudo usermod -aG \(owner.group) \(owner.user), then log out and in again"
    }

    /// A device that does not take SPI mode 0.
    static func settingMode(_ path: String, code: Int32) -> HardwareError {
        HardwareError(operation: "set SPI mode 0 of", path: path, code: code)
    }

    /// A device that does not take words of 8 bits.
    static func settingWordLength(_ path: String, code: Int32) -> HardwareError {
        HardwareError(operation: "set 8 bits per word of", path: path, code: code)
    }

    /// A clock rate that the device does not take.
    static func clockRate(_ path: String, _ rate: Int, code: Int32) -> HardwareError {
        HardwareError(
            operation: "set the clock rate of", path: path, code: code,
            cure: "\(rate) Hz was asked for; panels take 100 kHz to 10 MHz")
    }

    /// A transfer that does not fit the kernel's buffer.
    static func transferTooLong(_ path: String, length: Int, bufferSize: Int) -> HardwareError {
        HardwareError(
            operation: "send to", path: path, code: EMSGSIZE,
            reason: "a transfer of \(length) bytes does not fit the kernel's SPI buffer of \(bufferSize)",
            cure: cureOfBuffer(SPICallPlan.room(forLength: length)))
    }

    /// A message that did not arrive.
    static func sending(_ path: String, code: Int32, bufferSize: Int) -> HardwareError {
        let cure: String? =
            switch code {
            case EMSGSIZE: cureOfBuffer(max(bufferSize, SPICallPlan.defaultBufferSize) * 2)
            case ENOTTY: "it is not an SPI device"
            case ESHUTDOWN, ENODEV: "the driver behind it is gone: reboot; dmesg | grep spi tells why"
            default: nil
            }
        return HardwareError(operation: "send to", path: path, code: code, cure: cure)
    }

    private static func cureOfBuffer(_ size: Int) -> String {
        "add spidev.bufsiz=\(size) to the one line of /boot/firmware/cmdline.txt and reboot"
    }
}

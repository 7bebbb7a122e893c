import PanelDrivers
import SignTestSupport
import Testing

@testable import LinuxHardware

@Suite struct HardwareErrorTests {
    @Test(
        "the error about a missing SPI device names the line that enables it",
        arguments: [
            ("/dev/spidev0.0", "dtparam=spi=on"), ("/dev/spidev0.1", "dtparam=spi=on"),
            ("/dev/spidev1.0", "dtoverlay=spi1-1cs"), ("/dev/spidev1.2", "dtoverlay=spi1-3cs"),
            ("/dev/spidev3.0", "dtoverlay=spi3-1cs"),
        ])
    func enablingLine(path: String, line: String) {
        expectEqual(
            HardwareError.missingSPI(path, configurationFile: "/boot/config.txt", present: []),
            "enable SPI: add the line \(line) to /boot/config.txt and reboot")
    }

    @Test("errors name impossible chip selects and wrong device names")
    func noSuchDevice() {
        let wording = { path in
            HardwareError.missingSPI(path, configurationFile: "/boot/config.txt", present: [])
        }
        expectEqual(wording("/dev/spidev0.2"), "bus 0 of a Raspberry Pi has the chip selects 0 to 1")
        expectEqual(wording("/dev/spidev1.3"), "bus 1 of a Raspberry Pi has the chip selects 0 to 2")
        expectEqual(wording("/dev/spi0"), "SPI devices are called /dev/spidevB.C, for chip select C of bus B")
    }

    @Test("the error names the present devices, without the boot memory")
    func presentDevices() {
        let wording = HardwareError.missingSPI(
            "/dev/spidev1.0", configurationFile: "/boot/firmware/config.txt",
            present: ["/dev/spidev0.0", "/dev/spidev0.1", "/dev/spidev10.0"])
        #expect(wording.hasSuffix("and reboot; enabled now: /dev/spidev0.0, /dev/spidev0.1"))
    }

    @Test("without access to a file the fix is its group, a new login, or root")
    func ownership() {
        func wording(group: String, groupMayUse: Bool = true, isMember: Bool = false) -> String {
            HardwareError.fixOfOwnership(
                Machine.DeviceFile(path: "/dev/x", group: group, groupMayUse: groupMayUse, isMember: isMember),
                user: "pi")
        }
        expectEqual(
            wording(group: "spi"),
            "its group is spi: sudo usermod -aG spi pi, then log out and in again")
        expectEqual(
            wording(group: "gpio", isMember: true),
            "pi joined the group gpio after logging in: log out and in again")
        let root = "only root can open the file: use sudo, or a udev rule that gives it to one of your groups"
        expectEqual(wording(group: "root"), root)
        expectEqual(wording(group: "spi", groupMayUse: false), root)
    }
}

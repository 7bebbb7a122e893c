import SignTestSupport
import Testing

@testable import LinuxHardware

/// What is found about the display engine, on machines that are values.
@Suite struct DisplayCheckupTests {
    private let desktopOff: [Finding.Fix] = [.command("sudo systemctl set-default multi-user.target"), .reboot]

    @Test("a Raspberry Pi with the overlay has nothing but ok, and the note that this port is not proven")
    func good() {
        let findings = DisplayMachines.findings(DisplayMachines.pi3())
        for name in ["settings", "overlay", "card", "device", "users", "console", "dark"] {
            expectEqual(
                findings["display-\(name)"]?.level, .ok, "\(name): \(String(describing: findings["display-\(name)"]))"
            )
        }
        expectEqual(findings["power-on"]?.level, .ok)
        expectEqual(findings["registers"]?.level, .ok)
        expectEqual(findings["clash"]?.level, .ok)
        expectEqual(findings["display-proof"]?.level, .note)
        expectEqual(findings["display-proof"]?.fix.count, 1)
        expectEqual(
            findings["display-settings"]?.found,
            "/boot/firmware/config.txt has dtoverlay=vc4-kms-v3d and dtoverlay=ledsign-dpi")
        expectEqual(findings["display-card"]?.found, "/dev/dri/card0 has the connector DPI-1, driver vc4-drm")
    }

    @Test("the processor does not refresh the panel, so nothing is asked of it but what a slow panel asks")
    func processor() {
        let findings = DisplayMachines.findings(DisplayMachines.pi3())
        for id in ["real-time-share", "isolated-processors", "governor", "core-clock"] {
            #expect(findings[id] == nil, "\(id)")
        }
        var slow = DisplayMachines.pi3()
        slow.user.realTimePriority = 0
        expectEqual(DisplayMachines.findings(slow)["priority"]?.level, .note)
        slow.modules.insert("snd_bcm2835")
        #expect(DisplayMachines.findings(slow)["clash-sound"] == nil)
    }

    @Test("lines of config.txt that are missing are named, each to be added, and those that are there are too")
    func settings() {
        var machine = DisplayMachines.pi3()
        DisplayMachines.configure(&machine, "dtoverlay=vc4-kms-v3d\n")
        let half = DisplayMachines.findings(machine)
        expectEqual(half["display-settings"]?.level, .problem)
        expectEqual(
            half["display-settings"]?.found,
            "/boot/firmware/config.txt has dtoverlay=vc4-kms-v3d, and does not have dtoverlay=ledsign-dpi")
        expectEqual(half["display-settings"]?.fix, [.configuration("dtoverlay=ledsign-dpi"), .reboot])
        expectEqual(half["power-on"]?.fix, [.configuration("gpio=18=op,dh"), .reboot])
        DisplayMachines.configure(&machine, "")
        let both: [Finding.Fix] = [
            .configuration("dtoverlay=vc4-kms-v3d"), .configuration("dtoverlay=ledsign-dpi"), .reboot,
        ]
        expectEqual(DisplayMachines.findings(machine)["display-settings"]?.fix, both)
        machine.boot.configuration = nil
        expectEqual(DisplayMachines.findings(machine)["display-settings"]?.level, .problem)
    }

    @Test("a Raspberry Pi 5 needs the overlay alone, and has no dark picture under that of the sign")
    func pi5() {
        let findings = DisplayMachines.findings(DisplayMachines.pi5())
        expectEqual(findings["display-settings"]?.found, "/boot/firmware/config.txt has dtoverlay=ledsign-dpi")
        expectEqual(findings["display-card"]?.found, "/dev/dri/card1 has the connector DPI-1, driver drm-rp1-dpi")
        // The console on the monitor is on another card.
        expectEqual(findings["display-console"]?.level, .ok)
        expectEqual(findings["display-dark"]?.level, .note)
    }

    @Test(
        "another panel at the engine, or another driver of it, is to be removed",
        arguments: [
            "dtoverlay=vc4-kms-dpi-generic,rgb888", "dtoverlay=dpi24", "dtoverlay=vga666", "dtoverlay=vc4-fkms-v3d",
        ])
    func rivals(line: String) {
        var machine = DisplayMachines.pi3()
        DisplayMachines.configure(&machine, "dtoverlay=vc4-kms-v3d\ndtoverlay=ledsign-dpi\n\(line)\n")
        let finding = DisplayMachines.findings(machine)["display-settings"]
        expectEqual(finding?.level, .problem)
        expectEqual(finding?.fix, [.withoutConfiguration(line), .reboot])
    }

    @Test("an overlay that is not where the firmware reads it is to be copied; one that is loaded is there")
    func overlay() {
        var machine = DisplayMachines.pi3()
        (machine.boot.hasOverlay, machine.hasDisplayPanel) = (false, false)
        let finding = DisplayMachines.findings(machine)["display-overlay"]
        expectEqual(finding?.level, .problem)
        let command =
            "sudo cp /usr/share/ledsign/overlays/ledsign-dpi.dtbo /boot/firmware/overlays/ledsign-dpi.dtbo"
        expectEqual(finding?.fix, [.command(command), .reboot])
        machine.hasDisplayPanel = true
        expectEqual(DisplayMachines.findings(machine)["display-overlay"]?.level, .ok)
    }

    @Test("a missing card is explained by what is loaded: a driver, a restart, or the settings")
    func card() {
        var machine = DisplayMachines.pi3()
        machine.cards[0].connectors.removeFirst()
        let driver = DisplayMachines.findings(machine)["display-card"]
        expectEqual(driver?.found, "no card has a DPI connector; this machine has HDMI-A-1")
        expectEqual(driver?.fix.first, .command("sudo dmesg | grep -i -e vc4 -e dpi -e panel"))
        machine.hasDisplayPanel = false
        expectEqual(DisplayMachines.findings(machine)["display-card"]?.fix.first, .reboot)
        machine.boot.hasOverlay = false
        let settings = DisplayMachines.findings(machine)["display-card"]
        expectEqual(settings?.level, .problem)
        expectEqual(settings?.fix, [.advice("first fix display-settings and display-overlay")])
        #expect(DisplayMachines.findings(machine)["display-device"] == nil)
    }

    @Test("the card belongs to the group video")
    func group() {
        var machine = DisplayMachines.pi3()
        machine.devices[1].mayUse = false
        let finding = DisplayMachines.findings(machine)["display-device"]
        expectEqual(finding?.found, "pi may not open /dev/dri/card0")
        expectEqual(finding?.fix, [.command("sudo usermod -aG video pi"), .advice("log out and in again")])
        machine.devices.removeLast()
        expectEqual(DisplayMachines.findings(machine)["display-device"]?.found, "/dev/dri/card0 is missing")
    }

    @Test("a desktop stops the sign where it shares the card, and may do so on a Raspberry Pi 5")
    func desktop() {
        var machine = DisplayMachines.pi3()
        machine.programs = ["labwc", "lightdm", "bash"]
        let shared = DisplayMachines.findings(machine)["display-users"]
        expectEqual(shared?.level, .problem)
        expectEqual(shared?.found, "a desktop is running: labwc, lightdm")
        expectEqual(shared?.fix, desktopOff)
        var own = DisplayMachines.pi5()
        own.programs = ["labwc"]
        expectEqual(DisplayMachines.findings(own)["display-users"]?.level, .warning)
    }

    @Test("a program that has the card open is named, and how it ends")
    func users() {
        var machine = DisplayMachines.pi3()
        machine.holders = [Machine.Holder(process: 812, name: "mpv", path: "/dev/dri/card0")]
        let other = DisplayMachines.findings(machine)["display-users"]
        expectEqual(other?.level, .problem)
        expectEqual(other?.found, "/dev/dri/card0 is open in process 812 (mpv)")
        expectEqual(other?.fix, [.command("kill 812")])
        machine.holders[0].name = "ledsign"
        let sign = DisplayMachines.findings(machine)["display-users"]
        expectEqual(sign?.fix, [.command("sudo systemctl stop ledsign")])
        machine.programs = ["labwc"]
        machine.holders = [
            Machine.Holder(process: 500, name: "systemd-logind", path: "/dev/dri/card0"),
            Machine.Holder(process: 700, name: "labwc", path: "/dev/dri/card0"),
        ]
        expectEqual(DisplayMachines.findings(machine)["display-users"]?.fix, desktopOff)
        machine.holders = [Machine.Holder(process: 812, name: "mpv", path: "/dev/dri/card9")]
        machine.programs = []
        expectEqual(DisplayMachines.findings(machine)["display-users"]?.level, .ok)
    }

    @Test("a console on the same card is a warning, as it comes back when sign and guardian are killed")
    func console() {
        var machine = DisplayMachines.pi3()
        machine.cards[0].frameBuffers = ["fb0"]
        let findings = DisplayMachines.findings(machine)
        expectEqual(findings["display-console"]?.level, .warning)
        let steps = findings["display-console"]?.fix ?? []
        expectEqual(steps.prefix(2), [.commandLine("drm_kms_helper.fbdev_emulation=0"), .reboot])
        #expect(findings["display-dark"] == nil)
        machine.boot.nextCommandLine = ["drm_kms_helper.fbdev_emulation=0"]
        expectEqual(DisplayMachines.findings(machine)["display-console"]?.fix.first, .reboot)
    }

    @Test("a mode that is listed brings the console to the panel, and comes from the parameter hactive")
    func mode() {
        var machine = DisplayMachines.pi3()
        machine.cards[0].connectors[0].modes = ["1920x341"]
        expectEqual(DisplayMachines.findings(machine)["display-console"]?.found, "DPI-1 lists the mode 1920x341")
        let line = "dtoverlay=ledsign-dpi,hactive=1920"
        DisplayMachines.configure(&machine, "dtoverlay=vc4-kms-v3d\n\(line)\n")
        let finding = DisplayMachines.findings(machine)["display-console"]
        expectEqual(finding?.level, .warning)
        expectEqual(
            finding?.fix, [.withoutConfiguration(line), .configuration("dtoverlay=ledsign-dpi"), .reboot])
    }

    @Test(
        "kernels from 6.8 on keep the panel dark by themselves on models before the Raspberry Pi 5",
        arguments: [
            ("6.1.0-49-arm64", Finding.Level.note), ("6.7.12-arm64", .note), ("6.8.0-rpi", .ok),
            ("6.12.117+deb13-arm64", .ok), ("7.0.0", .ok),
        ])
    func kernels(release: String, level: Finding.Level) {
        var machine = DisplayMachines.pi3()
        machine.kernel = release
        expectEqual(DisplayMachines.findings(machine)["display-dark"]?.level, level)
    }

    @Test("other uses of GPIO 4 to 27 clash also where the board does not have the lines")
    func clashes() {
        var machine = DisplayMachines.pi3()
        machine.consoles = ["ttyS0"]
        machine.boot.nextCommandLine = ["console=serial0,115200"]
        machine.devices.append(Machine.DeviceFile(path: "/dev/spidev0.0"))
        machine.devices.append(Machine.DeviceFile(path: "/dev/i2c-1"))
        let findings = DisplayMachines.findings(machine)
        expectEqual(findings["clash-serial"]?.level, .warning)
        expectEqual(findings["clash-serial"]?.fix.first, .withoutCommandLine("console=serial0,115200"))
        expectEqual(findings["clash-spi0"]?.level, .warning)
        // GPIO 2 and 3 are not among them.
        #expect(findings["clash-i2c"] == nil)
        var port = DisplayMachines.pi3()
        DisplayMachines.configure(&port, "dtoverlay=vc4-kms-v3d\ndtoverlay=ledsign-dpi\nenable_uart=1\n")
        let serial = DisplayMachines.findings(port)["clash-serial"]
        expectEqual(serial?.found, "enable_uart=1 gives GPIO 14, 15 to the serial port")
        expectEqual(serial?.fix, [.withoutConfiguration("enable_uart=1"), .reboot])
    }

    @Test("a machine that is no Raspberry Pi has no engine, and is asked for no line of config.txt")
    func other() {
        var machine = Machine()
        machine.user.name = "me"
        let findings = DisplayMachines.findings(machine)
        #expect(findings["model"]?.level == .problem && findings["display-card"]?.level == .problem)
        #expect(findings["display-settings"] == nil && findings["display-overlay"] == nil)
        #expect(findings["display-dark"] == nil && findings["display-console"] == nil)
    }
}

import PanelDrivers

@testable import LinuxHardware

/// Machines with a display engine for checks, as values.
enum DisplayMachines {
    /// A Raspberry Pi 3 in good order: the overlay is loaded, no desktop, no monitor.
    static func pi3() -> Machine {
        var machine = Machine()
        machine.model = "Raspberry Pi 3 Model B Rev 1.2"
        machine.kernel = "6.12.47+rpt-rpi-v8"
        machine.libgpiod = "2.2.1"
        machine.chips = [chip("pinctrl-bcm2835")]
        machine.devices = [
            Machine.DeviceFile(path: "/dev/gpiomem"), Machine.DeviceFile(path: "/dev/dri/card0", group: "video"),
        ]
        machine.cards = [
            DisplayCard(
                path: "/dev/dri/card0", driver: "vc4-drm",
                connectors: [
                    DisplayCard.Connector(name: "DPI-1"),
                    DisplayCard.Connector(name: "HDMI-A-1", status: "disconnected"),
                ])
        ]
        machine.hasDisplayPanel = true
        machine.boot.hasOverlay = true
        configure(&machine, "dtoverlay=vc4-kms-v3d\ndtoverlay=ledsign-dpi\ngpio=18=op,dh\n")
        machine.user.name = "pi"
        machine.user.realTimePriority = 40
        machine.user.lockedMemory = nil
        return machine
    }

    /// A Raspberry Pi 5 in good order, whose engine is the second of its cards.
    static func pi5() -> Machine {
        var machine = pi3()
        machine.model = "Raspberry Pi 5 Model B Rev 1.0"
        machine.chips = [chip("pinctrl-rp1")]
        machine.devices = [
            Machine.DeviceFile(path: "/dev/gpiomem0"), Machine.DeviceFile(path: "/dev/dri/card0", group: "video"),
            Machine.DeviceFile(path: "/dev/dri/card1", group: "video"),
        ]
        let monitor = DisplayCard.Connector(name: "HDMI-A-1", modes: ["1920x1080"])
        machine.cards = [
            DisplayCard(path: "/dev/dri/card0", driver: "vc4-drm", connectors: [monitor], frameBuffers: ["fb0"]),
            DisplayCard(
                path: "/dev/dri/card1", driver: "drm-rp1-dpi", connectors: [DisplayCard.Connector(name: "DPI-1")]),
        ]
        configure(&machine, "dtoverlay=ledsign-dpi\ngpio=18=op,dh\n")
        return machine
    }

    /// Gives a machine a config.txt.
    static func configure(_ machine: inout Machine, _ text: String) {
        machine.boot.configuration = BootConfiguration(text, model: machine.model)
    }

    /// What `port: dpi` finds on a machine, by ids, for a board with the lines 18 (OE), 17 and 4.
    static func findings(_ machine: Machine) -> [String: Finding] {
        let needs = BoardNeeds(
            board: "panel", .display, lines: [("OE", .offset(18)), ("CLK", .offset(17)), ("LAT", .offset(4))],
            outputEnable: 18)
        let data = ProgramData(folder: "/usr/share/ledsign", boards: 1, brokenBoards: [], fonts: [])
        let list = Checkup(machine: machine, needs: needs, data: data, trustsClock: true).findings
        return Dictionary(list.map { ($0.id, $0) }) { first, _ in first }
    }

    private static func chip(_ label: String) -> Machine.Chip {
        let lines = (0..<54).map { _ in Machine.Line() }
        return Machine.Chip(path: "/dev/gpiochip0", label: label, lines: lines)
    }
}

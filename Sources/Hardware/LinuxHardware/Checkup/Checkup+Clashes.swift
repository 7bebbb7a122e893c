import PanelDrivers

/// Checks other uses of the lines of the board.
extension Checkup {
    /// One finding for each other use of the board's lines, or one that says that they have no other use.
    var clashes: [Finding] {
        guard neededChip.map({ isHeader($0) }) ?? isRaspberryPi else { return [] }
        let lines = drivenLines
        var findings = RivalUse.all.compactMap { use in
            clash(use, lines: use.lines(on: machine).filter(lines.contains).sorted())
        }
        if needs.way == .display, let serialPort, !findings.contains(where: { $0.id == serialPort.id }) {
            findings.append(serialPort)
        }
        if machine.programs.contains("pigpiod") {
            findings.append(
                .warning(
                    "clash-pigpiod", "the daemon pigpiod is running",
                    means: "it drives lines through the registers, without the kernel",
                    fix: [.command("sudo systemctl disable --now pigpiod")]))
        }
        if findings.isEmpty {
            let names = RivalUse.all.filter { !Set($0.lines).isDisjoint(with: lines) }.map(\.name)
            findings.append(
                .ok(
                    "clash",
                    names.isEmpty
                        ? "the lines of \(needs.board) have no other use"
                        : "other uses of the lines are off: \(names.joined(separator: ", "))"))
        }
        if let soundLoad, !findings.contains(where: { $0.id == soundLoad.id }) { findings.append(soundLoad) }
        return findings
    }

    /// The lines that other uses may disturb: the display engine sends to GPIO 4 to 27, whichever of them the board uses.
    private var drivenLines: Set<Int> { needs.way == .display ? neededLines.union(4...27) : neededLines }

    /// What remains of sound that uses no line of the board: its transfers from memory, which delay the refresh.
    private var soundLoad: Finding? {
        guard needs.isRefreshed, RivalUse.sound.isEnabled(machine) else { return nil }
        return .note(
            "clash-\(RivalUse.sound.word)", "on-board sound is enabled; it uses no line of \(needs.board)",
            means: "while sound plays, it loads the memory and may delay pulses of light; silent, it does no harm",
            fix: removal(of: .sound))
    }

    /// The serial port of the header, where config.txt gives it its lines without a console on it.
    private var serialPort: Finding? {
        guard machine.boot.configuration?.value(of: "enable_uart") == "1" else { return nil }
        return .warning(
            "clash-\(RivalUse.serial.word)", "enable_uart=1 gives GPIO 14, 15 to the serial port",
            means: Self.engineMeans, fix: removal(of: .serial))
    }

    private static let engineMeans = "the display engine sends to GPIO 4 to 27, which no other use should have"

    private func isHeader(_ chip: Machine.Chip) -> Bool {
        chip.label.map(RaspberryPiHeader.chipLabels.contains) ?? false
    }

    private func clash(_ use: RivalUse, lines: [Int]) -> Finding? {
        guard !lines.isEmpty, use.isEnabled(machine) else { return nil }
        let id = "clash-\(use.word)"
        let found = "\(use.name) is enabled and uses GPIO \(lines.map(String.init).joined(separator: ", "))"
        let fix = removal(of: use)
        let needed = lines.filter(neededLines.contains)
        guard !needed.isEmpty else { return .warning(id, found, means: Self.engineMeans, fix: fix) }
        let isHeld = needed.contains { line in
            neededChip.map { $0.lines.indices.contains(line) && $0.lines[line].isUsed } ?? false
        }
        if isHeld, let means = use.meansWhileHeld { return .problem(id, found, means: means, fix: fix) }
        return .warning(id, found, means: use.means, fix: fix)
    }

    /// The steps that turn a use off: remove what turned it on from config.txt and cmdline.txt, and reboot.
    func removal(of use: RivalUse) -> [Finding.Fix] {
        let boot = machine.boot
        let words = (boot.nextCommandLine ?? boot.commandLine).filter(use.isTurnedOn(by:))
        var entries: [BootConfiguration.Entry] = []
        if let file = boot.configuration {
            entries = Array(use.parameters.lazy.compactMap { file.enabling($0) }.prefix(1))
            if let prefix = use.overlays { entries += file.overlays(prefix: prefix).map(\.entry) }
            entries += file.entries.filter { $0.key == use.setting && $0.value == "1" }.suffix(1)
        }
        let removed = words.map(Finding.Fix.withoutCommandLine) + entries.map(\.removal)
        var fix = removed + (removed.isEmpty || use.isAlwaysTurnedOff ? use.off : [])
        if fix.isEmpty { fix = [.advice("remove the line that enables \(use.name) from \(boot.configurationPath)")] }
        return fix + [.reboot]
    }
}

extension BootConfiguration.Entry {
    /// The step that removes the line from its file.
    var removal: Finding.Fix { .withoutConfiguration(text, in: file) }
}

/// Another use of lines of a Raspberry Pi's header: how it is recognised, what it does to a panel, and how it is turned off.
struct RivalUse: Sendable {
    /// What stands for it in the names of findings, which never change.
    let word: String
    /// The name in messages.
    let name: String
    /// The lines that it uses, where its overlay does not name another one.
    let lines: [Int]
    /// The lines that config.txt gives it; nil where its lines do not depend on config.txt in a way of their own.
    var configuredLines: (@Sendable (BootConfiguration) -> [Int])?
    /// Prefixes of the names that its driver uses for lines that it holds.
    var consumers: [String] = []
    /// Whether a machine has it enabled, judged by its devices and modules.
    let isEnabled: @Sendable (Machine) -> Bool
    /// What it means for a sign that needs one of the lines.
    let means: String
    /// What it means while its driver holds one of them; nil for drivers that hold none.
    var meansWhileHeld: String?
    /// The parameters of config.txt that turn it on; the first that does counts.
    var parameters: [String] = []
    /// The beginning of the names of the overlays that turn it on.
    var overlays: String?
    /// The key of config.txt that turns it on with the value 1.
    var setting: String?
    /// The beginnings of the words of the kernel's command line that turn it on.
    var commandLine: [String] = []
    /// The steps that turn it off where nothing is found that turned it on.
    var off: [Finding.Fix] = []
    /// Whether these steps are needed in any case, because it is on by default.
    var isAlwaysTurnedOff = false

    /// The serial port of the header, with a console of the kernel on it.
    ///
    /// Raspberry Pi OS starts every machine with `console=serial0`; there is a console only where the port exists.
    static let serial: RivalUse = RivalUse(
        word: "serial", name: "the serial console", lines: [14, 15],
        isEnabled: { !$0.consoles.isDisjoint(with: ["ttyAMA0", "ttyS0"]) },
        means: "kernel messages would be shifted into the panel", setting: "enable_uart",
        commandLine: ["console=serial0", "console=ttyAMA0", "console=ttyS0"])

    /// The sound of the processor itself: its PWM is on GPIO 40, 41 or 45, unless the overlay audremap moves it to the header.
    static let sound = RivalUse(
        word: "sound", name: "on-board sound", lines: [], configuredLines: RivalUse.movedSound,
        isEnabled: { $0.modules.contains("snd_bcm2835") },
        means: "its PWM drives these lines", parameters: ["audio"], overlays: "audremap",
        off: [
            .configuration("dtparam=audio=off"),
            .file("/etc/modprobe.d/ledsign-no-sound.conf", line: "blacklist snd_bcm2835"),
        ], isAlwaysTurnedOff: true)

    /// The lines of the header to which config.txt moves the sound (kernel: overlays/audremap-overlay.dts).
    @Sendable private static func movedSound(_ configuration: BootConfiguration) -> [Int] {
        guard let settings = configuration.overlays(prefix: "audremap").last?.settings else { return [] }
        let pins = settings.last { $0.hasPrefix("pins_") }.map { String($0.prefix { $0 != "=" }) }
        return switch pins {
        case nil, "pins_12_13": [12, 13]
        case "pins_18_19": [18, 19]
        default: []
        }
    }

    private static func spi(
        _ bus: Int, lines: [Int], parameters: [String] = [], off: [Finding.Fix] = []
    ) -> RivalUse {
        RivalUse(
            word: "spi\(bus)", name: "SPI\(bus)", lines: lines, consumers: ["spi\(bus)"],
            isEnabled: { machine in machine.devices.contains { $0.path.hasPrefix("/dev/spidev\(bus).") } },
            means: "the sign takes these lines from the bus, and devices on the bus stop working",
            meansWhileHeld: "its driver holds chip select lines, so the sign does not start",
            parameters: parameters, overlays: "spi\(bus)-", off: off)
    }

    /// All known uses of the header (Raspberry Pi overlays README; drivers of the kernel).
    static let all = [
        spi(0, lines: [7, 8, 9, 10, 11], parameters: ["spi"], off: [.configuration("dtparam=spi=off")]),
        spi(1, lines: [16, 17, 18, 19, 20, 21]),
        RivalUse(
            word: "i2c", name: "I2C", lines: [2, 3], isEnabled: { $0.device("/dev/i2c-1") != nil },
            means: "the sign takes these lines from the bus; a chip on the bus may hold them low",
            parameters: ["i2c_arm", "i2c"], off: [.configuration("dtparam=i2c_arm=off")]),
        serial,
        RivalUse(
            word: "1-wire", name: "1-wire", lines: [4], consumers: ["w1", "onewire"],
            isEnabled: { $0.modules.contains("w1_gpio") },
            means: "its driver pulls the line low to search for sensors",
            meansWhileHeld: "its driver holds the line, so the sign does not start", overlays: "w1-gpio"),
        sound,
        RivalUse(
            word: "i2s", name: "I2S sound", lines: [18, 19, 20, 21],
            // The drivers of the BCM chips and of the RP1.
            isEnabled: { !$0.modules.isDisjoint(with: ["snd_soc_bcm2835_i2s", "designware_i2s"]) },
            means: "its clock drives these lines during playback", parameters: ["i2s"]),
    ]

    /// The lines that it uses on a machine: each of its overlays may name another one by `gpiopin`, as that of 1-wire does.
    func lines(on machine: Machine) -> [Int] {
        if let configuredLines { return machine.boot.configuration.map(configuredLines) ?? [] }
        guard lines.count == 1, let overlays, let loaded = machine.boot.configuration?.overlays(prefix: overlays),
            !loaded.isEmpty
        else { return lines }
        let key = "gpiopin="
        return loaded.map { overlay in
            overlay.settings.lazy.filter { $0.hasPrefix(key) }.compactMap { Int($0.dropFirst(key.count)) }.first
                ?? lines[0]
        }
    }

    /// Whether a word of the kernel's command line turns it on.
    func isTurnedOn(by word: String) -> Bool { commandLine.contains { word.hasPrefix($0) } }

    /// Whether the holder of a line is its driver.
    func holds(_ consumer: String) -> Bool { consumers.contains { consumer.lowercased().hasPrefix($0) } }
}

/// SPI devices.
extension Checkup {
    func spi(_ path: String, transferLength: Int) -> [Finding] {
        guard let device = machine.device(path) else { return [missing(path)] }
        var findings = [access("spi-device", to: device)]
        guard device.mayUse else { return findings }
        let users = machine.holders.filter { $0.path == path }
        if !users.isEmpty {
            let service = users.first { $0.name == "ledsign" }
            findings.append(
                .warning(
                    "spi-users", "\(path) is open in \(users.map(\.description).joined(separator: ", "))",
                    means: "the kernel lets both send, and the chain shows what arrives last",
                    fix: service.map { [$0.stop] } ?? users.map(\.stop)))
        }
        findings.append(buffer(transferLength))
        return findings
    }

    private func missing(_ path: String) -> Finding {
        let others = machine.devices.filter { $0.path.hasPrefix("/dev/spidev") && !$0.path.hasPrefix("/dev/spidev10.") }
        let found =
            "\(path) is missing"
            + (others.isEmpty ? "" : "; this machine has " + others.map(\.path).joined(separator: ", "))
        let numbers = SPIDeviceFile.numbers(in: path)
        let configuration = machine.boot.configuration
        var fix: [Finding.Fix]
        if !isRaspberryPi {
            fix = .advice(
                machine.isContainer
                    ? "give the container the device: --device \(path)"
                    : "use a Raspberry Pi, or enable an SPI bus and its spidev device in the device tree of this machine"
            )
        } else if numbers?.bus == 0 {
            fix = enabling("dtparam=spi=on", isThere: configuration?.enabling("spi") != nil)
        } else if let numbers, numbers.bus == 1, numbers.chipSelect <= 2 {
            let overlay = "spi1-\(numbers.chipSelect + 1)cs"
            let isThere = configuration?.overlays(prefix: overlay).isEmpty == false
            fix = enabling("dtoverlay=\(overlay)", isThere: isThere)
        } else {
            fix = .advice(
                "set `device:` in the board file to a bus of the header: /dev/spidev0.0 to 0.1, /dev/spidev1.0 to 1.2")
        }
        return .problem("spi-device", found, means: "\(needs.board) needs it", fix: fix)
    }

    private func buffer(_ transferLength: Int) -> Finding {
        let size = machine.spiBufferSize ?? SPIDeviceFile.defaultBufferSize
        let room = 8 * SPIDeviceFile.room(forLength: transferLength)
        let found = "the SPI driver's buffer has \(size) byte\(size == 1 ? "" : "s")"
        if size >= room { return .ok("spi-buffer", found + ", a frame takes \(room)") }
        var wanted = 4_096
        while wanted < room { wanted *= 2 }
        let setting = "spidev.bufsiz=\(wanted)"
        return .note(
            "spi-buffer", found + ", a frame takes \(room)",
            means: "a frame needs \((room + size - 1) / max(size, 1)) system calls instead of one",
            fix: starting(with: setting, isThere: machine.boot.nextValue(of: "spidev.bufsiz") == "\(wanted)"))
    }
}

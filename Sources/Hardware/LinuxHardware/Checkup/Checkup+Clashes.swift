import PanelDrivers

/// Checks other uses of the lines of the board.
extension Checkup {
    /// One finding for each other use of the board's lines, or one that says that they have no other use.
    var clashes: [Finding] {
        guard neededChip.map({ isHeader($0) }) ?? isRaspberryPi else { return [] }
        let lines = drivenLines
        var findings = rivals.compactMap { use in
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
            let names = rivals.filter { !Set($0.lines).isDisjoint(with: lines) }.map(\.name)
            findings.append(
                .ok(
                    "clash",
                    names.isEmpty
                        ? "the lines of \(needs.board) have no other use"
                        : "other uses of the lines are off: \(names.joined(separator: ", "))"))
        }
        return findings
    }

    /// The lines that other uses may disturb: the display engine sends to GPIO 4 to 27, whichever of them the board uses.
    private var drivenLines: Set<Int> { needs.way == .display ? neededLines.union(4...27) : neededLines }

    /// The uses that disturb the board; the display engine needs neither the PWM of the sound nor the processor's time.
    private var rivals: [RivalUse] {
        needs.way == .display ? RivalUse.all.filter { $0.kind != .sound } : RivalUse.all
    }

    /// The serial port of the header, where config.txt gives it its lines without a console on it.
    private var serialPort: Finding? {
        guard let use = RivalUse.all.first(where: { $0.kind == .serial }),
            machine.boot.configuration?.value(of: "enable_uart") == "1"
        else { return nil }
        return .warning(
            "clash-\(use.word)", "enable_uart=1 gives GPIO 14, 15 to the serial port",
            means: Self.engineMeans, fix: removal(of: use))
    }

    private static let engineMeans = "the display engine sends to GPIO 4 to 27, which no other use should have"

    private func isHeader(_ chip: Machine.Chip) -> Bool {
        chip.label.map(RaspberryPiHeader.chipLabels.contains) ?? false
    }

    private func clash(_ use: RivalUse, lines: [Int]) -> Finding? {
        guard !lines.isEmpty, use.isEnabled(on: machine) else { return nil }
        let list = lines.map(String.init).joined(separator: ", ")
        let found = "\(use.name) is enabled and uses GPIO \(list)"
        let fix = removal(of: use)
        let held = lines.filter(neededLines.contains).contains { line in
            neededChip.map { $0.lines.indices.contains(line) && $0.lines[line].isUsed } ?? false
        }
        guard lines.contains(where: neededLines.contains) else {
            return .warning("clash-\(use.word)", found, means: Self.engineMeans, fix: fix)
        }
        switch use.kind {
        case .spi0, .spi1:
            let means =
                held
                ? "its driver holds chip select lines, so the sign does not start"
                : "the sign takes these lines from the bus, and devices on the bus stop working"
            return held
                ? .problem("clash-\(use.word)", found, means: means, fix: fix)
                : .warning("clash-\(use.word)", found, means: means, fix: fix)
        case .oneWire:
            return held
                ? .problem(
                    "clash-\(use.word)", found, means: "its driver holds the line, so the sign does not start", fix: fix
                )
                : .warning(
                    "clash-\(use.word)", found, means: "its driver pulls the line low to search for sensors", fix: fix)
        case .i2c:
            return .warning(
                "clash-\(use.word)", found,
                means: "the sign takes these lines from the bus; a chip on the bus may hold them low",
                fix: fix)
        case .serial:
            return .warning(
                "clash-\(use.word)", found, means: "kernel messages would be shifted into the panel", fix: fix)
        case .sound:
            return .warning(
                "clash-\(use.word)", found, means: "its PWM may drive these lines, and its transfers delay pulses",
                fix: fix)
        case .i2s:
            return .warning("clash-\(use.word)", found, means: "its clock drives these lines during playback", fix: fix)
        }
    }

    /// The steps that turn a use off: remove the lines of config.txt that turned it on, and reboot.
    func removal(of use: RivalUse) -> [Finding.Fix] {
        let boot = machine.boot
        let configuration = boot.configuration
        var fix: [Finding.Fix] = []
        func take(_ entries: [BootConfiguration.Entry?]) {
            fix += entries.compactMap { $0 }.map { .withoutConfiguration($0.text) }
        }
        switch use.kind {
        case .spi0:
            take([configuration?.enabling("spi")] + (configuration?.overlays(prefix: "spi0-") ?? []).map(\.entry))
            if fix.isEmpty { fix = [.configuration("dtparam=spi=off")] }
        case .spi1:
            take((configuration?.overlays(prefix: "spi1-") ?? []).map(\.entry))
        case .i2c:
            take([configuration?.enabling("i2c_arm", "i2c")])
            if fix.isEmpty { fix = [.configuration("dtparam=i2c_arm=off")] }
        case .serial:
            for word in boot.nextCommandLine ?? boot.commandLine where RivalUse.isSerialConsole(word) {
                fix.append(.withoutCommandLine(word))
            }
            if let entry = configuration?.entries.last(where: { $0.key == "enable_uart" && $0.value == "1" }) {
                take([entry])
            }
        case .oneWire:
            take((configuration?.overlays(prefix: "w1-gpio") ?? []).map(\.entry))
        case .sound:
            take([configuration?.enabling("audio")])
            fix.append(.configuration("dtparam=audio=off"))
            fix.append(.file("/etc/modprobe.d/ledsign-no-sound.conf", line: "blacklist snd_bcm2835"))
        case .i2s:
            take([configuration?.enabling("i2s")])
        }
        if fix.isEmpty { fix = [.advice("remove the line that enables \(use.name) from \(boot.configurationPath)")] }
        return fix + [.reboot]
    }
}

extension RivalUse {
    /// Whether a machine has it enabled, judged by its devices and modules.
    func isEnabled(on machine: Machine) -> Bool {
        switch kind {
        case .spi0: machine.devices.contains { $0.path.hasPrefix("/dev/spidev0.") }
        case .spi1: machine.devices.contains { $0.path.hasPrefix("/dev/spidev1.") }
        case .i2c: machine.device("/dev/i2c-1") != nil
        case .serial: machine.boot.commandLine.contains(where: Self.isSerialConsole)
        case .oneWire: machine.modules.contains("w1_gpio")
        case .sound: machine.modules.contains("snd_bcm2835")
        case .i2s: machine.modules.contains("snd_soc_bcm2835_i2s")
        }
    }

    /// The lines that it uses on a machine: those of 1-wire are set by its overlay.
    func lines(on machine: Machine) -> [Int] {
        guard kind == .oneWire, let overlays = machine.boot.configuration?.overlays(prefix: "w1-gpio"),
            !overlays.isEmpty
        else { return lines }
        return overlays.map { overlay in
            for setting in overlay.settings where setting.hasPrefix("gpiopin=") {
                if let pin = Int(setting.dropFirst("gpiopin=".count)) { return pin }
            }
            return 4
        }
    }

    /// Whether a word of the kernel's command line makes the header's serial port a console.
    fileprivate static func isSerialConsole(_ word: String) -> Bool {
        ["console=serial0", "console=ttyAMA0", "console=ttyS0"].contains { word.hasPrefix($0) }
    }
}

/// Another use of lines of a Raspberry Pi's header, and how to recognise its driver.
struct RivalUse: Equatable {
    enum Kind: Equatable {
        case spi0, spi1, i2c, serial, oneWire, sound, i2s
    }

    let kind: Kind
    /// The name in messages.
    let name: String
    /// The lines that it uses.
    let lines: [Int]
    /// Prefixes of the names that its driver uses for lines that it holds.
    let consumers: [String]

    /// All known uses of the header (Raspberry Pi overlays README; drivers of the kernel).
    static let all = [
        RivalUse(kind: .spi0, name: "SPI0", lines: [7, 8, 9, 10, 11], consumers: ["spi0"]),
        RivalUse(kind: .spi1, name: "SPI1", lines: [16, 17, 18, 19, 20, 21], consumers: ["spi1"]),
        RivalUse(kind: .i2c, name: "I2C", lines: [2, 3], consumers: []),
        RivalUse(kind: .serial, name: "the serial console", lines: [14, 15], consumers: []),
        RivalUse(kind: .oneWire, name: "1-wire", lines: [4], consumers: ["w1", "onewire"]),
        RivalUse(kind: .sound, name: "on-board sound", lines: [12, 13, 18, 19], consumers: []),
        RivalUse(kind: .i2s, name: "I2S sound", lines: [18, 19, 20, 21], consumers: []),
    ]

    /// What stands for it in the names of findings, which never change.
    var word: String { kind == .oneWire ? "1-wire" : "\(kind)" }

    /// Whether the holder of a line is its driver.
    func holds(_ consumer: String) -> Bool { consumers.contains { consumer.lowercased().hasPrefix($0) } }
}

import LinuxHardware

/// What else is enabled on the lines of the board.
extension Checkup {
    /// One finding for each other use of the board's lines, or one that says that there is none.
    var clashes: [Finding] {
        guard neededChip.map({ isHeader($0) }) ?? isRaspberryPi else { return [] }
        let lines = neededLines
        var findings = RivalUse.all.compactMap { use in
            clash(use, lines: use.lines(on: machine).filter(lines.contains).sorted())
        }
        if machine.programs.contains("pigpiod") {
            findings.append(
                .warning(
                    "clash-pigpiod", "the daemon pigpiod runs",
                    means: "it drives lines through the registers without asking the kernel",
                    cure: [.command("sudo systemctl disable --now pigpiod")]))
        }
        if findings.isEmpty {
            let rivals = RivalUse.all.filter { !Set($0.lines).isDisjoint(with: lines) }.map(\.name)
            findings.append(
                .ok(
                    "clash",
                    rivals.isEmpty
                        ? "the lines of \(needs.board) are for nothing else"
                        : "what else the lines are for is off: \(rivals.joined(separator: ", "))"))
        }
        return findings
    }

    private func isHeader(_ chip: Machine.Chip) -> Bool {
        ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"].contains(chip.label)
    }

    private func clash(_ use: RivalUse, lines: [Int]) -> Finding? {
        guard !lines.isEmpty, use.isEnabled(on: machine) else { return nil }
        let list = lines.map(String.init).joined(separator: ", ")
        let found = "\(use.name) is enabled, and is for GPIO \(list)"
        let cure = removal(of: use)
        let held = lines.contains { line in
            neededChip.map { $0.lines.indices.contains(line) && $0.lines[line].isUsed } ?? false
        }
        switch use.kind {
        case .spi0, .spi1:
            let means =
                held
                ? "its driver holds chip selects: the sign does not start"
                : "claiming these lines takes them from the bus, and what hangs on it stops working"
            return held
                ? .problem("clash-\(use.kind)", found, means: means, cure: cure)
                : .warning("clash-\(use.kind)", found, means: means, cure: cure)
        case .oneWire:
            return held
                ? .problem(
                    "clash-1-wire", found, means: "its driver holds the line: the sign does not start", cure: cure)
                : .warning(
                    "clash-1-wire", found, means: "its driver pulls the line low to look for sensors", cure: cure)
        case .i2c:
            return .warning(
                "clash-i2c", found,
                means: "claiming these lines takes them from the bus; a chip on it may hold them low",
                cure: cure)
        case .serial:
            return .warning(
                "clash-serial", found, means: "messages of the kernel would be shifted into the panel", cure: cure)
        case .sound:
            return .warning(
                "clash-sound", found, means: "its PWM may drive these lines, and its transfers make pulses late",
                cure: cure)
        case .i2s:
            return .warning("clash-i2s", found, means: "its clock drives these lines while something plays", cure: cure)
        }
    }

    /// What turns a use off: the lines of config.txt that turned it on, if they are there, and a restart.
    func removal(of use: RivalUse) -> [Finding.Cure] {
        let boot = machine.boot
        let configuration = boot.configuration
        var cure: [Finding.Cure] = []
        func take(_ entries: [BootConfiguration.Entry?]) {
            cure += entries.compactMap { $0 }.map { .withoutConfiguration($0.text) }
        }
        switch use.kind {
        case .spi0:
            take([configuration?.enabling("spi")] + (configuration?.overlays(prefix: "spi0-") ?? []).map(\.entry))
            if cure.isEmpty { cure = [.configuration("dtparam=spi=off")] }
        case .spi1:
            take((configuration?.overlays(prefix: "spi1-") ?? []).map(\.entry))
        case .i2c:
            take([configuration?.enabling("i2c_arm", "i2c")])
            if cure.isEmpty { cure = [.configuration("dtparam=i2c_arm=off")] }
        case .serial:
            for word in boot.nextCommandLine ?? boot.commandLine where RivalUse.isSerialConsole(word) {
                cure.append(.withoutCommandLine(word))
            }
            if let entry = configuration?.entries.last(where: { $0.key == "enable_uart" && $0.value == "1" }) {
                take([entry])
            }
        case .oneWire:
            take((configuration?.overlays(prefix: "w1-gpio") ?? []).map(\.entry))
        case .sound:
            take([configuration?.enabling("audio")])
            cure.append(.configuration("dtparam=audio=off"))
            cure.append(.file("/etc/modprobe.d/ledsign-no-sound.conf", line: "blacklist snd_bcm2835"))
        case .i2s:
            take([configuration?.enabling("i2s")])
        }
        if cure.isEmpty { cure = [.advice("take out what enables \(use.name) in \(boot.configurationPath)")] }
        return cure + [.reboot]
    }
}

extension RivalUse {
    /// Whether a machine has it enabled, as far as devices and modules tell.
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

    /// The lines that it takes on a machine: those of 1-wire are chosen by its overlay.
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
    static func isSerialConsole(_ word: String) -> Bool {
        ["console=serial0", "console=ttyAMA0", "console=ttyS0"].contains { word.hasPrefix($0) }
    }
}

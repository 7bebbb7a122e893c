import LinuxHardware

/// GPIO chips, lines and registers.
extension Checkup {
    /// What there is for boards with wires, where the board in question has none.
    var overview: [Finding] {
        let chips = machine.chips.map { "\($0.label ?? "one that may not be opened") (\($0.path))" }
        let buses = machine.devices.map(\.path).filter { $0.hasPrefix("/dev/spidev") }
        func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
        return [
            .note(
                "board", "\(needs.board) is a simulation and is shown in the terminal",
                means: "what a board with wires needs is told with its name: ledsign doctor --board hub75-64x32"),
            .ok("gpio-chips", "GPIO chips: " + list(chips)), .ok("spi-devices", "SPI devices: " + list(buses)),
            library,
        ]
    }

    var library: Finding {
        .ok("libgpiod", "libgpiod \(machine.libgpiod ?? "of an unknown version")")
    }

    var chip: Finding {
        let chips = machine.chips.map { "\($0.label ?? "not to be opened") (\($0.path), \($0.lines.count) lines)" }
        if let chip = neededChip {
            let name = chip.label ?? ""
            return .ok("gpio-chip", "\(name), \(chip.path), \(chip.lines.count) lines")
        }
        let wanted = needs.chipLabel.map { "the chip \($0)" } ?? "the chip of a Raspberry Pi's header"
        if let closed = machine.chips.first(where: { $0.label == nil }) {
            let cure = machine.device(closed.path).map(cure(opening:)) ?? []
            return .problem(
                "gpio-chip", "\(machine.user.name) may not open \(closed.path)",
                means: "\(needs.board) needs lines of \(wanted)", cure: cure)
        }
        if machine.chips.isEmpty {
            return .problem(
                "gpio-chip", "there is no /dev/gpiochip*", means: "\(needs.board) needs lines of \(wanted)",
                cure: [
                    machine.isContainer
                        ? .advice("give the container the device: --device /dev/gpiochip0")
                        : .advice("use a Raspberry Pi, or a kernel with GPIO character devices")
                ])
        }
        return .problem(
            "gpio-chip", "there are only \(chips.joined(separator: ", "))",
            means: "\(needs.board) needs lines of \(wanted)",
            cure: [
                .advice("put `gpio_chip:` with the label of the chip that the panel is wired to into the board file")
            ])
    }

    var lines: Finding? {
        guard let chip = neededChip else { return nil }
        let numbers = needs.numbers(on: chip)
        var missing = numbers.filter { !chip.lines.indices.contains($0.number) }.map {
            "\($0.wire) on line \($0.number)"
        }
        for line in needs.lines where !numbers.contains(where: { $0.wire == line.wire }) {
            if case .name(let name) = line.line { missing.append("\(line.wire) on the line \(name)") }
        }
        if !missing.isEmpty {
            return .problem(
                "gpio-lines", "the chip has no \(missing.joined(separator: ", no "))",
                means: "\(needs.board) cannot be driven by this chip",
                cure: [.command("gpioinfo"), .advice("name lines of this list in the board file")])
        }
        let taken = numbers.filter { chip.lines[$0.number].isUsed }
        guard !taken.isEmpty else {
            return .ok("gpio-lines", "the \(numbers.count) lines of \(needs.board) are free")
        }
        if taken.allSatisfy({ isGuarded($0.number, on: chip) }) {
            return .note(
                "gpio-lines", "\(taken.count) lines are held by the guardian of a sign that has ended",
                means: "they stay dark; the next sign of the same user, or of root, takes them over",
                cure: [.command("sudo systemctl stop ledsign-dark.service"), .advice("gives them to any other user")])
        }
        let names = taken.map { line in
            let holder = holder(of: line.number, on: chip)
            return "\(line.number) (\(line.wire)) by \(holder)"
        }
        return .problem(
            "gpio-lines",
            "\(taken.count == 1 ? "a line is" : "\(taken.count) lines are") held: "
                + names.joined(separator: ", "),
            means: "a held line cannot be claimed: the sign does not start",
            cure: cure(of: taken.map(\.number), on: chip))
    }

    /// Whether nobody but guardians holds a line.
    private func isGuarded(_ line: Int, on chip: Machine.Chip) -> Bool {
        let holders = machine.holders.filter { $0.path == chip.path && $0.lines.contains(line) }
        return !holders.isEmpty && holders.allSatisfy(\.isGuardian)
    }

    /// Who holds a line, in words.
    private func holder(of line: Int, on chip: Machine.Chip) -> String {
        let consumer = chip.lines[line].consumer
        let name = consumer.isEmpty ? "somebody without a name" : "\"\(consumer)\""
        let process = process(of: line, on: chip).map { ", process \($0.process) (\($0.name))" } ?? ""
        return name + process
    }

    private func process(of line: Int, on chip: Machine.Chip) -> Machine.Holder? {
        machine.holders.first { $0.path == chip.path && $0.lines.contains(line) }
    }

    /// What makes holders let go: each once.
    private func cure(of lines: [Int], on chip: Machine.Chip) -> [Finding.Cure] {
        var cure: [Finding.Cure] = []
        func add(_ steps: [Finding.Cure]) {
            for step in steps where !cure.contains(step) { cure.append(step) }
        }
        var needsReboot = false
        for line in lines {
            let consumer = chip.lines[line].consumer
            if consumer == "ledsign" {
                add([.command("sudo systemctl stop ledsign")])
            } else if let clash = RivalUse.all.first(where: { $0.holds(consumer) }) {
                add(removal(of: clash).filter { $0 != .reboot })
                needsReboot = true
            } else if let process = process(of: line, on: chip) {
                add([.command("kill \(process.process)")])
            } else {
                add([
                    .advice("end the program that calls itself \"\(consumer)\", or take its overlay out of config.txt")
                ])
            }
        }
        return cure + (needsReboot ? [.reboot] : [])
    }

    var registers: Finding {
        guard let block = machine.registers else {
            return .problem(
                "registers", "the registers behind the header are not known",
                means: "\(needs.board) is driven through them",
                cure: [.advice("use a Raspberry Pi 3, 4 or 5, or put `port: gpiod` into a copy of the board file")])
        }
        let path = block == .rp1 ? "/dev/gpiomem0" : "/dev/gpiomem"
        if let device = machine.device(path) {
            if device.mayUse { return .ok("registers", "\(path) may be mapped") }
            return .problem(
                "registers", "\(machine.user.name) may not open \(path)", means: "\(needs.board) is driven through it",
                cure: cure(opening: device))
        }
        let instead =
            "use the kernel of Raspberry Pi OS, which has \(path), or put `port: gpiod` into a copy of the board file"
        let found = "\(path) is missing; /dev/mem stands in for it"
        guard machine.user.isRoot else {
            return .problem(
                "registers", found, means: "/dev/mem is open to root alone", cure: [.advice(instead + "; or use sudo")])
        }
        if machine.boot.value(of: "iomem") == "relaxed" {
            return .warning(
                "registers", found, means: "the program has to run as root", cure: [.advice(instead)])
        }
        return .problem(
            "registers", found, means: "this kernel lets nobody map registers that a driver has",
            cure: starting(with: "iomem=relaxed", isThere: machine.boot.nextValue(of: "iomem") == "relaxed")
                + [.advice("or " + instead)])
    }

    /// What OE does before the program starts and after it ends.
    func outputs(_ outputEnable: Int) -> [Finding] {
        var findings: [Finding] = []
        if needs.usesHeader, isRaspberryPi || neededChip != nil {
            findings.append(powerOn(outputEnable))
        }
        switch machine.keepsOutputs {
        case true?:
            findings.append(
                .ok("outputs-kept", "the kernel keeps the levels of lines that are given back", means: nil))
        case false?:
            let driver = neededChip?.label == "pinctrl-rp1" ? "pinctrl_rp1" : "pinctrl_bcm2835"
            findings.append(
                .note(
                    "outputs-kept", "the kernel turns lines that are given back into inputs",
                    means: "OE then follows its pull; the guardian goes on holding the lines after the sign has ended",
                    cure: starting(
                        with: "\(driver).persist_gpio_outputs=1",
                        isThere: machine.boot.nextValue(of: "\(driver).persist_gpio_outputs") == "1")))
        case nil: break
        }
        return findings
    }

    /// GPIO 9 to 27 are pulled low from power-on, 0 to 8 high (BCM2835 and BCM2711 data sheets).
    private func powerOn(_ line: Int) -> Finding {
        let setting = "gpio=\(line)=op,dh"
        if machine.boot.configuration?.drivesHigh(line) == true {
            return .ok("power-on", "\(setting) keeps OE high, and the panel dark, from power-on")
        }
        let cure: [Finding.Cure] = [.configuration(setting), .reboot]
        if line <= 8 {
            return .note(
                "power-on", "OE is on GPIO \(line), which is pulled high from power-on",
                means: "the panel stays dark until the sign starts, as far as the adapter lets the pull through",
                cure: cure)
        }
        return .warning(
            "power-on", "OE is on GPIO \(line), which is pulled low from power-on",
            means: "until the sign starts the panel may light a row at full current", cure: cure)
    }
}

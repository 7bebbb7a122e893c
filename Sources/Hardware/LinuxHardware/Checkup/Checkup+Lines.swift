/// GPIO chips, lines and registers.
extension Checkup {
    /// What the machine has for boards with wires, where this board is a simulation.
    var overview: [Finding] {
        let chips = machine.chips.map { "\($0.label ?? "a chip that you may not open") (\($0.path))" }
        let buses = machine.devices.map(\.path).filter { $0.hasPrefix("/dev/spidev") }
        func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
        return [
            .note(
                "board", "\(needs.board) is a simulation and is shown in the terminal",
                means: "to check a board with wires, give its name: ledsign doctor --board hub75-64x32"),
            .ok("gpio-chips", "GPIO chips: " + list(chips)), .ok("spi-devices", "SPI devices: " + list(buses)),
            library,
        ]
    }

    var library: Finding {
        .ok("libgpiod", "libgpiod \(machine.libgpiod ?? "of an unknown version")")
    }

    var chip: Finding {
        let chips = machine.chips.map { "\($0.label ?? "no access") (\($0.path), \(Self.lineCount($0.lines.count)))" }
        if let chip = neededChip {
            let name = chip.label ?? ""
            return .ok("gpio-chip", "\(name), \(chip.path), \(Self.lineCount(chip.lines.count))")
        }
        let wanted = needs.chipLabel.map { "the chip \($0)" } ?? "the chip of a Raspberry Pi's header"
        if let closed = machine.chips.first(where: { $0.label == nil }) {
            let fix = machine.device(closed.path).map(fix(opening:)) ?? []
            return .problem(
                "gpio-chip", "\(machine.user.name) may not open \(closed.path)",
                means: "\(needs.board) needs lines of \(wanted)", fix: fix)
        }
        if machine.chips.isEmpty {
            return .problem(
                "gpio-chip", "/dev/gpiochip* is missing", means: "\(needs.board) needs lines of \(wanted)",
                fix: [
                    machine.isContainer
                        ? .advice("give the container the device: --device /dev/gpiochip0")
                        : .advice("use a Raspberry Pi, or a kernel with GPIO character devices")
                ])
        }
        return .problem(
            "gpio-chip", "no matching GPIO chip; this machine has \(chips.joined(separator: ", "))",
            means: "\(needs.board) needs lines of \(wanted)",
            fix: .advice("set `gpio_chip:` in the board file to the label of the chip that the panel is wired to"))
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
                fix: [.command("gpioinfo"), .advice("name lines of this list in the board file")])
        }
        let taken = numbers.filter { chip.lines[$0.number].isUsed }
        guard !taken.isEmpty else {
            return .ok("gpio-lines", "the \(Self.lineCount(numbers.count)) of \(needs.board) are free")
        }
        if taken.allSatisfy({ isGuarded($0.number, on: chip) }) {
            return .note(
                "gpio-lines", "\(Self.lineCount(taken.count)) held by the guardian of a sign that has ended",
                means: "the panel stays dark; the next sign of the same user, or of root, takes them over",
                fix: [
                    .command("sudo systemctl stop ledsign-dark.service"), .advice("this frees them for any other user"),
                ])
        }
        let names = taken.map { line in
            let holder = holder(of: line.number, on: chip)
            return "\(line.number) (\(line.wire)) by \(holder)"
        }
        return .problem(
            "gpio-lines",
            "\(taken.count == 1 ? "1 line is" : "\(taken.count) lines are") in use: "
                + names.joined(separator: ", "),
            means: "the sign cannot claim a line that is in use, and does not start",
            fix: fix(of: taken.map(\.number), on: chip))
    }

    /// Whether only guardians hold a line.
    private func isGuarded(_ line: Int, on chip: Machine.Chip) -> Bool {
        let holders = machine.holders.filter { $0.path == chip.path && $0.lines.contains(line) }
        return !holders.isEmpty && holders.allSatisfy(\.isGuardian)
    }

    /// The holder of a line, in words.
    private func holder(of line: Int, on chip: Machine.Chip) -> String {
        let consumer = chip.lines[line].consumer
        return (consumer.isEmpty ? "an unnamed holder" : "\"\(consumer)\"")
            + (process(of: line, on: chip).map { ", \($0)" } ?? "")
    }

    private static func lineCount(_ count: Int) -> String { "\(count) line\(count == 1 ? "" : "s")" }

    private func process(of line: Int, on chip: Machine.Chip) -> Machine.Holder? {
        machine.holders.first { $0.path == chip.path && $0.lines.contains(line) }
    }

    /// The steps that free lines, each once.
    private func fix(of lines: [Int], on chip: Machine.Chip) -> [Finding.Fix] {
        var fix: [Finding.Fix] = []
        func add(_ steps: [Finding.Fix]) {
            for step in steps where !fix.contains(step) { fix.append(step) }
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
                    .advice("stop the program that calls itself \"\(consumer)\", or remove its overlay from config.txt")
                ])
            }
        }
        return fix + (needsReboot ? [.reboot] : [])
    }

    var registers: Finding {
        guard let block = machine.registers else {
            return .problem(
                "registers", "the registers behind the header are unknown",
                means: "\(needs.board) needs them",
                fix: [.advice("use a Raspberry Pi 3, 4 or 5, or set `port: gpiod` in a copy of the board file")])
        }
        let path = block.deviceFile
        if let device = machine.device(path) { return access("registers", to: device, allows: "mapped") }
        let instead =
            "use the kernel of Raspberry Pi OS, which has \(path), or set `port: gpiod` in a copy of the board file"
        let found = "\(path) is missing; /dev/mem is used instead"
        guard machine.user.isRoot else {
            return .problem(
                "registers", found, means: "only root can open /dev/mem", fix: [.advice(instead + "; or use sudo")])
        }
        if machine.boot.value(of: "iomem") == "relaxed" {
            return .warning(
                "registers", found, means: "the program has to run as root", fix: [.advice(instead)])
        }
        return .problem(
            "registers", found, means: "this kernel does not allow a program to map registers that a driver uses",
            fix: starting(with: "iomem=relaxed", isThere: machine.boot.nextValue(of: "iomem") == "relaxed")
                + [.advice("or " + instead)])
    }

    /// The level of OE before the program starts and after it ends.
    func outputs(_ outputEnable: Int) -> [Finding] {
        var findings: [Finding] = []
        if needs.usesHeader, isRaspberryPi || neededChip != nil {
            findings.append(powerOn(outputEnable))
        }
        switch neededChip?.label.flatMap({ machine.keepsOutputs[$0] }) {
        case true?:
            findings.append(
                .ok("outputs-kept", "the kernel keeps the levels of released lines", means: nil))
        case false?:
            let driver = neededChip?.label == "pinctrl-rp1" ? "pinctrl_rp1" : "pinctrl_bcm2835"
            findings.append(
                .note(
                    "outputs-kept", "the kernel makes released lines inputs",
                    means:
                        "OE would follow its pull resistor, so the guardian keeps the lines after the sign has ended",
                    fix: starting(
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
        let fix: [Finding.Fix] = [.configuration(setting), .reboot]
        if line <= 8 {
            return .note(
                "power-on", "OE is on GPIO \(line), which is pulled high from power-on",
                means: "the panel stays dark until the sign starts, if the adapter passes the pull on",
                fix: fix)
        }
        return .warning(
            "power-on", "OE is on GPIO \(line), which is pulled low from power-on",
            means: "until the sign starts the panel may light a row at full current", fix: fix)
    }
}

/// Checks whether a machine can drive a board: pure functions of both.
package struct Checkup {
    /// The machine.
    let machine: Machine
    /// What the board needs.
    let needs: BoardNeeds
    /// The boards and fonts that the program ships.
    let data: ProgramData
    /// Whether the sign trusts the system's clock before a time service has set it.
    let trustsClock: Bool

    package init(machine: Machine, needs: BoardNeeds, data: ProgramData, trustsClock: Bool) {
        self.machine = machine
        self.needs = needs
        self.data = data
        self.trustsClock = trustsClock
    }

    /// All findings, in the order of the report.
    package var findings: [Finding] {
        let model = model
        var findings = [model, system] + dataFindings
        if needs.way == .simulation { findings += overview }
        if needs.claimsLines { findings += [library, chip, lines].compactMap { $0 } }
        // The finding about the model says why the registers of an unknown machine are not known.
        if needs.mapsRegisters, model.level != .problem { findings.append(registers) }
        if needs.way == .display { findings += display }
        if case .spi(let path, let length) = needs.way { findings += spi(path, transferLength: length) }
        if needs.usesHeader { findings += clashes }
        if let outputEnable = needs.outputEnable { findings += outputs(outputEnable) }
        if needs.way != .simulation { findings += realTime }
        return findings + [power, clock].compactMap { $0 }
    }

    /// Whether the board can be driven: no finding is a problem.
    package static func isFit(_ findings: [Finding]) -> Bool { !findings.contains { $0.level == .problem } }

    /// Whether the machine is a Raspberry Pi.
    var isRaspberryPi: Bool { machine.model?.hasPrefix("Raspberry Pi") ?? false }

    /// The chip that has the lines of the board.
    var neededChip: Machine.Chip? { machine.chip(labelled: needs.chipLabel) }

    /// The numbers of the lines that the board needs.
    var neededLines: Set<Int> { Set(needs.numbers(on: neededChip).map(\.number)) }

    /// The steps that let the user open a device file.
    func fix(opening device: Machine.DeviceFile) -> [Finding.Fix] {
        guard let group = device.group, device.groupMayUse, group != "root" else {
            return [
                .advice("only root can open the file: use sudo, or a udev rule that gives it to one of your groups")
            ]
        }
        if device.isMember {
            return [.advice("\(machine.user.name) joined the group \(group) after logging in: log out and in again")]
        }
        return [.command("sudo usermod -aG \(group) \(machine.user.name)"), .advice("log out and in again")]
    }

    /// The steps that add a line to config.txt and reboot; only the reboot if the line is there already.
    func enabling(_ line: String, isThere: Bool) -> [Finding.Fix] {
        isThere ? [.reboot] : [.configuration(line), .reboot]
    }

    /// The steps that add words to the end of cmdline.txt and reboot; only the reboot if they are there already.
    func starting(with words: String, isThere: Bool) -> [Finding.Fix] {
        isThere ? [.reboot] : [.commandLine(words), .reboot]
    }
}

import LinuxHardware
import Schedules

/// What stops a machine from driving a board, and what else is worth knowing: pure functions of both.
struct Checkup {
    /// The machine.
    let machine: Machine
    /// What the board needs.
    let needs: BoardNeeds
    /// What the program ships, as far as it was found.
    let data: ProgramData
    /// Which clock the sign goes by.
    var trust = ClockTrust.synchronised

    /// All findings, in the order in which they are told.
    var findings: [Finding] {
        let model = model
        var findings = [model, system] + dataFindings
        if needs.way == .simulation { findings += overview }
        if needs.claimsLines { findings += [library, chip, lines].compactMap { $0 } }
        // Why the registers of an unknown machine are not known is said with the model.
        if needs.way == .registers, model.level != .problem { findings.append(registers) }
        if case .spi(let path, let length) = needs.way { findings += spi(path, transferLength: length) }
        if needs.usesHeader { findings += clashes }
        if let outputEnable = needs.outputEnable { findings += outputs(outputEnable) }
        if needs.way != .simulation { findings += realTime }
        return findings + [power, clock].compactMap { $0 }
    }

    /// Whether nothing stops the board.
    static func isFit(_ findings: [Finding]) -> Bool { !findings.contains { $0.level == .problem } }

    /// Whether the machine is a Raspberry Pi.
    var isRaspberryPi: Bool { machine.model?.hasPrefix("Raspberry Pi") ?? false }

    /// The chip that has the lines of the board.
    var neededChip: Machine.Chip? { machine.chip(labelled: needs.chipLabel) }

    /// The numbers of the lines that the board needs.
    var neededLines: Set<Int> { Set(needs.numbers(on: neededChip).map(\.number)) }

    /// What lets the user open a device file.
    func cure(opening device: Machine.DeviceFile) -> [Finding.Cure] {
        guard let group = device.group, device.groupMayUse, group != "root" else {
            return [
                .advice("the file is open to root alone: use sudo, or a udev rule that gives it to a group of yours")
            ]
        }
        if device.isMember {
            return [.advice("\(machine.user.name) joined the group \(group) after logging in: log out and in again")]
        }
        return [.command("sudo usermod -aG \(group) \(machine.user.name)"), .advice("log out and in again")]
    }

    /// A line into config.txt and a restart; the restart alone where the line is there already.
    func enabling(_ line: String, isThere: Bool) -> [Finding.Cure] {
        isThere ? [.reboot] : [.configuration(line), .reboot]
    }

    /// Words at the end of cmdline.txt and a restart; the restart alone where they are there already.
    func starting(with words: String, isThere: Bool) -> [Finding.Cure] {
        isThere ? [.reboot] : [.commandLine(words), .reboot]
    }
}

import PanelDrivers

/// Checks whether a machine can drive a board: pure functions of both.
package struct Checkup {
    let machine: Machine
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
        var findings = [model, system, dataFinding]
        if needs.way == .simulation { findings += overview }
        if needs.claimsLines { findings += [library, chip, lines].compactMap { $0 } }
        // The finding about the model says why the registers of an unknown machine are not known.
        if needs.mapsRegisters, model.level != .problem { findings.append(registers) }
        if needs.way == .display { findings += display }
        if needs.way == .stateMachine { findings += stateMachine }
        if case .spi(let path, let length) = needs.way { findings += spi(path, transferLength: length) }
        if needs.usesHeader { findings += clashes }
        if let outputEnable = needs.outputEnable { findings += outputs(outputEnable) }
        if needs.way != .simulation { findings += realTime }
        return findings + [power, clock].compactMap { $0 }
    }

    /// Whether the board can be driven: no finding is a problem.
    package static func isFit(_ findings: [Finding]) -> Bool { !findings.contains { $0.level == .problem } }

    var isRaspberryPi: Bool { machine.model?.hasPrefix("Raspberry Pi") ?? false }

    /// The chip that has the lines of the board.
    var neededChip: Machine.Chip? { machine.chip(labelled: needs.chipLabel) }

    var neededLines: Set<Int> { Set(needs.numbers(on: neededChip).map(\.number)) }

    /// The steps that let the user open a device file.
    func fix(opening device: Machine.DeviceFile) -> [Finding.Fix] {
        guard let group = device.group, device.groupMayUse, group != "root", !device.isMember else {
            return [.advice(HardwareError.fixOfOwnership(device, user: machine.user.name))]
        }
        return [.command("sudo usermod -aG \(group) \(machine.user.name)"), .advice("log out and in again")]
    }

    /// Whether the user may open a device file that the board needs.
    func access(_ id: String, to device: Machine.DeviceFile, allows use: String = "used") -> Finding {
        if device.mayUse { return .ok(id, "\(device.path) can be \(use)") }
        return .problem(
            id, "\(machine.user.name) may not open \(device.path)", means: "\(needs.board) needs it",
            fix: fix(opening: device))
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

/// The machine as a whole, and the program's own files.
extension Checkup {
    var model: Finding {
        guard let model = machine.model else {
            let found = "not a Raspberry Pi: /proc/device-tree/model is missing"
            switch needs.way {
            case .registers, .display:
                return .problem(
                    "model", found,
                    means: "the GPIO registers of this machine are unknown, and \(needs.board) needs them",
                    fix: .advice(
                        "use a Raspberry Pi 3, 4, 5, Zero 2 W or a Compute Module of these; on another machine with "
                            + "GPIO lines, set `port: gpiod` in a copy of the board file, which is slower"))
            case .simulation:
                return .ok("model", found, means: "the simulated board \(needs.board) needs no hardware")
            case .network:
                return .ok("model", found, means: "the panel of \(needs.board) belongs to another device")
            default:
                return .note(
                    "model", found,
                    means: "the board can be driven if this machine has the GPIO chip or SPI device of the board file")
            }
        }
        let name = model + (machine.revision.map { ", revision \($0)" } ?? "")
        guard needs.mapsRegisters, GPIOBlock(model: model) == nil else { return .ok("model", name) }
        return .problem(
            "model", name, means: "the GPIO registers of this machine are unknown, and \(needs.board) needs them",
            fix: .advice(
                "use a Raspberry Pi 3, 4, 5, Zero 2 W or a Compute Module of these, or set `port: gpiod` in a copy "
                    + "of the board file, which is slower"))
    }

    var system: Finding {
        let words = [
            machine.system, machine.kernel.map { "kernel \($0)" + (machine.hasRealTimeKernel ? " (real-time)" : "") },
            machine.architecture,
        ]
        let found = words.compactMap { $0 }.joined(separator: ", ")
        if needs.claimsLines, let version = machine.kernel.flatMap(KernelRelease.init), version < KernelRelease(5, 10),
            machine.libgpiod?.hasPrefix("1") == false
        {
            return .problem(
                "system", found, means: "libgpiod 2 needs kernel 5.10 or newer",
                fix: [.advice("install Raspberry Pi OS or Debian 13 (trixie)")])
        }
        return .ok("system", found.isEmpty ? "unknown" : found)
    }

    private var dataFinding: Finding {
        guard let folder = data.folder else {
            return .problem(
                "data", data.problem ?? "the program's folder was not found",
                means: "the program cannot read boards and fonts",
                fix: .advice("set LEDSIGN_DATA to the folder that has boards/ and fonts/, or reinstall the package"))
        }
        let missing = ProgramData.neededFonts.filter { !data.fonts.contains($0) }
        let found =
            "\(data.boards) board\(data.boards == 1 ? "" : "s") and \(data.fonts.count) font\(data.fonts.count == 1 ? "" : "s") in \(folder)"
        if !missing.isEmpty {
            return .problem(
                "data", found + "; missing: \(missing.joined(separator: ", "))",
                means: "texts without --font cannot be shown", fix: [.advice("reinstall the package")])
        }
        if !data.brokenBoards.isEmpty {
            let names = data.brokenBoards.joined(separator: ", ")
            return .warning(
                "data", found + "; these boards cannot be read: \(names)", means: "they cannot be used",
                fix: data.brokenBoards.map { .command("ledsign board check \(folder)/boards/\($0).yaml") })
        }
        return .ok("data", found)
    }

    var power: Finding? {
        let state = machine.power
        guard state.isKnown || isRaspberryPi else { return nil }
        let supply: [Finding.Fix] = .advice(
            "give the Raspberry Pi its own supply (5.1 V, 3 A; 5 A for a Raspberry Pi 5) with a short cable, and the "
                + "panels another; connect their grounds")
        if state.isUndervoltageNow {
            return .warning(
                "power", "the supply voltage is too low now (under 4.63 V)",
                means: "the processor is slowed down and may crash; panels flicker", fix: supply)
        }
        if state.wasUndervoltage {
            return .warning(
                "power", "the supply voltage was too low at times since the start (under 4.63 V)",
                means: "frames may have been late; low voltage during writing can damage the card", fix: supply
            )
        }
        if state.wasSlowed {
            return .warning(
                "power", "the processor \(state.isSlowedNow ? "is" : "was") slowed down because it is hot",
                means: "refreshes take longer, and the brightness of HUB75 panels changes with them",
                fix: [.advice("add a heat sink or a fan")])
        }
        guard state.throttled != nil else {
            let slowed = "whether the processor was slowed down is not known"
            return .note(
                "power", "the \(state.isKnown ? "supply is good" : "state of the supply is not known"); \(slowed)",
                means: "a low voltage or heat slows the processor down, and refreshes then take longer",
                fix: [
                    .command("vcgencmd get_throttled"),
                    .advice("throttled=0x0 means that all is well; the kernel of Raspberry Pi OS tells the doctor"),
                ])
        }
        return .ok("power", "the supply is good, and the processor was never slowed down since the start")
    }

    var clock: Finding? {
        switch machine.isClockSynchronized {
        case nil: nil
        case true?: .ok("clock", "the system's clock is synchronised")
        case false? where trustsClock:
            .ok("clock", "no time service has set the system's clock, but the sign trusts it (clock: trusted)")
        case false?:
            .note(
                "clock", "no time service has set the system's clock",
                means: "schedules wait, and clocks show --:--, until a time service sets it; motion is not affected",
                fix: [
                    .command("sudo timedatectl set-ntp true"),
                    .advice("with a battery clock and no network: put clock: trusted into the sign file"),
                ])
        }
    }
}

/// The boards and fonts that the program ships, as far as they were found.
package struct ProgramData: Equatable {
    /// The folder; nil if it was not found.
    let folder: String?
    /// Why the folder was not found.
    let problem: String?
    /// The number of boards that can be read.
    let boards: Int
    /// The names of boards that cannot be read.
    let brokenBoards: [String]
    /// The names of the fonts that the program ships.
    let fonts: [String]

    package init(folder: String, boards: Int, brokenBoards: [String], fonts: [String]) {
        (self.folder, problem) = (folder, nil)
        (self.boards, self.brokenBoards, self.fonts) = (boards, brokenBoards, fonts)
    }

    /// A folder that was not found, and why.
    package init(problem: String) {
        (folder, self.problem) = (nil, problem)
        (boards, brokenBoards, fonts) = (0, [], [])
    }

    /// The fonts of texts that do not name a font.
    static let neededFonts = ["ledsign-6-condensed", "ledsign-8", "ledsign-16-bold", "ledsign-icons-8"]
}

import LinuxHardware

/// The machine as a whole, and the program's own files.
extension Checkup {
    var model: Finding {
        guard let model = machine.model else {
            let found = "not a Raspberry Pi: /proc/device-tree/model is missing"
            switch needs.way {
            case .registers:
                return .problem(
                    "model", found,
                    means: "the GPIO registers of this machine are not known, and \(needs.board) wants them",
                    cure: [
                        .advice(
                            "use a Raspberry Pi 3, 4, 5, Zero 2 W or a Compute Module of these; on another machine with "
                                + "GPIO lines copy the board file and put `port: gpiod` into it, which is slower")
                    ])
            case .simulation:
                return .ok("model", found, means: "the simulated board \(needs.board) needs no hardware")
            default:
                return .note(
                    "model", found,
                    means: "the board can be driven if this machine has the GPIO chip or SPI device it names")
            }
        }
        let name = model + (machine.revision.map { ", revision \($0)" } ?? "")
        guard needs.way == .registers, GPIOBlock(model: model) == nil else { return .ok("model", name) }
        return .problem(
            "model", name, means: "the GPIO registers of this machine are not known, and \(needs.board) wants them",
            cure: [
                .advice(
                    "use a Raspberry Pi 3, 4, 5, Zero 2 W or a Compute Module of these, or copy the board file and put "
                        + "`port: gpiod` into it, which is slower")
            ])
    }

    var system: Finding {
        let words = [
            machine.system, machine.kernel.map { "kernel \($0)" + (machine.hasRealTimeKernel ? " (real-time)" : "") },
            machine.architecture,
        ]
        let found = words.compactMap { $0 }.joined(separator: ", ")
        if needs.claimsLines, let version = kernelVersion, version < (5, 10), machine.libgpiod?.hasPrefix("1") == false
        {
            return .problem(
                "system", found, means: "libgpiod 2 wants the GPIO interface of kernel 5.10 or newer",
                cure: [.advice("install Raspberry Pi OS or Debian 13 (trixie)")])
        }
        return .ok("system", found.isEmpty ? "unknown" : found)
    }

    /// The first two numbers of the kernel's release.
    private var kernelVersion: (Int, Int)? {
        let parts = (machine.kernel ?? "").split(separator: ".").prefix(2).map { Int($0.prefix(while: \.isNumber)) }
        guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
        return (major, minor)
    }

    var dataFindings: [Finding] {
        guard let folder = data.folder else {
            return [
                .problem(
                    "data", data.problem ?? "the program's folder was not found",
                    means: "no board and no font can be read",
                    cure: [
                        .advice(
                            "set LEDSIGN_DATA to the folder that has boards/ and fonts/, or install the package again")
                    ])
            ]
        }
        let missing = ProgramData.neededFonts.filter { !data.fonts.contains($0) }
        let found = "\(data.boards) boards and \(data.fonts.count) fonts in \(folder)"
        if !missing.isEmpty {
            return [
                .problem(
                    "data", found + "; without \(missing.joined(separator: ", "))",
                    means: "texts without --font cannot be set", cure: [.advice("install the package again")])
            ]
        }
        if !data.brokenBoards.isEmpty {
            let names = data.brokenBoards.joined(separator: ", ")
            return [
                .warning(
                    "data", found + "; these boards cannot be read: \(names)", means: "they cannot be used",
                    cure: data.brokenBoards.map { .command("ledsign board check \(folder)/boards/\($0).yaml") })
            ]
        }
        return [.ok("data", found)]
    }

    var power: Finding? {
        let state = machine.power
        guard state.isKnown else { return nil }
        let supply: [Finding.Cure] = [
            .advice(
                "power the Raspberry Pi by its own supply (5.1 V, 3 A; 5 A for a Raspberry Pi 5) and a short cable, and "
                    + "the panels by another; connect their grounds")
        ]
        if state.isUndervoltageNow {
            return .warning(
                "power", "the supply is too low now (under 4.63 V)",
                means: "the processor is slowed down and may crash; panels flicker", cure: supply)
        }
        if state.wasUndervoltage {
            return .warning(
                "power", "the supply was too low since the start (under 4.63 V)",
                means: "frames may have been late; the card can be damaged when it happens during writing", cure: supply
            )
        }
        if state.wasSlowed {
            return .warning(
                "power", "the processor \(state.isSlowedNow ? "is" : "was") slowed down because it is hot",
                means: "refreshes take longer, and the brightness of HUB75 panels changes with them",
                cure: [.advice("give it a heat sink or air")])
        }
        return .ok("power", "the supply is good, nothing was slowed down since the start")
    }

    var clock: Finding? {
        switch machine.isClockSynchronized {
        case nil: nil
        case true?: .ok("clock", "the system's clock is synchronised")
        case false? where trust == .trusted:
            .ok("clock", "no time service has set the system's clock, and it is trusted (clock: trusted)")
        case false?:
            .note(
                "clock", "no time service has set the system's clock",
                means: "schedules wait and clocks show --:-- until one has; motion is not affected",
                cure: [
                    .command("sudo timedatectl set-ntp true"),
                    .advice("with a battery clock and no network: the line clock: trusted in the sign file"),
                ])
        }
    }
}

import LinuxHardware

/// What a user of a machine may publish so that others can judge how a board is driven there: facts about the machine, in lines.
///
/// It has no names of users, hosts or networks, no addresses, and no serial numbers: of config.txt and the kernel's command line it
/// takes only what is on a list, and of the findings only their names and levels.
struct MachineReport {
    /// The machine.
    let machine: Machine
    /// The name of the board.
    let board: String
    /// What was found.
    let findings: [Finding]
    /// The version of the program.
    let version: String

    /// All lines.
    var lines: [String] {
        var lines = ["ledsign \(version), board \(boardName)"]
        lines += [
            "model: \(machine.model ?? "unknown"), revision \(machine.revision ?? "unknown")",
            "system: \(machine.system ?? "unknown")",
            "kernel: \(machine.kernel ?? "unknown"), \(machine.architecture ?? "unknown")"
                + (machine.hasRealTimeKernel ? ", real-time" : ""),
            "libgpiod: \(machine.libgpiod ?? "unknown")",
            "overlay: file \(Self.presence(machine.boot.hasOverlay)), panel in the device tree "
                + Self.presence(machine.hasDisplayPanel),
        ]
        lines += machine.cards.isEmpty ? ["cards: none"] : machine.cards.flatMap(card)
        lines.append("desktop: \(list(machine.desktopPrograms)); programs at the cards: \(list(programs))")
        lines.append(machine.boot.configuration == nil ? "config.txt: unreadable" : "config.txt:")
        lines += (machine.boot.configuration?.entries ?? []).filter { Self.isTold($0.key) }.map { "    \($0.text)" }
        lines.append("command line: \(list(machine.boot.commandLine.filter(Self.isTold(word:)), separator: " "))")
        if let power = machine.power.throttled { lines.append("throttled: 0x\(String(power, radix: 16))") }
        lines.append("findings: " + findings.map { "\($0.id) \($0.level.rawValue)" }.joined(separator: ", "))
        return lines
    }

    /// A board's name without the folders that it lies in.
    private var boardName: String { board.split(separator: "/").last.map(String.init) ?? board }

    private func card(_ card: DisplayCard) -> [String] {
        let console = card.frameBuffers.isEmpty ? "no console" : "console " + card.frameBuffers.joined(separator: ", ")
        return ["card: \(card.path), \(card.driver ?? "unknown driver"), \(console)"]
            + card.connectors.map { connector in
                "    \(connector.name) \(connector.status ?? "unknown"), "
                    + (connector.modes.isEmpty
                        ? "no mode" : "modes " + connector.modes.prefix(3).joined(separator: ", "))
            }
    }

    /// The names of programs that have a card open.
    private var programs: [String] {
        let paths = machine.cards.map(\.path)
        return Set(machine.holders.filter { paths.contains($0.path) }.map(\.name)).sorted()
    }

    private func list(_ words: [String], separator: String = ", ") -> String {
        words.isEmpty ? "none" : words.joined(separator: separator)
    }

    private static func presence(_ isThere: Bool) -> String { isThere ? "there" : "missing" }

    /// Whether a key of config.txt is about what drives panels; anything else stays private.
    private static func isTold(_ key: String) -> Bool {
        let names: Set = [
            "dtoverlay", "device_tree_overlay", "dtparam", "device_tree_param", "gpio", "arm_64bit", "enable_uart",
            "force_turbo", "core_freq", "core_freq_min", "arm_freq", "over_voltage", "gpu_mem", "max_framebuffers",
            "disable_fw_kms_setup", "display_auto_detect", "camera_auto_detect", "enable_dpi_lcd", "kernel",
            "arm_boost",
        ]
        return names.contains(key) || key.hasPrefix("hdmi_") || key.hasPrefix("dpi_")
    }

    /// Whether a word of the kernel's command line is about what drives panels.
    private static func isTold(word: String) -> Bool {
        let beginnings = [
            "drm", "vc4.", "video=", "fbcon=", "console=", "isolcpus=", "nohz_full=", "rcu_nocbs=", "irqaffinity=",
            "cma=", "coherent_pool=", "iomem=", "pinctrl_", "preempt=",
        ]
        return beginnings.contains { word.hasPrefix($0) }
    }
}

import Boards
import Foundation
import LinuxHardware
import Schedules
import Settings
import SignFiles
import SignHost
import Synchronization

/// The findings about a machine and a board: for people, for scripts, and as facts to publish.
struct DoctorReport {
    let machine: Machine
    let board: String
    let findings: [Finding]

    /// The columns that texts are wrapped at; commands and lines of files never are.
    private static let width = 100
    private static let levelWidth = 9

    /// The findings as lines for people, with coloured levels or without.
    func lines(usesColor: Bool) -> [String] {
        let idWidth = (findings.map(\.id.count).max() ?? 0) + 2
        let margin = String(repeating: " ", count: Self.levelWidth + idWidth)
        var lines = ["\(board) on \(machine.model ?? "this machine")", ""]
        for finding in findings {
            let head = Self.padded(finding.level, usesColor: usesColor) + Self.padded(finding.id, to: idWidth)
            lines += Self.wrapped(finding.found, first: "", margin: margin).enumerated().map { index, line in
                index == 0 ? head + line.dropFirst(margin.count) : line
            }
            if let meaning = finding.meaning { lines += Self.wrapped(meaning, first: "means: ", margin: margin) }
            for (index, step) in finding.fix.enumerated() {
                let first = index == 0 ? "fix:   " : "       "
                if case .advice(let text) = step {
                    lines += Self.wrapped(text, first: first, margin: margin)
                } else {
                    lines.append(margin + first + text(of: step))
                }
            }
        }
        return lines + ["", verdict]
    }

    /// The result in one line.
    private var verdict: String {
        func count(_ level: Finding.Level, _ word: String) -> String? {
            let count = findings.filter { $0.level == level }.count
            return count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
        }
        let rest = [count(.problem, "problem"), count(.warning, "warning"), count(.note, "note")].compactMap { $0 }
        return (Checkup.isFit(findings) ? "\(board) can be driven" : "\(board) cannot be driven on this machine")
            + (rest.isEmpty ? "" : ": " + rest.joined(separator: ", "))
    }

    private func text(of step: Finding.Fix) -> String {
        let (kind, text, file) = parts(of: step)
        guard let file else { return text }
        let place = kind.hasSuffix("-words") ? "the one line of \(file)" : file
        return (kind.hasPrefix("add-") ? "add to " : "remove from ") + "\(place): \(text)"
    }

    private static func padded(_ level: Finding.Level, usesColor: Bool) -> String {
        let text = padded(level.rawValue, to: levelWidth)
        guard usesColor else { return text }
        let colors: [Finding.Level: Int] = [.ok: 32, .note: 36, .warning: 33, .problem: 31]
        return "\u{1B}[\(colors[level] ?? 0)m\(text)\u{1B}[0m"
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 1))
    }

    /// Breaks a text between words; the lines after the first one are indented as far as its text.
    private static func wrapped(_ text: String, first: String, margin: String) -> [String] {
        var lines: [String] = []
        var line = margin + first
        let indent = String(repeating: " ", count: line.count)
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = indent
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return lines + [line]
    }
}

extension DoctorReport {
    /// The findings, each with its level, its meaning and the steps of its fix.
    func facts() -> [JSONValue] {
        findings.map { finding -> JSONValue in
            [
                "id": .text(finding.id), "level": .text(finding.level.rawValue), "found": .text(finding.found),
                "means": finding.meaning.map { .text($0) } ?? .null,
                "fix": .list(
                    finding.fix.map(parts).map { kind, text, file in
                        ["kind": .text(kind), "text": .text(text), "file": file.map { .text($0) }]
                    }),
            ]
        }
    }

    /// The findings as JSON for scripts, keys in alphabetical order; `docs/doctor.md` describes the form.
    ///
    /// `schema` grows when a key changes its meaning or goes away; keys, ids and kinds may be added without that.
    func json() throws -> String {
        func orNull(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }
        let value: JSONValue = [
            "schema": 1, "program": "ledsign \(programVersion)", "board": .text(board),
            "fit": .bool(Checkup.isFit(self.findings)),
            "machine": [
                "model": orNull(machine.model), "revision": orNull(machine.revision), "system": orNull(machine.system),
                "kernel": orNull(machine.kernel), "architecture": orNull(machine.architecture),
            ],
            "findings": .list(facts()),
        ]
        let object = try JSONSerialization.jsonObject(with: Data(value.line.utf8))
        let data = try JSONSerialization.data(
            withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }

    /// A step of a fix; `file` is there where the step changes one.
    private func parts(of fix: Finding.Fix) -> (kind: String, text: String, file: String?) {
        let boot = machine.boot
        return switch fix {
        case .command(let command): ("command", command, nil)
        case .configuration(let line): ("add-line", line, boot.configurationPath)
        case .withoutConfiguration(let line, let file): ("remove-line", line, file ?? boot.configurationPath)
        case .commandLine(let words): ("add-words", words, boot.commandLinePath)
        case .withoutCommandLine(let words): ("remove-words", words, boot.commandLinePath)
        case .file(let path, let line): ("add-line", line, path)
        case .reboot: ("command", "sudo reboot", nil)
        case .advice(let text): ("advice", text, nil)
        }
    }
}

extension DoctorReport {
    /// What a user of a machine may publish so that others can judge how a board is driven there: facts about the machine, in lines.
    ///
    /// It has no names of users, hosts or networks, no addresses, and no serial numbers: of config.txt and the kernel's command line
    /// it takes only what is on a list, and of the findings only their names and levels.
    var publicLines: [String] {
        var lines = ["ledsign \(programVersion), board \(boardName)"]
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
        lines.append("state machines: " + stateMachines)
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

    /// The device file of the state machines, its group, and the programs that have it open.
    private var stateMachines: String {
        guard let device = machine.device(Checkup.stateMachines) else { return "none" }
        let users = machine.holders.filter { $0.path == device.path }.map(\.name)
        let room = machine.hasRoomForStateMachine.map { $0 ? "room" : "no room" } ?? "unknown room"
        return
            "\(device.path) of the group \(device.group ?? "unknown"), \(device.mayUse ? "open" : "closed") to this user; "
            + "\(room) for a program; programs at it: \(list(users))"
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

extension ProgramData {
    /// Looks at the program's folder.
    static func read() -> ProgramData {
        do {
            let folder = try DataFolder.path()
            let library = BoardLibrary(folder: folder + "/boards")
            let names = (try? library.names()) ?? []
            let broken = names.filter { (try? library.board($0)) == nil }
            let fonts = ((try? FontCatalog.list(shippedOnly: true)) ?? []).map(\.name)
            return ProgramData(folder: folder, boards: names.count - broken.count, brokenBoards: broken, fonts: fonts)
        } catch {
            return ProgramData(problem: "\(error)")
        }
    }
}

extension DoctorReport {
    /// What is found about this machine, or one whose files are in a folder, with a board and perhaps a sign.
    ///
    /// - Parameter waits: whether it waits for apt; without, it says what `askForUpdate` has found.
    static func summary(
        of board: Board, _ file: SignFile?, root: String = "", waits: Bool = true
    ) throws -> DoctorReport {
        var machine = Machine.read(root: root)
        if root.isEmpty { machine.isClockSynchronized = SystemWallClock.isSynchronized }
        let checkup = Checkup(
            machine: machine, needs: BoardNeeds(board), data: ProgramData.read(),
            trustsClock: try (file?.clock ?? Configuration.load().clock) == .trusted)
        var network: [Finding] = []
        if root.isEmpty, case .network(let other) = board.panel { network.append(other.finding) }
        if root.isEmpty, let file { network += try Self.network(file) }
        let update = !root.isEmpty ? nil : waits ? Self.update() : found.withLock { $0 }
        return DoctorReport(
            machine: machine, board: board.name, findings: checkup.findings + [update].compactMap { $0 } + network)
    }

    /// What serves the page of the sign file, its broker and its pixels from the network, as far as it or the configuration asks
    /// for them.
    private static func network(_ file: SignFile) throws -> [Finding] {
        let defaults = try Configuration.load()
        let page = file.installation.http ?? defaults.http
        var findings = page?.findings ?? []
        if let broker = file.installation.mqtt ?? defaults.mqtt {
            findings += file.brokerConfiguration(broker, board: "", page: page).findings
        }
        return findings + (file.installation.pixels?.findings ?? [])
    }
}

/// Whether the package manager has a newer version of this program.
extension DoctorReport {
    private static let found = Mutex<Finding?>(nil)

    /// Asks apt once for those who cannot wait: it takes seconds on a small machine.
    static let askForUpdate: Void = Thread.detachNewThread {
        let newer = update()
        found.withLock { $0 = newer }
    }

    /// Asks apt, and waits for it; nil where the program is not an installed package.
    private static func update() -> Finding? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["LC_ALL=C", "apt-cache", "policy", "ledsign"]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let answer = (try? output.fileHandleForReading.readToEnd()) ?? nil
        process.waitUntilExit()
        return update(in: String(decoding: answer ?? Data(), as: UTF8.self))
    }

    /// What `apt-cache policy` says: lines such as `Installed: 0.1.0` and `Candidate: 0.2.0`.
    private static func update(in policy: String) -> Finding? {
        func version(_ name: String) -> String? {
            let lines = policy.split(separator: "\n").map { $0.drop { $0 == " " } }
            let value = lines.first { $0.hasPrefix(name) }?.dropFirst(name.count).drop { $0 == " " }
            return value.flatMap { $0 == "(none)" ? nil : String($0) }
        }
        guard let installed = version("Installed:"), let candidate = version("Candidate:") else { return nil }
        guard installed != candidate else {
            return .ok("update", "ledsign \(installed) is the newest that apt knows of")
        }
        return .note(
            "update", "ledsign \(installed) is installed, and apt has \(candidate)", means: "there is a newer version",
            fix: [.command("sudo apt update && sudo apt install --only-upgrade ledsign")])
    }
}

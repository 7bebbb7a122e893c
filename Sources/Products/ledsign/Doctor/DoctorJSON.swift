import Foundation
import LinuxHardware

/// The findings as JSON for scripts; `docs/doctor.md` describes the form.
///
/// `schema` grows when a key changes its meaning or goes away; keys, ids and kinds may be added without that.
struct DoctorJSON: Encodable {
    let schema = 1
    let program: String
    let board: String
    let fit: Bool
    let machine: MachineNames
    let findings: [Entry]

    /// What the machine calls itself; unknown names are null.
    struct MachineNames: Encodable {
        let model, revision, system, kernel, architecture: String?

        private enum Key: String, CodingKey {
            case model, revision, system, kernel, architecture
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(model, forKey: .model)
            try container.encode(revision, forKey: .revision)
            try container.encode(system, forKey: .system)
            try container.encode(kernel, forKey: .kernel)
            try container.encode(architecture, forKey: .architecture)
        }
    }

    /// A finding.
    struct Entry: Encodable {
        let id, level, found: String
        let means: String?
        let fix: [Step]

        private enum Key: String, CodingKey {
            case id, level, found, means, fix
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(id, forKey: .id)
            try container.encode(level, forKey: .level)
            try container.encode(found, forKey: .found)
            try container.encode(means, forKey: .means)
            try container.encode(fix, forKey: .fix)
        }
    }

    /// A step of a fix; `file` is there where the step changes one.
    struct Step: Encodable {
        let kind, text: String
        var file: String?
    }

    init(machine: Machine, board: String, findings: [Finding], version: String) {
        program = "ledsign \(version)"
        self.board = board
        fit = Checkup.isFit(findings)
        self.machine = MachineNames(
            model: machine.model, revision: machine.revision, system: machine.system, kernel: machine.kernel,
            architecture: machine.architecture)
        self.findings = findings.map { finding in
            Entry(
                id: finding.id, level: finding.level.rawValue, found: finding.found, means: finding.meaning,
                fix: finding.fix.map { Self.step($0, boot: machine.boot) })
        }
    }

    private static func step(_ fix: Finding.Fix, boot: BootFiles) -> Step {
        switch fix {
        case .command(let command): Step(kind: "command", text: command)
        case .configuration(let line): Step(kind: "add-line", text: line, file: boot.configurationPath)
        case .withoutConfiguration(let line): Step(kind: "remove-line", text: line, file: boot.configurationPath)
        case .commandLine(let words): Step(kind: "add-words", text: words, file: boot.commandLinePath)
        case .withoutCommandLine(let words): Step(kind: "remove-words", text: words, file: boot.commandLinePath)
        case .file(let path, let line): Step(kind: "add-line", text: line, file: path)
        case .reboot: Step(kind: "command", text: "sudo reboot")
        case .advice(let text): Step(kind: "advice", text: text)
        }
    }

    /// The text, keys in alphabetical order.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

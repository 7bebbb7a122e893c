/// The result of one check of a machine.
package struct Finding: Equatable {
    /// The severity for the board.
    package enum Level: String, CaseIterable {
        /// As it should be.
        case ok
        /// Worth knowing; no action is needed.
        case note
        /// The sign runs, but not as well as it could.
        case warning
        /// The sign does not run.
        case problem
    }

    /// A step of the fix.
    package enum Fix: Equatable, Sendable {
        /// A command for the shell.
        case command(String)
        /// A line to put into config.txt.
        case configuration(String)
        /// A line to remove from config.txt.
        case withoutConfiguration(String)
        /// Words to put at the end of the one line of cmdline.txt.
        case commandLine(String)
        /// Words to remove from the one line of cmdline.txt.
        case withoutCommandLine(String)
        /// A line of a file: the path and the line.
        case file(String, line: String)
        /// A reboot, after which the steps before it take effect.
        case reboot
        /// Advice in words, without a command.
        case advice(String)
    }

    /// The name of the check, such as "gpio-lines"; it never changes.
    package let id: String
    /// The severity.
    package let level: Level
    /// What was found.
    package let found: String
    /// What that means for this board; nil if that is clear.
    package let meaning: String?
    /// The steps that change it, in order; empty if no change is needed.
    package let fix: [Fix]

    private init(_ id: String, _ level: Level, _ found: String, _ meaning: String?, _ fix: [Fix]) {
        self.id = id
        self.level = level
        self.found = found
        self.meaning = meaning
        self.fix = fix
    }

    /// Something that is as it should be.
    package static func ok(_ id: String, _ found: String, means meaning: String? = nil) -> Finding {
        Finding(id, .ok, found, meaning, [])
    }

    /// Information.
    static func note(_ id: String, _ found: String, means meaning: String, fix: [Fix] = []) -> Finding {
        Finding(id, .note, found, meaning, fix)
    }

    /// Something that makes the sign worse.
    package static func warning(_ id: String, _ found: String, means meaning: String, fix: [Fix]) -> Finding {
        Finding(id, .warning, found, meaning, fix)
    }

    /// Something that stops the sign.
    static func problem(_ id: String, _ found: String, means meaning: String, fix: [Fix]) -> Finding {
        Finding(id, .problem, found, meaning, fix)
    }
}

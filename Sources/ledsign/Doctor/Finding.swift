/// One thing that `ledsign doctor` has looked at.
struct Finding: Equatable {
    /// How much it matters for the board.
    enum Level: String, CaseIterable {
        /// As it should be.
        case ok
        /// Worth knowing; nothing has to be done.
        case note
        /// The sign runs, but not as well as it could.
        case warning
        /// The sign does not run.
        case problem
    }

    /// A step of the cure.
    enum Cure: Equatable {
        /// A command for the shell.
        case command(String)
        /// A line to put into config.txt.
        case configuration(String)
        /// A line to take out of config.txt, or to put `#` before.
        case withoutConfiguration(String)
        /// Words to put at the end of the one line of cmdline.txt.
        case commandLine(String)
        /// Words to take out of the one line of cmdline.txt.
        case withoutCommandLine(String)
        /// A line of a file: the path and the line.
        case file(String, line: String)
        /// Starting the machine again, after which the steps before it count.
        case reboot
        /// What no command does.
        case advice(String)
    }

    /// What was looked at, as a name that stays the same, such as "gpio-lines".
    let id: String
    /// How much it matters.
    let level: Level
    /// What was found.
    let found: String
    /// What that means for this board; nil where nothing needs to be said.
    let meaning: String?
    /// What changes it, in order; empty where there is nothing to change.
    let cure: [Cure]

    private init(_ id: String, _ level: Level, _ found: String, _ meaning: String?, _ cure: [Cure]) {
        self.id = id
        self.level = level
        self.found = found
        self.meaning = meaning
        self.cure = cure
    }

    /// Something that is as it should be.
    static func ok(_ id: String, _ found: String, means meaning: String? = nil) -> Finding {
        Finding(id, .ok, found, meaning, [])
    }

    /// Something worth knowing.
    static func note(_ id: String, _ found: String, means meaning: String, cure: [Cure] = []) -> Finding {
        Finding(id, .note, found, meaning, cure)
    }

    /// Something that makes the sign worse.
    static func warning(_ id: String, _ found: String, means meaning: String, cure: [Cure]) -> Finding {
        Finding(id, .warning, found, meaning, cure)
    }

    /// Something that stops the sign.
    static func problem(_ id: String, _ found: String, means meaning: String, cure: [Cure]) -> Finding {
        Finding(id, .problem, found, meaning, cure)
    }
}

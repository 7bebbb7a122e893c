import Glibc
import LinuxHardware
import LinuxSystem
import Settings
import TerminalPreview

/// The questions of a set-up on the whole screen of a terminal: what is typed and chosen, and how it looks.
struct SetupScreen {
    /// What a key leads to.
    enum Step {
        case stay, done, quit
    }

    private(set) var walk: SetupWalk
    /// What was typed for the question: its answer, or where there are choices a part of what is looked for.
    private(set) var typed = ""
    /// The choice that Enter takes, among those that match.
    private(set) var cursor = 0
    /// What was wrong with the last answer.
    private var problem = ""

    init(_ walk: SetupWalk) {
        self.walk = walk
        begin()
    }

    // MARK: Keys

    /// Takes a key.
    mutating func take(_ key: TerminalKey) -> Step {
        problem = ""
        switch key {
        case .interrupt: return .quit
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .enter, .right: return answer()
        case .escape, .left: goBack()
        case .backspace:
            if typed.isEmpty {
                goBack()
            } else {
                typed.removeLast()
                cursor = 0
            }
        case .character(let character):
            typed.append(character)
            cursor = 0
        }
        return .stay
    }

    /// The choices that have what was typed.
    private var matches: [(name: String, about: String)] {
        let choices = walk.question?.choices ?? []
        let part = typed.lowercased()
        return part.isEmpty ? choices : choices.filter { "\($0.name)  \($0.about)".lowercased().contains(part) }
    }

    private mutating func move(by step: Int) { cursor = min(max(cursor + step, 0), max(matches.count - 1, 0)) }

    private mutating func answer() -> Step {
        let choices = matches
        do {
            try walk.take(choices.isEmpty ? typed : choices[min(cursor, choices.count - 1)].name)
        } catch {
            problem = "\(error)"
            return .stay
        }
        begin()
        return walk.question == nil ? .done : .stay
    }

    private mutating func goBack() {
        walk.goBack()
        begin()
    }

    /// Begins a question with the answer that it has.
    private mutating func begin() {
        (typed, cursor) = ("", 0)
        guard let question = walk.question else { return }
        let present = walk.answers[question.key] ?? question.value
        if let place = question.choices.firstIndex(where: { $0.name == present }) {
            cursor = place
        } else if let given = walk.answers[question.key] {
            typed = given
        }
    }

    // MARK: Looks

    /// The rows of the screen, none of them wider than it is; the chosen one begins with `>`.
    func rows(columns: Int, rows height: Int) -> [String] {
        guard let question = walk.question else { return [] }
        let place = "\(walk.place + 1) of \(walk.questions.count): "
        let isLow = height < 12
        let gap = isLow ? [] : [""]
        let head = (place + question.words).wrapped(toWidth: columns)
        let said = problem.isEmpty ? [] : gap + problem.wrapped(toWidth: columns)
        let keys = [
            "Enter takes it, Esc goes back, Ctrl-C ends without a change", "Enter: next, Esc: back, Ctrl-C: end",
        ]
        let foot = gap + [(keys.first { $0.terminalWidth <= columns } ?? "Enter, Esc, Ctrl-C").cut(toWidth: columns)]
        var body: [String] = []
        if question.choices.isEmpty || !typed.isEmpty || matches.isEmpty {
            body.append(Self.field(typed, columns) + (typed.isEmpty ? "  [\(question.value)]" : ""))
        }
        let room = max(height - head.count - said.count - foot.count - gap.count - body.count, 1)
        body += list(room: room, columns: columns)
        return (head + gap + body.map { $0.cut(toWidth: columns) } + said + foot).suffix(height)
    }

    /// The end of a text that is typed, with the place of the next letter.
    private static func field(_ text: String, _ columns: Int) -> String {
        var shown = text
        while shown.terminalWidth + 3 > columns, !shown.isEmpty { shown.removeFirst() }
        return "> \(shown)_"
    }

    /// The choices around the chosen one.
    private func list(room: Int, columns: Int) -> [String] {
        let all = matches.enumerated().map { index, choice in
            [(index == cursor ? "> " : "  ") + choice.name, choice.about]
        }
        let lines = all.lines(width: columns)
        let first = min(max(cursor - room / 2, 0), max(lines.count - room, 0))
        return Array(lines[first..<min(first + room, lines.count)])
    }
}

extension SetupScreen {
    /// Asks the questions in a terminal; returns the answers, or nil if they were given up.
    ///
    /// The terminal is as before afterwards, whatever ended it.
    mutating func ask() throws -> SetupWalk? {
        let waiter = try EventWaiter()
        defer { waiter.close() }
        let session = try TerminalSession(isForText: true)
        defer { session.close() }
        let clock = SystemMonotonicClock()
        while true {
            let size = session.windowSize
            let lines = rows(columns: size.columns, rows: size.rows).map { "\u{1B}[2K" + $0 }
            session.write(Array(("\u{1B}[H" + lines.joined(separator: "\r\n") + "\u{1B}[J").utf8))
            var events: [TerminalEvent] = []
            for event in try waiter.wait(
                until: session.deadline, watching: [session.descriptor].compactMap { $0 }, clock: clock)
            {
                switch event {
                case .readable: events += session.takeInput(isReadable: true, at: clock.now)
                case .signal(SIGTSTP):
                    session.suspend()
                    waiter.stopProcess()
                    try session.resume()
                case .signal(SIGCONT), .signal(SIGWINCH), .signal(SIGUSR1): break
                case .signal: return nil
                }
            }
            events += session.takeInput(isReadable: false, at: clock.now)
            guard session.descriptor != nil else { return nil }
            for case .key(let key) in events {
                switch take(key) {
                case .stay: break
                case .done: return walk
                case .quit: return nil
                }
            }
        }
    }
}

import Foundation

/// Says on standard error how far long work has come; silent where that is no terminal, and during the first second.
struct Progress {
    private let total: Int
    private let what: String
    private var done = 0
    private var isShown = false
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let start = Date()

    init(total: Int, what: String) {
        self.total = total
        self.what = what
    }

    mutating func advance() {
        done += 1
        guard isTerminal, done % 25 == 0, Date().timeIntervalSince(start) > 1 else { return }
        isShown = true
        Messages.write("\r\(done) of \(total) \(what)")
    }

    /// Clears the line.
    func end() {
        guard isShown else { return }
        Messages.write("\r\u{1B}[K")
    }
}

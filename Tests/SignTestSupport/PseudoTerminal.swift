import Foundation
import Glibc

/// A pseudo-terminal with a process in it: what it writes, its modes, and how it ended.
public final class PseudoTerminal {
    /// What went wrong.
    public struct TerminalError: Error, CustomStringConvertible {
        /// What was waited for or called, and what came.
        public let description: String

        /// Words a failure.
        public init(description: String) { self.description = description }
    }

    /// The terminal's modes before the process started.
    public let modes: termios
    private let master: Int32
    private let slave: Int32
    private let process: pid_t
    /// All that the process wrote.
    public private(set) var output = ""

    /// Starts a program as the leader of its own session, with the terminal as its own.
    ///
    /// - Parameters:
    ///   - environment: all of its variables, `NAME=value`.
    ///   - hasErrors: whether its standard error is the terminal, too; otherwise it has none.
    public init(path: String, _ arguments: [String], environment: [String], hasErrors: Bool = false) throws {
        // What unlockpt(3) and ptsname(3) do, which Swift does not see: TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h.
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var locked: Int32 = 0
        var number: UInt32 = 0
        guard master >= 0, ioctl(master, 0x4004_5431, &locked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
            throw TerminalError(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
        }
        let name = "/dev/pts/\(number)"
        // Held open here, or its modes would be lost with the process.
        slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        var modes = termios()
        tcgetattr(slave, &modes)
        self.modes = modes
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        if hasErrors {
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        } else {
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSIGMASK and POSIX_SPAWN_SETSID: a thread that runs tests may block signals.
        var nothing = sigset_t()
        sigemptyset(&nothing)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        posix_spawnattr_setflags(&attributes, 0x08 | 0x80)
        var argv = ([path] + arguments).map { strdup($0) }
        argv.append(nil)
        var variables = environment.map { strdup($0) }
        variables.append(nil)
        defer { for text in argv + variables { free(text) } }
        var process = pid_t()
        let code = posix_spawn(&process, path, &actions, &attributes, argv, variables)
        guard code == 0 else { throw TerminalError(description: "posix_spawn: \(String(cString: strerror(code)))") }
        self.process = process
    }

    deinit {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        close(master)
        close(slave)
    }

    /// The terminal's modes now.
    public var presentModes: termios {
        var modes = termios()
        tcgetattr(slave, &modes)
        return modes
    }

    /// Types bytes into the terminal.
    public func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Gives the window another size.
    public func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Sends a signal to the process.
    public func signal(_ number: Int32) {
        kill(process, number)
    }

    /// Reads until the output after `mark` holds the text; returns where the text ends.
    ///
    /// Fails after a minute of silence.
    @discardableResult
    public func expect(_ text: String, after mark: Int = 0) throws -> Int {
        while true {
            let start = output.unicodeScalars.index(output.unicodeScalars.startIndex, offsetBy: mark)
            if let found = output.range(of: text, options: .literal, range: start..<output.endIndex) {
                return output.unicodeScalars.distance(from: output.startIndex, to: found.upperBound)
            }
            var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, Polling.timeout) == 1, take() else {
                throw TerminalError(description: "waited for \(text.debugDescription), got \(output.debugDescription)")
            }
        }
    }

    /// Waits for the end of the process; returns its status as waitpid(2) gives it.
    public func end() throws -> Int32 {
        var status: Int32 = 0
        var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        let hasEnded = Polling.wait {
            if waitpid(process, &status, WNOHANG) == process { return true }
            // A program waits where its output is not read.
            if poll(&descriptor, 1, 0) == 1 { _ = take() }
            return false
        }
        guard hasEnded else { throw TerminalError(description: "the process does not end") }
        while poll(&descriptor, 1, 0) == 1, take() {}
        return status
    }

    private func take() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else { return false }
        // Latin-1, so that a character that comes in two pieces does no harm.
        output.unicodeScalars.append(contentsOf: buffer[..<count].map { Unicode.Scalar($0) })
        return true
    }
}

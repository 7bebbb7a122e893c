import Glibc
import SignTestSupport
import Testing

@Suite(.serialized) struct TerminalSessionTests {
    /// What xterm's private modes look like when a terminal is taken, and given back.
    static let entered = "\u{1B}[?2004h\u{1B}[2J"
    static let left =
        "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    private func isRestored(_ terminal: PseudoTerminal) -> Bool {
        let present = terminal.presentModes
        return terminal.output.hasSuffix(Self.left) && present.c_lflag == terminal.modes.c_lflag
            && present.c_iflag == terminal.modes.c_iflag && present.c_oflag == terminal.modes.c_oflag
    }

    @Test("A session makes input raw, hides the cursor, reports the mouse, and takes the alternate screen")
    func enters() throws {
        let terminal = try PseudoTerminal("ascii")
        try terminal.expect(Self.entered)
        for mode in ["?1049h", "?25l", "?1002h", "?1006h", "?2004h"] {
            #expect(terminal.output.contains("\u{1B}[" + mode))
        }
        expectEqual(terminal.presentModes.c_lflag & tcflag_t(ICANON | ECHO), 0)
        #expect(terminal.presentModes.c_lflag & tcflag_t(ISIG) != 0)
    }

    @Test(
        "The terminal is restored on return, throw and exit, with the process's own exit status",
        arguments: [
            ("return", 0), ("throw", 4), ("exit", 3),
        ])
    func ordinaryEnds(way: String, status: Int32) throws {
        let terminal = try PseudoTerminal(way)
        let end = try terminal.end()
        expectEqual(end, status << 8)
        #expect(isRestored(terminal), "\(terminal.output.debugDescription)")
    }

    @Test(
        "The terminal is restored on traps, faults, stack overflow and abort, which still end the process",
        arguments: [
            ("trap", [SIGILL, SIGTRAP]), ("abort", [SIGABRT]), ("overflow", [SIGSEGV, SIGBUS]), ("segfault", [SIGSEGV]),
        ])
    func fatalEnds(way: String, signals: [Int32]) throws {
        let terminal = try PseudoTerminal(way)
        let end = try terminal.end()
        #expect(signals.contains(end & 0x7F), "status \(end)")
        #expect(isRestored(terminal), "\(terminal.output.debugDescription)")
    }

    @Test(
        "Signals that end the process are noticed, and the terminal is restored",
        arguments: [
            SIGINT, SIGTERM, SIGHUP, SIGQUIT,
        ])
    func signals(number: Int32) throws {
        let terminal = try PseudoTerminal("ascii")
        try terminal.expect("ready")
        terminal.signal(number)
        try expectEqual(terminal.end(), 0)
        #expect(isRestored(terminal))
    }

    @Test("A process that is stuck is ended by the second signal, and the terminal is restored")
    func stuck() throws {
        let terminal = try PseudoTerminal("stuck")
        try terminal.expect(Self.entered)
        terminal.type("\u{3}")
        terminal.signal(SIGTERM)
        #expect([SIGINT, SIGTERM].contains(try terminal.end() & 0x7F))
        #expect(isRestored(terminal))
    }

    @Test("A stop restores the terminal, and continuing takes it again and draws everything")
    func stop() throws {
        let terminal = try PseudoTerminal("ascii")
        let mark = try terminal.expect("ready")
        // The leader of a session has no shell to wake it, so the kernel does not stop it: it continues at once.
        terminal.type("\u{1A}")
        let back = try terminal.expect(Self.left, after: mark)
        let again = try terminal.expect(Self.entered, after: back)
        try terminal.expect("redraw", after: again)
        expectEqual(terminal.presentModes.c_lflag & tcflag_t(ICANON), 0)
        terminal.type("q")
        try expectEqual(terminal.end(), 0)
        #expect(isRestored(terminal))
    }

    @Test("D3: keys, the mouse and the window's size arrive as events")
    func events() throws {
        let terminal = try PseudoTerminal("ascii")
        var mark = try terminal.expect("ready")
        for (typed, seen) in [
            ("\u{1B}[C", "key(TerminalPreview.TerminalKey.right)"), ("\u{1B}", "TerminalKey.escape"),
            ("\u{1B}[<0;10;3M", "press 9 2"), ("\u{1B}[<32;14;3M", "drag 13 2"),
            ("\u{1B}[<0;14;3m", "moved 4, "),
        ] {
            terminal.type(typed)
            mark = try terminal.expect(seen, after: mark)
        }
        terminal.resize(columns: 90, rows: 30)
        try terminal.expect("resized(columns: 90, rows: 30)", after: mark)
        terminal.type("q")
        try expectEqual(terminal.end(), 0)
    }
}

import Boards
import Foundation
import ImageFiles
import LinuxSystem
import Marquee
import PanelSimulation
import PixelGraphics
import SignHost
import Timelines

/// Walks through the steps of `board test`: lights one, says what should be seen, and waits for Enter or the time.
struct BoardTestWalk {
    private let given: Board
    /// Opens the device and the preview of a board, whose times a search changes.
    private let open: (Board) throws -> (device: (any PanelDrive)?, preview: SimulatedPanel?)
    private var board: Board
    private var device: (any PanelDrive)?
    /// Whose picture is printed; nil if a device shows it.
    private var preview: SimulatedPanel?
    /// What the step `speed` looks for; nil in the others.
    private var search: SpeedSearch?
    private let content: PatternContent
    private let brightness: Brightness
    /// How long a step lasts; nil waits for Enter.
    private let stepTime: Nanoseconds?
    /// How long the steps before took.
    private var elapsed = Nanoseconds.zero

    /// Opens the board.
    init(
        _ board: Board, brightness: Brightness, stepTime: Nanoseconds?,
        open: @escaping (Board) throws -> (device: (any PanelDrive)?, preview: SimulatedPanel?)
    ) throws {
        (given, self.board, self.open) = (board, board, open)
        (self.brightness, self.stepTime) = (brightness, stepTime)
        content = PatternContent(brightness: brightness)
        (device, preview) = try open(board)
    }

    private func begin(_ clock: some MonotonicClock & Sendable) throws {
        try device?.begin(
            Presenter(content, size: board.size, format: board.format, brightness: brightness), start: clock.now,
            clock: clock)
    }

    /// Shows the same step on a board with other times.
    private mutating func change(to board: Board, _ clock: some MonotonicClock & Sendable) throws {
        guard board != self.board else { return }
        try device?.end(.drain)
        try preview?.stop()
        self.board = board
        (device, preview) = try open(board)
        try begin(clock)
    }

    /// Runs the steps; the panel is dark afterwards, whatever ended it.
    ///
    /// - Returns: the signal that ended it, if it was another one than that of ctrl-c.
    mutating func run(_ steps: [any BoardTestPattern], clock: some MonotonicClock & Sendable) throws -> Int32? {
        let waiter = try EventWaiter()
        defer { waiter.close() }
        do {
            var ending = Ending.next
            if let first = steps.first { content.light(first, tick: 0) }
            try begin(clock)
            for step in steps where ending == .next {
                search = step.name == "speed" && stepTime == nil ? SpeedSearch(given) : nil
                try change(to: search?.board ?? given, clock)
                ending = try light(step, waiter, clock, since: clock.now)
            }
            // However short the last step was, it is lit.
            try device?.end(.drain)
            try preview?.stop()
            if case .signal(let number) = ending, number != SIGINT { return number }
            return nil
        } catch {
            try? device?.end(.stop)
            try? preview?.stop()
            throw error
        }
    }

    private enum Ending: Equatable {
        case next, quit
        case signal(Int32)
    }

    private static let tick = Nanoseconds.milliseconds(500)

    private mutating func light(
        _ step: any BoardTestPattern, _ waiter: EventWaiter, _ clock: some MonotonicClock & Sendable,
        since begin: Instant
    ) throws -> Ending {
        say(step.explanation)
        // Pictures are in the explanation.
        let words = step.answers.filter(\.picture.isEmpty).map { ["  " + $0.name, $0.words] }
        if !words.isEmpty { say("\(step.question)\n" + words.lines().joined(separator: "\n")) }
        var frame = Frame(size: board.size, format: board.format)
        let base = elapsed
        var tick = -1
        var shown = board
        while true {
            if board != shown { (shown, tick) = (board, -1) }
            let now = clock.now
            elapsed = base + (now - begin)
            // However short a step is, it is lit once.
            if let stepTime, tick >= 0, now - begin >= stepTime { return .next }
            let due = step.isMoving ? Int((now - begin).count / Self.tick.count) : 0
            if due != tick {
                step.draw(tick: due, brightness: brightness, into: &frame)
                try preview?.show(frame, at: .zero + elapsed)
                content.light(step, tick: due)
                if tick < 0 {
                    printPreview()
                    prompt(step)
                }
                tick = due
            }
            preview?.heal(at: .zero + elapsed)
            var wakes = [device?.step(at: now, before: .distantFuture)].compactMap { $0 }
            if let problem = device?.problem { throw CommandError(problem) }
            if let healing = preview?.nextHealing { wakes.append(now + (healing - (.zero + elapsed))) }
            if let stepTime { wakes.append(begin + stepTime) }
            if step.isMoving { wakes.append(begin + Nanoseconds(Int64(due + 1) * Self.tick.count)) }
            let watched = (stepTime == nil ? [STDIN_FILENO] : []) + (device?.descriptors ?? [])
            let wake = wakes.min().flatMap { $0 == .distantFuture ? nil : $0 }
            for event in try waiter.wait(until: wake, watching: watched, clock: clock) {
                switch event {
                case .signal(SIGTSTP): waiter.stopProcess()
                case .signal(SIGCONT), .signal(SIGWINCH), .signal(SIGUSR1): break
                case .signal(let number): return .signal(number)
                case .readable(STDIN_FILENO):
                    if let ending = try answer(step, clock) { return ending }
                default: break
                }
            }
        }
    }

    private func printPreview() {
        if let preview { say("\nThe simulated panel:\n\n" + preview.shown.canvas.text) }
    }

    private func prompt(_ step: any BoardTestPattern) {
        guard stepTime == nil else { return }
        if let search, search.result == nil { say("\nThe times are \(search.description).") }
        let isNumber = step.answers.contains { !$0.picture.isEmpty }
        write(
            "(\(isNumber ? "the number of the picture" : "the word in front of it"), Enter for the next step, q to end) "
        )
    }

    private func say(_ text: String) { write(text + "\n") }

    /// Writes at once: `print` would keep it back in a pipe while the step lasts.
    private func write(_ text: String) {
        StandardOutput.write(text.utf8)
        StandardOutput.flush()
    }

    /// Reads a line that was typed; nil stays in the step.
    private mutating func answer(_ step: any BoardTestPattern, _ clock: some MonotonicClock & Sendable) throws
        -> Ending?
    {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else { return .quit }
        let line = String(decoding: buffer[..<count], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        if line.isEmpty { return .next }
        if ["q", "Q"].contains(line) { return .quit }
        if let answer = step.answer(line) {
            search?.answer(isClean: answer.isRight)
            if let search, search.result == nil {
                try change(to: search.board, clock)
                return nil
            }
            say((search?.result ?? answer).advice)
        } else {
            say("\"\(line)\" is none of the answers.")
        }
        prompt(step)
        return nil
    }
}

/// A pattern of `board test` as content that others light.
final class PatternContent: Content {
    /// What is lit; nil for nothing.
    private var pattern: (any BoardTestPattern)?
    private var tick = 0
    private let brightness: Brightness
    private(set) var revision = 0

    init(brightness: Brightness) { self.brightness = brightness }

    func light(_ pattern: any BoardTestPattern, tick: Int) {
        self.pattern = pattern
        self.tick = tick
        revision += 1
    }

    func draw(at instant: Instant, into frame: inout Frame) {
        pattern?.draw(tick: tick, brightness: brightness, into: &frame)
    }

    func nextChange(after instant: Instant) -> Instant? { nil }
}

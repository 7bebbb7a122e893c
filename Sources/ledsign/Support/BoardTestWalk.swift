import Boards
import Foundation
import ImageFiles
import PixelGraphics
import TerminalControl
import Timelines

/// Walks through the steps of `board test`: lights one, says what should be seen, and waits for Enter or the time.
final class BoardTestWalk {
    private let outputs: [any SignOutput]
    /// Whose picture is printed; nil where a device shows it.
    private let preview: SimulatedPanel?
    private let brightness: Brightness
    private let stepTime: Nanoseconds?
    private var frame: Frame

    /// Creates a walk.
    ///
    /// - Parameter stepTime: how long a step lasts; nil waits for Enter.
    init(
        board: Board, device: (any SignOutput)?, preview: SimulatedPanel?, brightness: Brightness,
        stepTime: Nanoseconds?
    ) {
        self.preview = preview
        self.brightness = brightness
        self.stepTime = stepTime
        outputs = [device, preview].compactMap { $0 }
        frame = Frame(size: board.size, format: board.format)
    }

    /// Runs the steps; the panel is dark afterwards, whatever ended it.
    ///
    /// - Returns: the signal that ended it, if it was another one than that of ctrl-c.
    func run(_ steps: [any BoardTestPattern], clock: some MonotonicClock) throws -> Int32? {
        let session = try TerminalSession(usesTerminal: false)
        defer { session.close() }
        do {
            var ending = Ending.next
            for step in steps where ending == .next { ending = try light(step, session, clock, since: clock.now) }
            for output in outputs { try output.stop() }
            if case .signal(let number) = ending, number != SIGINT { return number }
            return nil
        } catch {
            for output in outputs { try? output.stop() }
            throw error
        }
    }

    /// How a step ended.
    private enum Ending: Equatable {
        case next, quit
        case signal(Int32)
    }

    private var elapsed = Nanoseconds.zero
    private static let tick = Nanoseconds.milliseconds(500)

    private func light(
        _ step: any BoardTestPattern, _ session: TerminalSession, _ clock: some MonotonicClock, since begin: Instant
    ) throws -> Ending {
        say(step.explanation)
        let base = elapsed
        var tick = -1
        while true {
            let now = clock.now
            elapsed = base + (now - begin)
            // However short a step is, it is lit once.
            if let stepTime, tick >= 0, now - begin >= stepTime { return .next }
            let due = step.isMoving ? Int((now - begin).count / Self.tick.count) : 0
            if due != tick {
                step.draw(tick: due, brightness: brightness, into: &frame)
                for output in outputs { try output.show(frame, at: .zero + elapsed) }
                if tick < 0 {
                    printPreview()
                    prompt(step)
                }
                tick = due
            }
            for output in outputs { try output.heal(at: .zero + elapsed) }
            for output in outputs where output.needsRefresh { try output.refresh(at: .zero + elapsed) }
            var wakes = outputs.filter(\.needsRefresh).map { _ in now }
            wakes += outputs.compactMap { $0.nextHealing }.map { now + ($0 - (.zero + elapsed)) }
            if let stepTime { wakes.append(begin + stepTime) }
            if step.isMoving { wakes.append(begin + Nanoseconds(Int64(due + 1) * Self.tick.count)) }
            let watched = stepTime == nil ? [STDIN_FILENO] : []
            for event in try session.wait(until: wakes.min(), watching: watched, clock: clock) {
                switch event {
                case .terminate(let number): return .signal(number)
                case .readable:
                    if let ending = answer(step) { return ending }
                default: break
                }
            }
        }
    }

    private func printPreview() {
        if let preview { say("\nThe simulated panel:\n\n" + TextPicture.text(preview.shown.canvas)) }
    }

    private func prompt(_ step: any BoardTestPattern) {
        guard stepTime == nil else { return }
        let number = step.question.map { $0 + ", " } ?? ""
        FileHandle.standardOutput.write(Data("(\(number)Enter for the next step, q to end) ".utf8))
    }

    /// Writes at once: `print` would keep it back in a pipe while the step lasts.
    private func say(_ text: String) {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }

    /// Reads a line that was typed; nil stays in the step.
    private func answer(_ step: any BoardTestPattern) -> Ending? {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else { return .quit }
        let line = String(decoding: buffer[..<count], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        if line.isEmpty { return .next }
        if ["q", "Q"].contains(line) { return .quit }
        if let advice = step.advice(for: line) {
            say(advice)
        } else {
            say("\"\(line)\" is none of the answers.")
        }
        prompt(step)
        return nil
    }
}

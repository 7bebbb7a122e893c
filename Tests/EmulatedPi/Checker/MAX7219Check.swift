import Boards
import PanelDrivers
import PanelSimulation
import PiTraces
import PixelGraphics

/// Checks MAX7219 modules on the wires of a scenario.
struct MAX7219Check {
    let scenario: Scenario
    let wired: MAX7219Board

    /// What the modules showed.
    private struct Shown {
        var matcher: FrameMatcher?
        var chain: SimulatedMAX7219Chain
        var lit = LitSpans()
        var busy = LitSpans()
        var messages = 0
        var transfers = 0
    }

    private var chain: SimulatedMAX7219Chain {
        SimulatedMAX7219Chain(
            count: wired.chain.modules.count, wiring: .fc16,
            // Of times under emulation only the order counts.
            allowing: Set(MAX7219ViolationKind.allCases).subtracting([.wordLength]))
    }

    /// The lines of CLK, DIN and CS; nil where a controller drives them.
    private var lines: [Int]? {
        get throws(CheckError) {
            guard case .gpio(let wiring) = wired.device else { return nil }
            return try [wiring.clock, wiring.data, wiring.chipSelect].map { (line) throws(CheckError) -> Int in
                guard case .offset(let offset) = line else { throw CheckError("the board names its lines by names") }
                return offset
            }
        }
    }

    private func play(_ matcher: FrameMatcher?) throws -> Shown {
        var shown = Shown(matcher: matcher, chain: chain)
        if let lines = try lines {
            var folder = WireFolder(
                wireOfLine: Dictionary(uniqueKeysWithValues: lines.enumerated().map { ($1, $0) }), gpio: scenario.gpio)
            play(&folder, into: &shown, levels: folder.levels(wires: 3))
        } else {
            var folder = SPIFolder(gpio: scenario.gpio)
            play(&folder, into: &shown, levels: [false, false, !folder.isSelected])
        }
        return shown
    }

    private func play(_ folder: inout some WriteFolder, into shown: inout Shown, levels: [Bool]) {
        var latch = LatchListener(chain: chain)
        latch.chain.begin(levels: levels)
        var messages = 0
        for write in scenario.writes {
            // A new message of the kernel: what was sent before it is whole.
            folder.obey(write, at: write.time, into: &latch)
            if folder.messages != messages {
                messages = folder.messages
                shown.matcher?.see(latch.chain.picture, isWhole: true)
            }
            shown.busy.record(latch.isSelected, at: write.time)
            guard latch.hasLatched else { continue }
            latch.hasLatched = false
            shown.transfers += 1
            // Chips that were started and show nothing yet are dark; after that only shutdown counts.
            let isOn = latch.chain.chips.contains { $0.isOn || $0.isTesting }
            let isShowing = latch.chain.chips.contains { $0.isTesting || $0.isOn && $0.digits.contains { $0 != 0 } }
            if !isOn || isShowing { shown.lit.record(isOn, at: write.time) }
            shown.matcher?.see(latch.chain.picture, isWhole: false)
        }
        shown.messages = folder.messages
        shown.matcher?.see(latch.chain.picture, isWhole: true)
        shown.chain = latch.chain
    }

    /// Compares what was shown with the frames of the log.
    func checkFrames(_ sign: ExpectedSign) throws -> String {
        var sign = sign
        let log = try scenario.frameLog()
        let dark = MonoBitmap(size: scenario.board.size)
        let pictures = log.map { sign.frame(at: $0.due).canvas.mono }
        let shown = try play(FrameMatcher([dark] + pictures + [dark]))
        guard let matcher = shown.matcher else { throw CheckError("no frame was compared") }
        if let wrong = matcher.wrong {
            throw CheckError("after picture \(wrong.after) of \(log.count):\n\(art(wrong.picture))")
        }
        guard matcher.isComplete else {
            throw CheckError("\(matcher.place) of \(matcher.expected.count - 1) changes were shown")
        }
        guard shown.chain.violations.isEmpty else { throw CheckError("\(shown.chain.violations[0])") }
        guard !shown.lit.isOn else { throw CheckError("the chips are not shut down at the end") }
        var words = "\(matcher.expected.count - 2) pictures in order and whole, \(shown.transfers) transfers"
        if case .spidev = wired.device {
            // The first message starts the chips, the last one stops them.
            let frames = shown.messages - 2
            words += ", \(shown.messages) calls of the kernel"
            let healings = frames - log.count
            guard healings >= 0, healings <= 2 + log.count / 20 else {
                throw CheckError("\(shown.messages) messages for \(log.count) frames, a start and an end")
            }
            words += " for \(log.count) frames, a start, an end and \(healings) healings"
        }
        return words
    }

    /// Compares what was shown with a picture that does not move.
    func checkPicture(_ picture: MonoBitmap) throws -> String {
        let dark = MonoBitmap(size: scenario.board.size)
        let shown = try play(FrameMatcher([dark, picture, dark]))
        guard let matcher = shown.matcher else { throw CheckError("no picture was compared") }
        if let wrong = matcher.wrong { throw CheckError("instead of the picture:\n\(art(wrong.picture))") }
        guard matcher.isComplete else { throw CheckError("the picture was not shown, or is not dark at the end") }
        return "the picture, whole"
    }

    /// Compares what was shown with the frames of the log, in which there is one long gap: the panel was dark in it, and the
    /// first frame after it was due just then.
    func checkResumption(_ sign: ExpectedSign) throws -> String {
        var sign = sign
        let log = try scenario.frameLog()
        let gaps = log.indices.dropFirst().filter { log[$0].shown - log[$0 - 1].shown > 500_000_000 }
        guard gaps.count == 1 else { throw CheckError("\(gaps.count) gaps in the frame log") }
        let lateness = log[gaps[0]].shown - log[gaps[0]].due
        guard lateness < 100_000_000 else {
            throw CheckError("the first frame after the gap was due \(lateness) ns before")
        }
        let dark = MonoBitmap(size: scenario.board.size)
        let pictures = log.map { sign.frame(at: $0.due).canvas.mono }
        var expected = [dark]
        expected += pictures[..<gaps[0]]
        expected.append(dark)
        expected += pictures[gaps[0]...]
        expected.append(dark)
        let shown = try play(FrameMatcher(expected))
        guard let matcher = shown.matcher, matcher.isComplete else {
            throw CheckError("picture \(shown.matcher?.place ?? -1) of \(log.count) is not followed by the next one")
        }
        return "dark while stopped, then the picture that was due \(DarkCheck.milliseconds(lateness)) ms before; "
            + "\(log.count) pictures"
    }

    /// When the chips are in operation, and when a transfer is under way.
    func litSpans() throws -> (lit: LitSpans, busy: LitSpans) {
        let shown = try play(nil)
        return (shown.lit, shown.busy)
    }

    private func art(_ picture: MonoBitmap) -> String {
        (0..<picture.height).map { y in
            String((0..<picture.width).map { picture[$0, y] ? "#" : "." })
        }.joined(separator: "\n")
    }
}

/// Modules that note when they have latched.
private struct LatchListener: WireListener {
    var chain: SimulatedMAX7219Chain
    var hasLatched = false
    var isSelected = false

    mutating func edge(on wire: Int, to level: Bool, at time: Int64) {
        chain.edge(on: wire, to: level, at: time)
        guard wire == SPIWires.chipSelect else { return }
        isSelected = !level
        if level { hasLatched = true }
    }
}

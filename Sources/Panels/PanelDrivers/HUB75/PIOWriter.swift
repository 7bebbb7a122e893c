/// Turns scan programs into the words of `PIOProgram`; each begins and ends in the dark, with all lines but OE low.
///
/// Pulses keep their length to a cycle: the columns that are shifted under the light count, the rest of it stands, and what is
/// then still to be shifted follows in the dark. Time is that of a machine whose words arrive at the planned pace, so that
/// refreshes take the same time whatever is shown.
///
/// It does not allocate but for the words.
package struct PIOWriter: Sendable {
    /// The least cycles of a write to LAT, OE and the address.
    static let writeCycles = 10

    /// The words that were written.
    package private(set) var words: [UInt32] = []
    private let pace: PIOPace
    private let outputEnable: UInt32
    private let clock: UInt32
    /// LAT and the address.
    private let control: UInt32
    /// How long the address stands after the last light, in cycles.
    private let darkGap: Int

    /// The levels of the lines in the program.
    private var levels: UInt32 = 0
    /// What is not written yet: levels that stand for cycles, or equal columns.
    private var waiting = Waiting.nothing
    /// The cycles of the pulse that are still to be lit.
    private var light = 0
    private var isPulse = false
    /// Whether the last levels are lit.
    private var isLit = false
    /// When the machine has done what was written, and when the last word has arrived.
    private var time = 0
    private var arrival = 0
    /// The cycles of what was written if no word is late, and those until the mark.
    private var cycles = 0
    private var mark = 0

    private enum Waiting {
        case nothing
        case levels(UInt32, cycles: Int)
        case columns(UInt32, count: Int)
    }

    /// Prepares a writer for a port's lines.
    package init(lines: HUB75Lines, settings: ScanSettings, pace: PIOPace) {
        self.pace = pace
        outputEnable = LineMasks([lines.outputEnable]).low
        clock = LineMasks([lines.clock]).low
        control = LineMasks([lines.latch] + lines.address).low
        darkGap = Int((settings.darkGap + pace.cycle - 1) / pace.cycle)
    }

    /// The time that the words take with the planned pace, in nanoseconds.
    package var duration: Int64 { Int64(time) * pace.cycle }
    /// The time of the last program that was written where no word is late, in nanoseconds.
    package var shortestDuration: Int64 { Int64(cycles) * pace.cycle }

    /// Writes a program in place of what was written before.
    package mutating func write(_ program: borrowing ScanProgram) {
        words.removeAll(keepingCapacity: true)
        append(program)
    }

    /// Writes a program behind what was written before.
    package mutating func append(_ program: borrowing ScanProgram) {
        (levels, isPulse, isLit, light) = (outputEnable, false, false, 0)
        (time, arrival, cycles, mark) = (0, 0, 0, 0)
        hold(Self.writeCycles)
        let count = min(max(program.count, 0), program.storage.count)
        // The end of the program is reached when its tail has been.
        let isTimed = count > 0 && ScanWord(rawValue: program.storage[count - 1]).operation == .waitAfterStart
        for place in 0..<(isTimed ? count - 1 : count) {
            let word = ScanWord(rawValue: program.storage[place])
            switch word.operation {
            case .setLow: change(to: levels | word.payload, after: place, program)
            case .clearLow, .clearLowWithNext: change(to: levels & ~word.payload, after: place, program)
            case .toggleLow: change(to: levels ^ word.payload, after: place, program)
            case .mark:
                // The levels of the last write stand since then.
                if case .levels = waiting { mark = cycles } else { mark = cycles + waitingCycles }
            case .waitAfterMark: waitAfterMark(wholeCycles(word.payload))
            case .waitAfterStart: wait(until: wholeCycles(word.payload))
            // Lines from 28 on do not exist, and no edge needs padding.
            default: break
            }
        }
        finish(at: isTimed ? wholeCycles(ScanWord(rawValue: program.storage[count - 1]).payload) : 0)
    }

    private func wholeCycles(_ nanoseconds: UInt32) -> Int { Int((Int64(nanoseconds) + pace.cycle - 1) / pace.cycle) }

    // MARK: - Lines

    private mutating func change(to next: UInt32, after place: Int, _ program: borrowing ScanProgram) {
        let changes = levels ^ next
        levels = next
        if changes & next & clock != 0 {
            appendColumn()
        } else if changes & control != 0 {
            hold(Self.writeCycles)
        }
        guard changes & outputEnable != 0 else { return }
        if next & outputEnable == 0 {
            beginPulse(after: place, program)
        } else if isLit {
            hold(Self.writeCycles)
        }
    }

    /// The pulse that begins there lasts until the next wait.
    private mutating func beginPulse(after place: Int, _ program: borrowing ScanProgram) {
        for next in place + 1..<program.count {
            let word = ScanWord(rawValue: program.storage[next])
            guard word.operation == .waitAfterMark else { continue }
            light = Int(Int64(word.payload) / pace.cycle)
            isPulse = true
            return
        }
    }

    private var lineLevels: UInt32 { levels & ~(clock | outputEnable) }

    private mutating func appendColumn() {
        let levels = lineLevels
        let dark = levels | outputEnable
        if light > 0 {
            let isSame = isRun(of: levels)
            let rest = light - (isSame ? 1 : 2) * PIOProgram.columnCycles
            if rest == 0 || rest >= PIOProgram.leastHold {
                light = rest
                appendColumn(levels, isSame: isSame)
                return
            }
            spendLight()
        }
        appendColumn(dark, isSame: isRun(of: dark))
    }

    private func isRun(of levels: UInt32) -> Bool {
        guard case .columns(levels, let count) = waiting else { return false }
        return count < PIOProgram.longestRun
    }

    private mutating func appendColumn(_ levels: UInt32, isSame: Bool) {
        if isSame, case .columns(_, let count) = waiting {
            waiting = .columns(levels, count: count + 1)
            return
        }
        flush()
        waiting = .columns(levels, count: 1)
        isLit = levels & outputEnable == 0
    }

    // MARK: - Time

    /// Lets the rest of a pulse shine.
    private mutating func spendLight() {
        guard light > 0 else { return }
        flush()
        waiting = .levels(lineLevels, cycles: light)
        isLit = true
        light = 0
    }

    /// The levels of now, in the dark.
    private mutating func hold(_ cycles: Int) {
        flush()
        waiting = .levels(lineLevels | outputEnable, cycles: cycles)
        isLit = false
    }

    /// The cycles of what waits.
    private var waitingCycles: Int {
        switch waiting {
        case .nothing: 0
        case .levels(_, let cycles): cycles
        case .columns(_, let count): PIOProgram.columnCycles * (count + 1)
        }
    }

    /// When everything that was written or waits is done.
    private var now: Int {
        switch waiting {
        case .nothing: time
        case .levels: act(time, words: 2) + waitingCycles
        case .columns: act(time, words: 1) + waitingCycles
        }
    }

    private mutating func waitAfterMark(_ cycles: Int) {
        guard isPulse else {
            wait(for: mark + cycles - self.cycles - waitingCycles)
            return
        }
        isPulse = false
        spendLight()
    }

    private mutating func wait(until end: Int) { wait(for: end - now) }

    private mutating func wait(for rest: Int) {
        guard rest > 0 else { return }
        if case .levels(let levels, let cycles) = waiting, !isLit {
            waiting = .levels(levels, cycles: cycles + rest)
        } else {
            hold(max(rest, Self.writeCycles))
        }
    }

    /// When a machine acts that is free from a time on: when the words have arrived, of which the queue has some before.
    private func act(_ time: Int, words: Int) -> Int {
        max(time, max(arrival, time - PIOProgram.queueLength * pace.wordCycles) + words * pace.wordCycles)
    }

    /// Writes what waits.
    private mutating func flush() {
        let end = now
        cycles += waitingCycles
        switch waiting {
        case .nothing: return
        case .levels(let levels, let cycles):
            append(UInt32(cycles - PIOProgram.leastHold) << 4)
            append(levels << 4)
        case .columns(let levels, let count): append(levels << 4 | UInt32(count))
        }
        waiting = .nothing
        time = end
    }

    private mutating func append(_ word: UInt32) {
        words.append(word)
        arrival = max(arrival, time - PIOProgram.queueLength * pace.wordCycles) + pace.wordCycles
    }

    /// Ends in the dark, with words that leave it dark when the machine holds them, at a time where that is possible.
    private mutating func finish(at end: Int) {
        spendLight()
        if isLit || darkGap > 0 { hold(max(darkGap, Self.writeCycles)) }
        levels = outputEnable
        for _ in 1..<PIOProgram.tailWords / 2 { hold(Self.writeCycles) }
        wait(until: end)
        flush()
    }
}

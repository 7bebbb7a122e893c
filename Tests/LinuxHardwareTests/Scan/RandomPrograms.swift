import PanelDrivers
import SignTestSupport

/// Programs of random words, the same for the same seed.
struct RandomPrograms {
    private var random: SeededRandom
    /// The lines that the words may name.
    let lines: [Int]

    init(seed: UInt64, lines: [Int] = Array(0..<56)) {
        random = SeededRandom(seed: seed)
        self.lines = lines
    }

    /// A program of words that are all equally likely, but every other mark has its wait next; pads are short, waits up
    /// to 30 us.
    mutating func next(words count: Int) -> [ScanWord] {
        var words: [ScanWord] = []
        while words.count < count {
            let isPulse = words.last?.operation == .mark && Bool.random(using: &random)
            words.append(isPulse ? ScanWord(.waitAfterMark, UInt32.random(in: 0..<30_000, using: &random)) : word())
        }
        return words
    }

    /// A refresh of some rows, each with some pulses of light on a line, of few lengths, with writes under some of them.
    mutating func nextRefresh(rows: Int, light: Int) -> [ScanWord] {
        let line = UInt32(1) << UInt32(light)
        var words: [ScanWord] = []
        for row in 0..<rows {
            if row > 0 { words.append(ScanWord(.waitAfterStart, UInt32(row) * 90_000)) }
            words.append(ScanWord(.setLow, line))
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                words += [ScanWord(.clearLow, line), ScanWord(.mark, 0)]
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    words.append(ScanWord(Bool.random(using: &random) ? .setLow : .clearLow, 1 << 3))
                }
                let length = [700, 3_000, 9_000, 20_000].randomElement(using: &random) ?? 0
                words.append(ScanWord(.waitAfterMark, UInt32(length)))
                // Now and then something else comes first.
                if Int.random(in: 0..<10, using: &random) == 0 { words.append(ScanWord(.setLow, 1 << 5)) }
                words.append(ScanWord(.setLow, line))
            }
        }
        words.append(ScanWord(.waitAfterStart, UInt32(rows) * 90_000))
        return words
    }

    /// Times at which the machine stands still, in ascending order.
    mutating func nextStalls(_ count: Int, within time: Range<Int64>) -> [(time: Int64, length: Int64)] {
        let times = (0..<count).map { _ in Int64.random(in: time, using: &random) }.sorted()
        return times.map { ($0, Int64.random(in: 100...60_000, using: &random)) }
    }

    private mutating func word() -> ScanWord {
        // One in twenty is none that is known.
        guard let operation = ScanWord.Operation.allCases.randomElement(using: &random),
            Int.random(in: 0..<20, using: &random) > 0
        else { return ScanWord(rawValue: UInt32.random(in: 0xC000_0000...0xFFFF_FFFF, using: &random)) }
        switch operation {
        case .setLow, .clearLow, .toggleLow, .clearLowWithNext: return ScanWord(operation, payload(from: 0))
        case .setHigh, .clearHigh, .clearHighWithNext: return ScanWord(operation, payload(from: 28))
        case .pad: return ScanWord(operation, UInt32.random(in: 0..<5, using: &random))
        case .nothing, .mark: return ScanWord(operation, UInt32.random(in: 0..<1 << 28, using: &random))
        case .waitAfterMark: return ScanWord(operation, UInt32.random(in: 0..<30_000, using: &random))
        case .waitAfterStart: return ScanWord(operation, UInt32.random(in: 0..<30_000, using: &random) * 10)
        }
    }

    /// Some of the lines, most of the time few.
    private mutating func payload(from first: Int) -> UInt32 {
        let density = Int.random(in: 1...8, using: &random)
        var payload: UInt32 = 0
        for line in lines where (first..<first + 28).contains(line) {
            if Int.random(in: 0..<8, using: &random) < density { payload |= 1 << UInt32(line - first) }
        }
        return payload
    }
}

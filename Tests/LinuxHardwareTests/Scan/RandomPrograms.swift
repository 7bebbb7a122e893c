import HardwareInterfaces
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

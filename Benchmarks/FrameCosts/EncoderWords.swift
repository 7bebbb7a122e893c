import PanelDrivers
import PixelGraphics

/// The words that the HUB75 encoder writes for pictures of all kinds on boards of all kinds, as one hash.
///
/// A change of the encoder that must not change its words leaves the hash as it is.
struct EncoderWords {
    private static let boards = 2_000
    private static let picturesOfBoard = 30

    private var random = SplitMix(state: 28)
    private var count = 0
    /// FNV-1a, by words in place of bytes.
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Encodes all pictures, and returns the number of words and their hash.
    static func summary() throws -> String {
        var words = EncoderWords()
        var pictures = try RandomPictures()
        for _ in 0..<boards {
            var (encoder, size) = words.nextBoard()
            for _ in 0..<picturesOfBoard {
                encoder.encode(pictures.next(size, &words.random))
                for program in encoder.programs { words.add(program) }
            }
        }
        return "\(boards * picturesOfBoard) pictures on \(boards) boards: \(words.count) words, hash \(words.hash)"
    }

    private mutating func add(_ program: ScanProgram) {
        count += program.count
        for word in program.storage.prefix(program.count) { hash = (hash ^ UInt64(word)) &* 0x100_0000_01B3 }
    }

    /// A board of one chain or of several, on lines of one or of two registers, with settings that fit to each other.
    private mutating func nextBoard() -> (encoder: HUB75Encoder, visibleSize: Size) {
        while true {
            var settings = ScanSettings()
            settings.planes = random.isOne(of: 2) ? 11 : random.number(1...11)
            settings.ditherBits = random.isOne(of: 2) ? 0 : random.number(0...2)
            settings.sequence = random.isOne(of: 2) ? .rgb : ColorSequence("GBR") ?? .rgb
            settings.isInverse = random.isOne(of: 5)
            settings.isInterlaced = random.isOne(of: 4)
            settings.darkGap = random.isOne(of: 3) ? 500 : 0
            settings.settle = random.isOne(of: 3) ? 700 : 0
            settings.latchGap = random.isOne(of: 3) ? 0 : 200
            settings.clockWidth = [0, 25, 70][random.number(0...2)]
            // The words stay those that were counted before rows had a clock of their own.
            settings.rowClock = 0
            settings.addressing = random.isOne(of: 2) ? .direct : RowAddressing.allCases[random.number(0...5)]
            var lines = HUB75Lines.regular
            if random.isOne(of: 4) {
                lines = HUB75Lines(
                    outputEnable: 18, clock: 16, latch: 17, address: [2, 3, 4, 5, 6],
                    colors: [7, 13, 22, 28, 34, 40].map { first in
                        (first..<first + 6).map { first == 13 && $0 > 15 ? $0 + 3 : $0 }
                    })
                if random.isOne(of: 2) { lines.colors.reverse() }
            }
            let matrix = HUB75Matrix(
                columns: random.isOne(of: 4) ? random.number(1...70) : 16 * random.number(1...6),
                rowPairs: 1 << random.number(0...4), chains: random.isOne(of: 3) ? random.number(1...6) : 1)
            let timing = PortTiming(
                kind: PortKind.allCases[random.number(0...2)], writeTime: [10, 20, 30][random.number(0...2)],
                slowdown: random.isOne(of: 4) ? random.number(1...2) : 0)
            let mapper = PixelMapper.rotate(degrees: random.isOne(of: 5) ? 90 * random.number(1...3) : 0)
            guard let mapper, let map = try? PixelMap(mapper, layout: PanelLayout(size: matrix.size)),
                let encoder = try? HUB75Encoder(
                    matrix: matrix, map: map, lines: lines, settings: settings, timing: timing)
            else { continue }
            return (encoder, map.visibleSize)
        }
    }
}

/// A random number generator whose sequence depends on its seed alone.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// True once in so many times.
    mutating func isOne(of times: Int) -> Bool { number(1...times) == 1 }

    /// Any colour, or one of few levels.
    mutating func color() -> Color {
        let color = UInt32(truncatingIfNeeded: next())
        let levels: [UInt32] = [0xFF_FFFF, 0x80_8080, 0xFF_0000, 0xFF_FF00]
        return Color(rawValue: isOne(of: 2) ? color : color & levels[number(0...3)])
    }
}

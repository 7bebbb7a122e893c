/// What panels show on a display engine: the planes of every column, in buffers that are allocated once.
///
/// A row pair is flat where all planes are equal: black and, in each half, one colour whose channels are off or full. This is
/// the default text, and two bits a column are all there is to know of it.
package struct ScanOutPicture: Sendable {
    /// The length of the lowest plane that is shown, in nanoseconds.
    var pulse: Int64
    /// For each row pair and chain the columns, the one that is shifted first in front; without a meaning where it is flat.
    var codes: [ShiftCodes]
    /// For each row pair that is flat the code of a column whose two pixels are lit; `notFlat` for others.
    var flatColors: [UInt8]
    /// Which pixels of flat row pairs are lit, as in `FlatReader`: `ScanOutPlan.flatWords` words for each row pair.
    var flatBits: [UInt64]

    /// The colour of row pairs that are not flat.
    static let notFlat: UInt8 = 0xFF

    /// Creates the picture of dark panels.
    package init(_ plan: ScanOutPlan) {
        pulse = plan.timing.fullPulse
        codes = [ShiftCodes](repeating: ShiftCodes(lit: .zero), count: plan.codeCount)
        flatColors = [UInt8](repeating: Self.notFlat, count: plan.matrix.rowPairs)
        flatBits = [UInt64](repeating: 0, count: plan.matrix.rowPairs * plan.flatWords)
    }

    /// Whether it has room for what panels of a plan show.
    func fits(_ plan: ScanOutPlan) -> Bool {
        codes.count == plan.codeCount && flatColors.count == plan.matrix.rowPairs
            && flatBits.count == plan.matrix.rowPairs * plan.flatWords
    }

    /// Becomes equal to another picture of the same plan; does not allocate.
    package mutating func copy(_ other: borrowing ScanOutPicture) {
        pulse = other.pulse
        Self.copy(other.codes, to: &codes)
        Self.copy(other.flatColors, to: &flatColors)
        Self.copy(other.flatBits, to: &flatBits)
    }

    private static func copy<Element>(_ other: [Element], to elements: inout [Element]) {
        other.withUnsafeBufferPointer { other in
            elements.withUnsafeMutableBufferPointer { elements in
                guard elements.count == other.count, let from = other.baseAddress else { return }
                elements.baseAddress?.update(from: from, count: other.count)
            }
        }
    }
}

extension ScanOutPicture {
    /// Where the parts of a picture that is read are.
    typealias Rows = (
        codes: UnsafePointer<ShiftCodes>, flatColors: UnsafePointer<UInt8>, flatBits: UnsafePointer<UInt64>
    )

    /// Where the parts of a picture that is changed are.
    typealias MutableRows = (
        codes: UnsafeMutablePointer<ShiftCodes>, flatColors: UnsafeMutablePointer<UInt8>,
        flatBits: UnsafeMutablePointer<UInt64>
    )

    @inline(__always)
    func withRows(_ body: (Rows) -> Void) {
        codes.withUnsafeBufferPointer { codes in
            flatColors.withUnsafeBufferPointer { colors in
                flatBits.withUnsafeBufferPointer { bits in
                    guard let codes = codes.baseAddress, let colors = colors.baseAddress, let bits = bits.baseAddress
                    else { return }
                    body((codes, colors, bits))
                }
            }
        }
    }

    @inline(__always)
    mutating func withMutableRows(_ body: (MutableRows) -> Void) {
        codes.withUnsafeMutableBufferPointer { codes in
            flatColors.withUnsafeMutableBufferPointer { colors in
                flatBits.withUnsafeMutableBufferPointer { bits in
                    guard let codes = codes.baseAddress, let colors = colors.baseAddress, let bits = bits.baseAddress
                    else { return }
                    body((codes, colors, bits))
                }
            }
        }
    }
}

extension ScanOutPlan {
    /// The columns of a row pair, of all chains.
    var rowCodes: Int { matrix.chains * matrix.columns }
    var codeCount: Int { matrix.rowPairs * rowCodes }
    /// The words of the bits of a flat row pair.
    var flatWords: Int { (matrix.columns + 31) / 32 }
    /// Whether row pairs can be flat: one chain of whole vectors, whose shifts lie one after the other in memory
    /// without LAT among them.
    var canBeFlat: Bool {
        matrix.chains == 1 && matrix.columns % 16 == 0 && timing.half <= 2 && address.stepPixels == 0
            && timing.latched == 0
    }
}

/// The lines of HUB75 panels as bits of a pixel: bit n is GPIO line n + 4.
struct ScanOutLines: Sendable {
    let outputEnable: UInt32
    let clock: UInt32
    let latch: UInt32
    /// The address lines that are driven.
    let address: [UInt32]
    /// All colour lines, and those that are high where no LED is lit.
    let colors: UInt32
    let darkColors: UInt32
    /// For each chain the lines that are high for each of 64 colours: three bits of the upper pixel, three of the lower one.
    let chains: [UInt32]

    init(_ setup: EncoderSetup) {
        outputEnable = Self.bits([setup.lines.outputEnable])
        clock = Self.bits([setup.lines.clock])
        latch = Self.bits([setup.lines.latch])
        address = setup.lines.address.map { Self.bits([$0]) }
        colors = Self.bits(setup.lines.colors.joined())
        darkColors = setup.settings.isInverse ? colors : 0
        chains = setup.colorLines.map { $0.low >> 4 }
    }

    private static func bits(_ lines: some Sequence<Int>) -> UInt32 { LineMasks(lines).low >> 4 }
}

/// The levels of the address lines while a display engine shows each row pair.
struct ScanOutAddress: Sendable {
    /// For each row the levels that select it step by step, a pixel each; all empty where levels alone select a row.
    let steps: [[UInt32]]
    /// For each row the levels after that.
    let levels: [UInt32]
    /// The most pixels of the steps.
    let stepPixels: Int

    /// Prepares all rows.
    ///
    /// - Parameters:
    ///   - lines: the bits of the address lines that are driven.
    ///   - clock: the pixels for which the clock of shifted rows stays at a level.
    init(_ addressing: RowAddressing, lines: [UInt32], rowPairs: Int, clock: Int) {
        let pause = [ScanWord(.pad, UInt32(truncatingIfNeeded: clock))]
        var steps: [[UInt32]] = []
        var levels: [UInt32] = []
        for row in 0..<rowPairs {
            if let high = addressing.levels(row: row, lines: lines) {
                steps.append([])
                levels.append(high)
                continue
            }
            let sequence = LineSequence(row: row, of: rowPairs, addressing, lines: lines, kind: .bcm, pause: pause)
            let pixels = Self.pixels(sequence.words)
            steps.append(pixels)
            // At the ends of lines all are low for a while. The rows keep their place, because their clock is low before.
            levels.append((pixels.last ?? 0) & ~lines[0])
        }
        self.steps = steps
        self.levels = levels
        stepPixels = steps.map(\.count).max() ?? 0
    }

    /// The levels pixel by pixel: each change of lines ends with a word that lets time pass.
    private static func pixels(_ words: [ScanWord]) -> [UInt32] {
        var pixels: [UInt32] = []
        var levels: UInt32 = 0
        for word in words {
            switch word.operation {
            case .setLow: levels |= word.payload
            case .clearLow: levels &= ~word.payload
            case .pad: pixels += [UInt32](repeating: levels, count: Int(word.payload))
            default: break
            }
        }
        return pixels
    }
}

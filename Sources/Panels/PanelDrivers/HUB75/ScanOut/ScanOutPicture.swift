/// What panels show on a display engine: the planes of every column, in buffers that are allocated once.
///
/// A row pair is flat where all planes are equal: black and, in each half, one colour whose channels are off or full. This is
/// the default text, and two bits a column are all there is to know of it.
package struct ScanOutPicture: Sendable {
    /// For each row pair and chain the columns, the one that is shifted first in front; without a meaning where it is flat.
    var codes: [ShiftCodes]
    /// For each row pair that is flat the code of a column whose two pixels are lit; `notFlat` for others.
    var flatColors: [UInt8]
    /// Which pixels of flat row pairs are lit, as in `InkBits`: `ScanOutPlan.flatWords` words for each row pair.
    var flatBits: [UInt64]

    /// The colour of row pairs that are not flat.
    static let notFlat: UInt8 = 0xFF

    /// Creates the picture of dark panels.
    package init(_ plan: ScanOutPlan) {
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
    struct Rows {
        let codes: UnsafePointer<ShiftCodes>
        let flatColors: UnsafePointer<UInt8>
        let flatBits: UnsafePointer<UInt64>
    }

    /// Where the parts of a picture that is changed are.
    struct MutableRows {
        let codes: UnsafeMutablePointer<ShiftCodes>
        let flatColors: UnsafeMutablePointer<UInt8>
        let flatBits: UnsafeMutablePointer<UInt64>
    }

    @inline(__always)
    func withRows(_ body: (Rows) -> Void) {
        codes.withUnsafeBufferPointer { codes in
            flatColors.withUnsafeBufferPointer { colors in
                flatBits.withUnsafeBufferPointer { bits in
                    guard let codes = codes.baseAddress, let colors = colors.baseAddress, let bits = bits.baseAddress
                    else { return }
                    body(Rows(codes: codes, flatColors: colors, flatBits: bits))
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
                    body(MutableRows(codes: codes, flatColors: colors, flatBits: bits))
                }
            }
        }
    }
}

extension ScanOutPlan {
    /// The columns of a row pair, of all chains.
    var rowCodes: Int { matrix.chains * matrix.columns }
    /// The columns of all row pairs.
    var codeCount: Int { matrix.rowPairs * rowCodes }
    /// The words of the bits of a flat row pair.
    var flatWords: Int { (matrix.columns + 31) / 32 }
    /// Whether row pairs can be flat: one chain of whole vectors, whose shifts lie one after the other in memory.
    var canBeFlat: Bool {
        matrix.chains == 1 && matrix.columns % 16 == 0 && timing.half <= 2 && address.stepPixels == 0
    }
}

/// What panels show on a display engine: the planes of every column, in a buffer that is allocated once.
package struct ScanOutPicture: Sendable {
    /// For each row pair and chain the columns, the one that is shifted first in front.
    var codes: [ShiftCodes]

    /// Creates the picture of dark panels.
    package init(_ plan: ScanOutPlan) {
        codes = [ShiftCodes](repeating: ShiftCodes(lit: .zero), count: plan.codeCount)
    }

    /// Becomes equal to another picture of the same plan; does not allocate.
    package mutating func copy(_ other: borrowing ScanOutPicture) {
        other.codes.withUnsafeBufferPointer { other in
            codes.withUnsafeMutableBufferPointer { codes in
                guard codes.count == other.count, let from = other.baseAddress else { return }
                codes.baseAddress?.update(from: from, count: other.count)
            }
        }
    }
}

extension ScanOutPlan {
    /// The columns of a row pair, of all chains.
    var rowCodes: Int { matrix.chains * matrix.columns }
    /// The columns of all row pairs.
    var codeCount: Int { matrix.rowPairs * rowCodes }
}

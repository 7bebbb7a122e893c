/// Writes what panels show into the pictures of a display engine: only the row pairs that are different there.
///
/// It remembers what it has written into each of the engine's two pictures, by their addresses; nothing else may write into
/// them. It does not allocate after `init`.
package struct ScanOutWriter: Sendable {
    /// Where everything lies.
    package let plan: ScanOutPlan
    /// The addresses of the pictures that were written, and what they show.
    private var first: (address: UInt, shown: ScanOutPicture)
    private var second: (address: UInt, shown: ScanOutPicture)
    private var isFirstNext = true

    /// Creates a writer that has written nothing yet.
    package init(_ plan: ScanOutPlan) {
        self.plan = plan
        first = (0, ScanOutPicture(plan))
        second = (0, ScanOutPicture(plan))
    }

    /// Forgets what the engine's pictures contain, so that they are written as a whole.
    package mutating func forget() {
        first.address = 0
        second.address = 0
    }

    /// Writes a picture.
    ///
    /// O(changed row pairs); the first time for each of the engine's pictures O(pixels). Too small ones are left alone.
    ///
    /// - Parameters:
    ///   - pixels: the visible pixels of the plan's mode.
    ///   - stride: how many pixels lie between the beginnings of two lines.
    package mutating func write(
        _ picture: borrowing ScanOutPicture, into pixels: UnsafeMutableBufferPointer<UInt32>, stride: Int
    ) {
        guard let base = pixels.baseAddress, plan.fits(pixels.count, stride: stride) else { return }
        let address = UInt(bitPattern: base)
        let isFirst = address == first.address || (address != second.address && isFirstNext)
        isFirstNext = !isFirst
        if isFirst {
            Self.write(picture, plan, isNew: first.address != address, over: &first.shown, base, stride)
            first.address = address
        } else {
            Self.write(picture, plan, isNew: second.address != address, over: &second.shown, base, stride)
            second.address = address
        }
    }

    private static func write(
        _ picture: borrowing ScanOutPicture, _ plan: ScanOutPlan, isNew: Bool, over shown: inout ScanOutPicture,
        _ base: UnsafeMutablePointer<UInt32>, _ stride: Int
    ) {
        if isNew { plan.writeLines(to: base, stride: stride) }
        let count = plan.rowCodes
        let size = count * MemoryLayout<ShiftCodes>.stride
        let columns = ScanOutColumns(plan, stride: stride)
        picture.codes.withUnsafeBytes { new in
            shown.codes.withUnsafeMutableBytes { old in
                guard let new = new.baseAddress, let old = old.baseAddress else { return }
                for row in 0..<plan.matrix.rowPairs {
                    let start = row * size
                    if !isNew, isEqual(new + start, old + start, size) { continue }
                    (old + start).copyMemory(from: new + start, byteCount: size)
                    columns.write(row, codes: new + start, to: base)
                }
            }
        }
    }

    /// Whether the same columns lie at two places.
    @inline(__always)
    private static func isEqual(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ size: Int) -> Bool {
        var place = 0
        while place < size {
            let change =
                first.load(fromByteOffset: place, as: SIMD2<UInt64>.self)
                ^ second.load(fromByteOffset: place, as: SIMD2<UInt64>.self)
            if change[0] | change[1] != 0 { return false }
            place &+= 16
        }
        return true
    }
}

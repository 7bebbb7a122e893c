/// Writes what panels show into the pictures of a display engine: only the row pairs that are different there, and of flat ones
/// only some columns.
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
    private var scratch: Scratch

    /// Creates a writer that has written nothing yet.
    package init(_ plan: ScanOutPlan) {
        self.plan = plan
        first = (0, ScanOutPicture(plan))
        second = (0, ScanOutPicture(plan))
        scratch = Scratch(plan)
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
        let columns = ScanOutColumns(plan, stride: stride)
        if isFirst {
            Self.write(picture, columns, isNew: first.address != address, over: &first.shown, &scratch, to: base)
            first.address = address
        } else {
            Self.write(picture, columns, isNew: second.address != address, over: &second.shown, &scratch, to: base)
            second.address = address
        }
    }

    private static func write(
        _ picture: borrowing ScanOutPicture, _ columns: ScanOutColumns, isNew: Bool, over shown: inout ScanOutPicture,
        _ scratch: inout Scratch, to base: UnsafeMutablePointer<UInt32>
    ) {
        if isNew { columns.plan.writeLines(to: base, stride: columns.stride) }
        picture.withRows { new in
            shown.withMutableRows { old in
                scratch.withMemory { codes, patterns in
                    let rows = RowWriter(
                        columns: columns, base: base, new: new, old: old, codes: codes, patterns: patterns)
                    var row = 0
                    while row < columns.plan.matrix.rowPairs {
                        rows.write(row, isNew: isNew)
                        row &+= 1
                    }
                }
            }
        }
    }
}

extension ScanOutWriter {
    /// Memory for a row pair.
    private struct Scratch {
        /// The columns of a flat row pair that is written as any other.
        private var codes: [ShiftCodes]
        /// The vectors of a flat row pair's columns.
        private var patterns: [SIMD4<UInt32>]

        init(_ plan: ScanOutPlan) {
            codes = [ShiftCodes](repeating: ShiftCodes(lit: .zero), count: plan.rowCodes)
            patterns = [SIMD4<UInt32>](repeating: .zero, count: ScanOutColumns.maximumPatterns)
        }

        @inline(__always)
        mutating func withMemory(
            _ body: (UnsafeMutablePointer<ShiftCodes>, UnsafeMutablePointer<SIMD4<UInt32>>) -> Void
        ) {
            codes.withUnsafeMutableBufferPointer { codes in
                patterns.withUnsafeMutableBufferPointer { patterns in
                    guard let codes = codes.baseAddress, let patterns = patterns.baseAddress else { return }
                    body(codes, patterns)
                }
            }
        }
    }

    /// Writes row pairs of one picture over those of another.
    private struct RowWriter {
        let columns: ScanOutColumns
        let base: UnsafeMutablePointer<UInt32>
        let new: ScanOutPicture.Rows
        let old: ScanOutPicture.MutableRows
        let codes: UnsafeMutablePointer<ShiftCodes>
        let patterns: UnsafeMutablePointer<SIMD4<UInt32>>

        /// Writes a row pair where it is different; as a whole where what was there is not known.
        @inline(__always)
        func write(_ row: Int, isNew: Bool) {
            let color = new.flatColors[row]
            // Padding between lines divides the shifts of flat row pairs.
            if color != ScanOutPicture.notFlat, columns.stride == columns.plan.mode.columns.visible {
                writeFlat(row, color: color, isNew: isNew || old.flatColors[row] != color)
                old.flatColors[row] = color
            } else {
                writeCodes(row, color: color, isNew: isNew || old.flatColors[row] != ScanOutPicture.notFlat)
                old.flatColors[row] = ScanOutPicture.notFlat
            }
        }

        private func writeFlat(_ row: Int, color: UInt8, isNew: Bool) {
            let words = columns.plan.flatWords
            let (bits, last) = (new.flatBits + row &* words, old.flatBits + row &* words)
            var isSame = !isNew
            for word in 0..<words where bits[word] != last[word] { isSame = false }
            if isSame { return }
            columns.writeFlat(
                row, color: color, bits: bits, last: isNew ? nil : UnsafePointer(last), patterns: patterns, to: base)
            last.update(from: bits, count: words)
        }

        private func writeCodes(_ row: Int, color: UInt8, isNew: Bool) {
            let count = columns.plan.rowCodes
            let size = count &* MemoryLayout<ShiftCodes>.stride
            var codes = new.codes + row &* count
            if color != ScanOutPicture.notFlat {
                expand(row, color: color)
                codes = UnsafePointer(self.codes)
            }
            let last = old.codes + row &* count
            if !isNew, Self.isEqual(codes, last, size) { return }
            last.update(from: codes, count: count)
            columns.write(row, codes: codes, to: base)
        }

        /// Turns a flat row pair into the columns of any other.
        private func expand(_ row: Int, color: UInt8) {
            let bits = new.flatBits + row * columns.plan.flatWords
            for column in 0..<columns.plan.rowCodes {
                let lit = bits[column / 32] >> UInt64(column % 32 * 2)
                let code = (lit & 1 == 0 ? 0 : color & 0x1C) | (lit & 2 == 0 ? 0 : color & 0xE0)
                codes[column].bytes = SIMD16(repeating: code)
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
}

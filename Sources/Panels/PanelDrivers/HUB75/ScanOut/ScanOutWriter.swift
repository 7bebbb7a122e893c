import Glibc

/// Writes what panels show into the pictures of a display engine: only the row pairs that are different there, and of flat ones
/// only some columns.
///
/// It remembers what it has written into each of the engine's two pictures, by their addresses; nothing else may write into
/// them. It does not allocate after `init`.
package struct ScanOutWriter: Sendable {
    /// Where everything lies.
    package let plan: ScanOutPlan
    /// The addresses of the pictures that were written, and what they show.
    private var pictures: [(address: UInt, shown: ScanOutPicture)]
    private var next = 0
    /// The pulses of the picture that was written last.
    private var light: ScanOutLight

    /// Creates a writer that has written nothing yet.
    package init(_ plan: ScanOutPlan) {
        self.plan = plan
        light = ScanOutLight(plan)
        pictures = (0..<2).map { _ in (0, ScanOutPicture(plan)) }
    }

    /// Forgets what the engine's pictures contain, so that they are written as a whole.
    package mutating func forget() {
        for index in pictures.indices { pictures[index].address = 0 }
    }

    /// Writes a picture.
    ///
    /// O(changed row pairs); O(pixels) the first time for each of the engine's pictures, and where its pulses had another length.
    /// Too small ones are left alone.
    ///
    /// - Parameters:
    ///   - pixels: the visible pixels of the plan's mode.
    ///   - stride: how many pixels lie between the beginnings of two lines.
    package mutating func write(
        _ picture: borrowing ScanOutPicture, into pixels: UnsafeMutableBufferPointer<UInt32>, stride: Int
    ) {
        guard let base = pixels.baseAddress, plan.fits(pixels.count, stride: stride) else { return }
        let address = UInt(bitPattern: base)
        let index = address == pictures[0].address ? 0 : address == pictures[1].address ? 1 : next
        next = 1 - index
        let isNew = address != pictures[index].address || picture.pulse != pictures[index].shown.pulse
        pictures[index].address = address
        pictures[index].shown.pulse = picture.pulse
        light.setPulse(picture.pulse, plan: plan)
        Self.write(
            picture, ScanOutColumns(plan, light, stride: stride), isNew: isNew, over: &pictures[index].shown, to: base)
    }

    private static func write(
        _ picture: borrowing ScanOutPicture, _ columns: ScanOutColumns, isNew: Bool, over shown: inout ScanOutPicture,
        to base: UnsafeMutablePointer<UInt32>
    ) {
        if isNew { columns.plan.writeLines(columns.light, to: base, stride: columns.stride) }
        picture.withRows { new in
            shown.withMutableRows { old in
                var row = 0
                while row < columns.plan.matrix.rowPairs {
                    columns.write(row, isNew: isNew, new, over: old, to: base)
                    row &+= 1
                }
            }
        }
    }
}

/// Row pairs of one picture over those of another.
extension ScanOutColumns {
    /// Writes a row pair where it is different; as a whole where what was there is not known.
    @inline(__always)
    fileprivate func write(
        _ row: Int, isNew: Bool, _ new: ScanOutPicture.Rows, over old: ScanOutPicture.MutableRows,
        to base: UnsafeMutablePointer<UInt32>
    ) {
        let color = new.flatColors[row]
        let last = old.flatColors[row]
        // Padding between lines divides the shifts of flat row pairs.
        let isFlat = color != ScanOutPicture.notFlat && stride == plan.mode.columns.visible
        old.flatColors[row] = isFlat ? color : ScanOutPicture.notFlat
        if isFlat {
            writeFlat(row, color: color, isNew: isNew || last != color, new.flatBits, over: old.flatBits, to: base)
            return
        }
        let codes = old.codes + row &* plan.rowCodes
        let isChanged =
            color == ScanOutPicture.notFlat
            ? copy(new.codes + row &* plan.rowCodes, to: codes)
            : expand(new.flatBits + row &* plan.flatWords, color: color, to: codes)
        if isNew || last != ScanOutPicture.notFlat || isChanged { write(row, codes: codes, to: base) }
    }

    private func writeFlat(
        _ row: Int, color: UInt8, isNew: Bool, _ bits: UnsafePointer<UInt64>, over last: UnsafeMutablePointer<UInt64>,
        to base: UnsafeMutablePointer<UInt32>
    ) {
        let words = plan.flatWords
        let (bits, last) = (bits + row &* words, last + row &* words)
        var isSame = !isNew
        for word in 0..<words where bits[word] != last[word] { isSame = false }
        if isSame { return }
        writeFlat(row, color: color, bits: bits, last: isNew ? nil : UnsafePointer(last), to: base)
        last.update(from: bits, count: words)
    }

    /// Copies the columns of a row pair; returns whether any was different.
    private func copy(_ codes: UnsafePointer<ShiftCodes>, to last: UnsafeMutablePointer<ShiftCodes>) -> Bool {
        if memcmp(codes, last, plan.rowCodes &* MemoryLayout<ShiftCodes>.stride) == 0 { return false }
        last.update(from: codes, count: plan.rowCodes)
        return true
    }

    /// Turns a flat row pair into the columns of any other; returns whether any was different.
    private func expand(
        _ bits: UnsafePointer<UInt64>, color: UInt8, to codes: UnsafeMutablePointer<ShiftCodes>
    ) -> Bool {
        var isChanged = false
        for column in 0..<plan.rowCodes {
            let lit = bits[column / 32] >> UInt64(column % 32 * 2)
            let code = (lit & 1 == 0 ? 0 : color & 0x1C) | (lit & 2 == 0 ? 0 : color & 0xE0)
            let bytes = SIMD16<UInt8>(repeating: code)
            if codes[column].bytes != bytes { isChanged = true }
            codes[column].bytes = bytes
        }
        return isChanged
    }
}

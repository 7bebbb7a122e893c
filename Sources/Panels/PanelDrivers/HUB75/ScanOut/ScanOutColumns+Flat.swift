/// Flat row pairs: planes that follow one another under light need no shift, because the registers hold the same bits already,
/// and the shifts that are left are all in the dark and equal.
extension ScanOutColumns {
    /// The bytes that are written at once: what the write buffers of processors pass on together.
    private static let blockBytes = 64
    /// The most patterns of a vector: two columns of two pixels have sixteen.
    private static let maximumPatterns = 16

    /// Writes a flat row pair, in every refresh of the frame: what has changed of it, or the whole.
    ///
    /// - Parameters:
    ///   - color: the code of a column whose two pixels are lit.
    ///   - bits: which are lit.
    ///   - last: which were lit, in these colours; nil where it was not flat or had other colours.
    func writeFlat(
        _ row: Int, color: UInt8, bits: UnsafePointer<UInt64>, last: UnsafePointer<UInt64>?,
        to base: UnsafeMutablePointer<UInt32>
    ) {
        // On the stack: they take 256 bytes.
        withUnsafeTemporaryAllocation(of: SIMD4<UInt32>.self, capacity: Self.maximumPatterns) { patterns in
            guard let patterns = patterns.baseAddress else { return }
            makePatterns(row, color: color, to: patterns)
            writeFlat(row, bits: bits, last: last, patterns, to: base)
        }
    }

    private func writeFlat(
        _ row: Int, bits: UnsafePointer<UInt64>, last: UnsafePointer<UInt64>?,
        _ patterns: UnsafePointer<SIMD4<UInt32>>, to base: UnsafeMutablePointer<UInt32>
    ) {
        var refresh = 0
        var phase = 0
        while refresh < plan.refreshes {
            let lines = base + plan.firstLines[refresh &* plan.matrix.rowPairs &+ row] &* stride
            if last == nil { stopShifts(under: phase, row: row, in: lines) }
            plan.darkShifts[phase].withUnsafeBufferPointer { shifts in
                let lines = UnsafeMutableRawPointer(lines)
                if plan.timing.half == 1 {
                    write(bits, last: last, patterns, bitsOfVector: 4, to: lines, shifts)
                } else {
                    write(bits, last: last, patterns, bitsOfVector: 2, to: lines, shifts)
                }
            }
            refresh &+= 1
            phase = phase &+ 1 < plan.darkShifts.count ? phase &+ 1 : 0
        }
    }

    /// The pixels of a vector for each case of its columns' bits: of two columns of two pixels, or of one of four.
    private func makePatterns(_ row: Int, color: UInt8, to patterns: UnsafeMutablePointer<SIMD4<UInt32>>) {
        plan.tables.withUnsafeBytes { tables in
            guard let tables = tables.baseAddress else { return }
            let dark = tables + 4 &* (2 &* row &+ 1) &* plan.tableSize
            let (upper, lower) = (Int(color & 0x1C), Int(color & 0xE0))
            func pixels<Pixels: SIMD<UInt32>>(_ bits: Int, as type: Pixels.Type) -> Pixels {
                let code = (bits & 1 == 0 ? 0 : upper) | (bits & 2 == 0 ? 0 : lower)
                return dark.loadUnaligned(fromByteOffset: MemoryLayout<Pixels>.stride / 4 &* code, as: type)
            }
            if plan.timing.half == 1 {
                let columns = (
                    pixels(0, as: SIMD2<UInt32>.self), pixels(1, as: SIMD2<UInt32>.self),
                    pixels(2, as: SIMD2<UInt32>.self), pixels(3, as: SIMD2<UInt32>.self)
                )
                func make(_ place: Int, _ second: SIMD2<UInt32>) {
                    patterns[place] = SIMD4(lowHalf: columns.0, highHalf: second)
                    patterns[place &+ 1] = SIMD4(lowHalf: columns.1, highHalf: second)
                    patterns[place &+ 2] = SIMD4(lowHalf: columns.2, highHalf: second)
                    patterns[place &+ 3] = SIMD4(lowHalf: columns.3, highHalf: second)
                }
                make(0, columns.0)
                make(4, columns.1)
                make(8, columns.2)
                make(12, columns.3)
            } else {
                for bits in 0..<4 { patterns[bits] = pixels(bits, as: SIMD4<UInt32>.self) }
            }
        }
    }

    /// Takes the clocks out of the shifts under light.
    private func stopShifts(under phase: Int, row: Int, in lines: UnsafeMutablePointer<UInt32>) {
        let (band, level) = (light.pixels[phase], plan.address.levels[row])
        for shift in plan.litShifts[phase] {
            for place in shift { lines[place] = band[place] & ~plan.wires.clock | level }
        }
    }

    /// Writes the blocks that have changed to all shifts.
    @inline(__always)
    private func write(
        _ bits: UnsafePointer<UInt64>, last: UnsafePointer<UInt64>?, _ patterns: UnsafePointer<SIMD4<UInt32>>,
        bitsOfVector: Int, to lines: UnsafeMutableRawPointer, _ shifts: UnsafeBufferPointer<Int>
    ) {
        let patterns = UnsafeRawPointer(patterns)
        let bitsOfBlock = 4 &* bitsOfVector
        let bytesOfBit = Self.blockBytes / bitsOfBlock
        var word = 0
        while 32 &* word < plan.matrix.columns {
            let present = plan.matrix.columns &- 32 &* word < 32 ? UInt64(UInt32.max) : UInt64.max
            var changed = last.map { bits[word] ^ $0[word] } ?? present
            while changed != 0 {
                let bit = changed.trailingZeroBitCount & ~(bitsOfBlock &- 1)
                changed &= ~((1 &<< UInt64(bitsOfBlock) &- 1) &<< UInt64(truncatingIfNeeded: bit))
                // A pattern takes sixteen bytes.
                let columns = (bits[word] &>> UInt64(truncatingIfNeeded: bit)) &<< 4
                func vector(_ number: Int) -> SIMD4<UInt32> {
                    let mask = UInt64(16 &<< bitsOfVector &- 16)
                    let place = columns &>> UInt64(number &* bitsOfVector) & mask
                    return patterns.load(fromByteOffset: Int(truncatingIfNeeded: place), as: SIMD4<UInt32>.self)
                }
                let block = SIMD16(
                    lowHalf: SIMD8(lowHalf: vector(0), highHalf: vector(1)),
                    highHalf: SIMD8(lowHalf: vector(2), highHalf: vector(3)))
                let first = lines + (64 &* word &+ bit) &* bytesOfBit
                for place in shifts { (first + place).storeBytes(of: block, as: SIMD16<UInt32>.self) }
            }
            word &+= 1
        }
    }
}

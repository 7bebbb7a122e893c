/// Writes the planes of row pairs over their lines.
struct ScanOutColumns {
    let plan: ScanOutPlan
    let light: ScanOutLight
    let stride: Int
    private let half: Int
    private let chains: Int
    private let columns: Int

    init(_ plan: ScanOutPlan, _ light: ScanOutLight, stride: Int) {
        self.plan = plan
        self.light = light
        self.stride = stride
        half = plan.timing.half
        chains = plan.matrix.chains
        columns = plan.matrix.columns
    }

    /// Writes all planes of a row pair, in every refresh of the frame.
    ///
    /// - Parameter codes: those of its columns, chain by chain.
    func write(_ row: Int, codes: UnsafeRawPointer, to base: UnsafeMutablePointer<UInt32>) {
        plan.tables.withUnsafeBufferPointer { tables in
            guard let tables = tables.baseAddress else { return }
            let lit = UnsafeRawPointer(tables + 2 &* row &* plan.tableSize)
            var refresh = 0
            var phase = 0
            while refresh < plan.refreshes {
                let lines = base + plan.firstLines[refresh &* plan.matrix.rowPairs &+ row] &* stride
                light.runs[phase].withUnsafeBufferPointer { runs in
                    light.pixels[phase].withUnsafeBytes { band in
                        guard let band = band.baseAddress else { return }
                        switch (chains, half) {
                        case (1, 1): write(runs, codes, lit, band, to: lines, as: SIMD2<UInt32>.self)
                        case (1, 2): write(runs, codes, lit, band, to: lines, as: SIMD4<UInt32>.self)
                        default: writeAny(runs, codes, lit, band, to: lines)
                        }
                    }
                }
                refresh &+= 1
                phase = phase &+ 1 < light.runs.count ? phase &+ 1 : 0
            }
        }
    }

    /// One chain, whose columns are as wide as a type.
    @inline(__always)
    private func write<Pixels: SIMD<UInt32>>(
        _ runs: UnsafeBufferPointer<ScanOutRun>, _ codes: UnsafeRawPointer, _ lit: UnsafeRawPointer,
        _ band: UnsafeRawPointer, to lines: UnsafeMutablePointer<UInt32>, as type: Pixels.Type
    ) {
        let dark = lit + 4 &* plan.tableSize
        for run in runs {
            let place = UnsafeMutableRawPointer(lines + (run.line &* stride &+ run.pixel))
            let codes = codes + run.code
            if run.light == .changing {
                writeChanging(run.count, codes, lit, band + 4 &* run.place, to: place, as: type)
                continue
            }
            let table = run.light == .lit ? lit : dark
            if run.otherLine < 0 {
                write(run.count, codes, table, to: place, and: place, isPair: false, as: type)
            } else {
                let other = UnsafeMutableRawPointer(lines + (run.otherLine &* stride &+ run.otherPixel))
                write(run.count, codes, table, to: place, and: other, isPair: true, as: type)
            }
        }
    }

    /// Writes columns as they are in the table, to one place or to two, sixteen at a time: a loop costs more than a column.
    ///
    /// Columns that were written before are not copied: reading memory of a display engine is slow, because it is not cached.
    @inline(__always)
    private func write<Pixels: SIMD<UInt32>>(
        _ count: Int, _ codes: UnsafeRawPointer, _ table: UnsafeRawPointer, to place: UnsafeMutableRawPointer,
        and other: UnsafeMutableRawPointer, isPair: Bool, as type: Pixels.Type
    ) {
        let size = MemoryLayout<Pixels>.stride
        var (codes, place, other) = (codes, place, other)
        var left = count
        while left >= 16 {
            copyEight(codes, table, to: place, and: other, isPair: isPair, as: type)
            copyEight(codes + 128, table, to: place + 8 &* size, and: other + 8 &* size, isPair: isPair, as: type)
            codes += 256
            place += 16 &* size
            other += 16 &* size
            left &-= 16
        }
        if left & 8 != 0 {
            copyEight(codes, table, to: place, and: other, isPair: isPair, as: type)
            codes += 128
            place += 8 &* size
            other += 8 &* size
        }
        if left & 4 != 0 {
            copyFour(codes, table, to: place, and: other, isPair: isPair, as: type)
            codes += 64
            place += 4 &* size
            other += 4 &* size
        }
        if left & 2 != 0 {
            copy(codes, table, to: place, and: other, isPair: isPair, as: type)
            copy(codes + 16, table, to: place + size, and: other + size, isPair: isPair, as: type)
            codes += 32
            place += 2 &* size
            other += 2 &* size
        }
        if left & 1 != 0 { copy(codes, table, to: place, and: other, isPair: isPair, as: type) }
    }

    @inline(__always)
    private func copyEight<Pixels: SIMD<UInt32>>(
        _ codes: UnsafeRawPointer, _ table: UnsafeRawPointer, to place: UnsafeMutableRawPointer,
        and other: UnsafeMutableRawPointer, isPair: Bool, as type: Pixels.Type
    ) {
        let four = 4 &* MemoryLayout<Pixels>.stride
        copyFour(codes, table, to: place, and: other, isPair: isPair, as: type)
        copyFour(codes + 64, table, to: place + four, and: other + four, isPair: isPair, as: type)
    }

    @inline(__always)
    private func copyFour<Pixels: SIMD<UInt32>>(
        _ codes: UnsafeRawPointer, _ table: UnsafeRawPointer, to place: UnsafeMutableRawPointer,
        and other: UnsafeMutableRawPointer, isPair: Bool, as type: Pixels.Type
    ) {
        let size = MemoryLayout<Pixels>.stride
        copy(codes, table, to: place, and: other, isPair: isPair, as: type)
        copy(codes + 16, table, to: place + size, and: other + size, isPair: isPair, as: type)
        copy(codes + 32, table, to: place + 2 &* size, and: other + 2 &* size, isPair: isPair, as: type)
        copy(codes + 48, table, to: place + 3 &* size, and: other + 3 &* size, isPair: isPair, as: type)
    }

    /// Writes a column as it is in the table.
    @inline(__always)
    private func copy<Pixels: SIMD<UInt32>>(
        _ code: UnsafeRawPointer, _ table: UnsafeRawPointer, to place: UnsafeMutableRawPointer,
        and other: UnsafeMutableRawPointer, isPair: Bool, as type: Pixels.Type
    ) {
        let pixels = pixels(code, table, as: type)
        place.storeBytes(of: pixels, as: type)
        if isPair { other.storeBytes(of: pixels, as: type) }
    }

    /// A column in the table: codes are multiples of four.
    @inline(__always)
    private func pixels<Pixels: SIMD<UInt32>>(
        _ code: UnsafeRawPointer, _ table: UnsafeRawPointer, as type: Pixels.Type
    ) -> Pixels {
        let code = Int(code.load(as: UInt8.self))
        return table.loadUnaligned(fromByteOffset: MemoryLayout<Pixels>.stride / 4 &* code, as: type)
    }

    /// Writes columns within which OE changes: all but OE comes from the table of lit ones.
    @inline(__always)
    private func writeChanging<Pixels: SIMD<UInt32>>(
        _ count: Int, _ codes: UnsafeRawPointer, _ table: UnsafeRawPointer, _ band: UnsafeRawPointer,
        to place: UnsafeMutableRawPointer, as type: Pixels.Type
    ) {
        let size = MemoryLayout<Pixels>.stride
        var column = 0
        while column < count {
            let lines = pixels(codes + 16 &* column, table, as: type)
            let band = band.loadUnaligned(fromByteOffset: size &* column, as: type)
            place.storeBytes(of: band | lines, toByteOffset: size &* column, as: type)
            column &+= 1
        }
    }

    /// Any number of chains, any number of pixels a column.
    private func writeAny(
        _ runs: UnsafeBufferPointer<ScanOutRun>, _ codes: UnsafeRawPointer, _ lit: UnsafeRawPointer,
        _ band: UnsafeRawPointer, to lines: UnsafeMutablePointer<UInt32>
    ) {
        let dark = lit + 4 &* plan.tableSize
        for run in runs {
            let band = run.light == .changing ? band + 4 &* run.place : nil
            let (codes, table) = (codes + run.code, run.light == .dark ? dark : lit)
            writeAny(run.count, codes, table, band, to: lines + (run.line &* stride &+ run.pixel))
            if run.otherLine >= 0 {
                writeAny(run.count, codes, table, band, to: lines + (run.otherLine &* stride &+ run.otherPixel))
            }
        }
    }

    private func writeAny(
        _ count: Int, _ codes: UnsafeRawPointer, _ table: UnsafeRawPointer, _ band: UnsafeRawPointer?,
        to place: UnsafeMutablePointer<UInt32>
    ) {
        var column = 0
        while column < count {
            let codes = codes + 16 &* column
            let first = 2 &* half &* column
            var pixel = 0
            while pixel < 2 &* half {
                let next = first &+ pixel
                let more = band?.load(fromByteOffset: 4 &* next, as: UInt32.self) ?? 0
                place[next] = levels(codes, table, pixel: pixel) | more
                pixel &+= 1
            }
            column &+= 1
        }
    }

    /// The levels of a pixel of a column, of all chains.
    @inline(__always)
    private func levels(_ codes: UnsafeRawPointer, _ table: UnsafeRawPointer, pixel: Int) -> UInt32 {
        var levels: UInt32 = 0
        var chain = 0
        while chain < chains {
            let code = Int(codes.load(fromByteOffset: 16 &* columns &* chain, as: UInt8.self)) / 4
            let place = (64 &* chain &+ code) &* 2 &* half &+ pixel
            levels |= table.load(fromByteOffset: 4 &* place, as: UInt32.self)
            chain &+= 1
        }
        return levels
    }
}

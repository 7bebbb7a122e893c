/// Writes the planes of row pairs over their lines.
struct ScanOutColumns {
    private let plan: ScanOutPlan
    private let stride: Int
    private let half: Int
    private let chains: Int
    private let columns: Int

    init(_ plan: ScanOutPlan, stride: Int) {
        self.plan = plan
        self.stride = stride
        half = plan.timing.half
        chains = plan.matrix.chains
        columns = plan.matrix.columns
    }

    /// Writes all planes of a row pair, in every refresh of the frame.
    ///
    /// - Parameter codes: those of its columns, chain by chain.
    func write(_ row: Int, codes: UnsafeRawPointer, to base: UnsafeMutablePointer<UInt32>) {
        plan.tables.pixels.withUnsafeBufferPointer { tables in
            guard let tables = tables.baseAddress else { return }
            let rowPairs = plan.matrix.rowPairs
            var refresh = 0
            var phase = 0
            while refresh < plan.refreshes {
                let lines = base + plan.firstLines[refresh &* rowPairs &+ row] &* stride
                plan.runs[phase].withUnsafeBufferPointer { runs in
                    plan.bandPixels[phase].withUnsafeBufferPointer { pixels in
                        guard let runs = runs.baseAddress, let pixels = pixels.baseAddress else { return }
                        write(runs, plan.runs[phase].count, row, codes, tables, pixels, lines)
                    }
                }
                refresh &+= 1
                phase = phase &+ 1 < plan.runs.count ? phase &+ 1 : 0
            }
        }
    }

    private func write(
        _ runs: UnsafePointer<ScanOutRun>, _ runCount: Int, _ row: Int, _ codes: UnsafeRawPointer,
        _ tables: UnsafePointer<UInt32>, _ pixels: UnsafePointer<UInt32>, _ lines: UnsafeMutablePointer<UInt32>
    ) {
        let width = 2 &* half
        let size = chains &* 64 &* width
        let lit = tables + 2 &* row &* size
        var index = 0
        while index < runCount {
            let run = runs + index
            let place = lines + (run.pointee.line &* stride &+ run.pointee.pixel)
            let codes = codes + (16 &* run.pointee.column &+ run.pointee.plane)
            let count = run.pointee.count
            if run.pointee.light == .changing {
                writeChanging(count, codes, lit, over: pixels + run.pointee.place, to: place)
            } else {
                let table = run.pointee.light == .lit ? lit : lit + size
                switch (chains, half) {
                case (1, 1): write(count, codes, table, to: place, as: UInt64.self)
                case (1, 2): write(count, codes, table, to: place, as: SIMD2<UInt64>.self)
                default: writeAny(count, codes, table, to: place)
                }
            }
            index &+= 1
        }
    }

    /// One chain, whose columns are as wide as a type.
    @inline(__always)
    private func write<Pixels: BitwiseCopyable>(
        _ count: Int, _ codes: UnsafeRawPointer, _ table: UnsafePointer<UInt32>, to place: UnsafeMutablePointer<UInt32>,
        as type: Pixels.Type
    ) {
        let table = UnsafeRawPointer(table)
        let place = UnsafeMutableRawPointer(place)
        let size = MemoryLayout<Pixels>.stride
        var column = 0
        while column < count {
            let code = Int(codes.load(fromByteOffset: 16 &* column, as: UInt8.self))
            let pixels = table.loadUnaligned(fromByteOffset: size &* code, as: type)
            place.storeBytes(of: pixels, toByteOffset: size &* column, as: type)
            column &+= 1
        }
    }

    /// Any number of chains, any number of pixels a column.
    private func writeAny(
        _ count: Int, _ codes: UnsafeRawPointer, _ table: UnsafePointer<UInt32>, to place: UnsafeMutablePointer<UInt32>
    ) {
        let width = 2 &* half
        var column = 0
        while column < count {
            var pixel = 0
            while pixel < width {
                place[column &* width &+ pixel] = lines(codes + 16 &* column, table, pixel: pixel)
                pixel &+= 1
            }
            column &+= 1
        }
    }

    /// Columns within which OE changes: all but OE comes from the table of lit ones.
    private func writeChanging(
        _ count: Int, _ codes: UnsafeRawPointer, _ table: UnsafePointer<UInt32>, over pixels: UnsafePointer<UInt32>,
        to place: UnsafeMutablePointer<UInt32>
    ) {
        let width = 2 &* half
        var column = 0
        while column < count {
            var pixel = 0
            while pixel < width {
                let next = column &* width &+ pixel
                place[next] = pixels[next] | lines(codes + 16 &* column, table, pixel: pixel)
                pixel &+= 1
            }
            column &+= 1
        }
    }

    /// The lines of a pixel of a column, of all chains.
    @inline(__always)
    private func lines(_ codes: UnsafeRawPointer, _ table: UnsafePointer<UInt32>, pixel: Int) -> UInt32 {
        var lines: UInt32 = 0
        var chain = 0
        while chain < chains {
            let code = Int(codes.load(fromByteOffset: 16 &* columns &* chain, as: UInt8.self))
            lines |= table[(64 &* chain &+ code) &* 2 &* half &+ pixel]
            chain &+= 1
        }
        return lines
    }
}

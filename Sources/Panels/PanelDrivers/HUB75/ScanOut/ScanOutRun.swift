/// Columns of a plane that lie one after the other in a line of a row pair, all with OE high, or all with OE low, or one
/// within which OE changes.
struct ScanOutRun: Sendable {
    /// Where OE is.
    enum Light: Int, Sendable {
        case lit, dark, changing
    }

    let light: Light
    /// The place of the first column's code: 16 bytes a column, one of them for each plane.
    let code: Int
    /// How many columns there are.
    let count: Int
    /// The line of the row pair, and the pixel in it.
    let line: Int
    let pixel: Int
    /// The pixel counted through all lines.
    let place: Int
    /// The same for an equal run, which is written together with this one; the line is -1 where there is none.
    private(set) var otherLine = -1
    private(set) var otherPixel = 0

    init(plane: Int, light: Light, columns: Range<Int>, place: Int, width: Int) {
        (self.light, count) = (light, columns.count)
        code = 16 * columns.lowerBound + plane
        (line, pixel) = place.quotientAndRemainder(dividingBy: width)
        self.place = place
    }

    /// Joins another run to this one; false where that is not possible.
    mutating func join(_ other: ScanOutRun) -> Bool {
        guard otherLine < 0, light != .changing, light == other.light, code == other.code, count == other.count else {
            return false
        }
        (otherLine, otherPixel) = (other.line, other.pixel)
        return true
    }
}

extension ScanOutBand {
    /// The columns of all planes.
    ///
    /// - Parameters:
    ///   - pixels: those of the band.
    ///   - columnPixels: the pixels of a column.
    func runs(in pixels: [UInt32], outputEnable: UInt32, columnPixels: Int) -> [ScanOutRun] {
        var runs: [ScanOutRun] = []
        for shift in shifts {
            guard case .plane(let plane) = shift.content else { continue }
            let lights = (0..<shift.count).map { index -> ScanOutRun.Light in
                let first = shift.place + index * columnPixels
                let dark = pixels[first..<first + columnPixels].filter { $0 & outputEnable != 0 }.count
                return dark == 0 ? .lit : dark == columnPixels ? .dark : .changing
            }
            var index = 0
            while index < shift.count {
                let first = index
                repeat { index += 1 } while index < shift.count && lights[index] == lights[first]
                let run = ScanOutRun(
                    plane: plane, light: lights[first], columns: shift.column + first..<shift.column + index,
                    place: shift.place + first * columnPixels, width: width)
                if !runs.indices.contains(where: { runs[$0].join(run) }) { runs.append(run) }
            }
        }
        return runs
    }

    /// Where the planes of flat row pairs are shifted: the first pixels of those in the dark.
    var darkShifts: [Int] {
        shifts.filter { $0.isPlane && !$0.isUnderLight && $0.column == 0 }.map(\.place)
    }

    /// The pixels of the planes that flat row pairs do not shift: they are in the registers already.
    func litShifts(columnPixels: Int) -> [Range<Int>] {
        shifts.filter { $0.isPlane && $0.isUnderLight }.map { $0.place..<$0.place + $0.count * columnPixels }
    }
}

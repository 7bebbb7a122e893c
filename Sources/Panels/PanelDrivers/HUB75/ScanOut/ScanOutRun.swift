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

    init(plane: Int, light: Light, columns: Range<Int>, place: Int, width: Int) {
        (self.light, count) = (light, columns.count)
        code = 16 * columns.lowerBound + plane
        (line, pixel) = place.quotientAndRemainder(dividingBy: width)
        self.place = place
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
                runs.append(
                    ScanOutRun(
                        plane: plane, light: lights[first], columns: shift.column + first..<shift.column + index,
                        place: shift.place + first * columnPixels, width: width))
            }
        }
        return runs
    }
}

import PixelGraphics

/// Turns frames into the planes of every column for a display engine, with the levels of `HUB75Encoder`.
///
/// It does not allocate after `init`.
package struct ScanOutEncoder: Sendable {
    /// What it encodes for.
    package let plan: ScanOutPlan
    private var luminance = LuminanceTable(brightness: 100)
    /// The planes in which each value is lit, fourfold.
    private var values: [ShiftCodes]
    /// Pixels of two lanes that do not lie one after the other.
    private var gathered: [UInt32]

    /// Prepares an encoder.
    package init(_ plan: ScanOutPlan) {
        self.plan = plan
        values = []
        gathered = [UInt32](repeating: 0, count: 2 * plan.matrix.columns)
        values = luminance.levels.map { ShiftPlan.codes(level: Int($0), planes: ShiftPlan.allPlanes).fourfold }
    }

    /// Encodes a frame into a picture made for the plan.
    ///
    /// O(pixels); does not allocate unless a copy of the picture is held elsewhere.
    package mutating func encode(_ frame: Frame, into picture: inout ScanOutPicture) {
        setBrightness(frame.brightness.percent)
        if picture.codes.count != plan.codeCount { picture = ScanOutPicture(plan) }
        Self.encode(frame.canvas, plan.setup, values: values, gathered: &gathered, into: &picture.codes)
    }

    private static func encode(
        _ canvas: Canvas, _ setup: EncoderSetup, values: [ShiftCodes], gathered: inout [UInt32],
        into codes: inout [ShiftCodes]
    ) {
        let isDirect = canvas.format == .rgb && canvas.size == setup.visibleSize
        canvas.rgb.pixels.withUnsafeBufferPointer { pixels in
            let pixels = isDirect ? pixels.baseAddress : nil
            values.withUnsafeBytes { values in
                gathered.withUnsafeMutableBufferPointer { gathered in
                    codes.withUnsafeMutableBufferPointer { codes in
                        guard let values = values.baseAddress, let gathered = gathered.baseAddress,
                            let codes = codes.baseAddress
                        else { return }
                        encode(canvas, pixels, setup, values: values, gathered: gathered, into: codes)
                    }
                }
            }
        }
    }

    private static func encode(
        _ canvas: Canvas, _ pixels: UnsafePointer<Color>?, _ setup: EncoderSetup, values: UnsafeRawPointer,
        gathered: UnsafeMutablePointer<UInt32>, into codes: UnsafeMutablePointer<ShiftCodes>
    ) {
        let columns = setup.matrix.columns
        var pair = 0
        while pair < setup.matrix.rowPairs &* setup.matrix.chains {
            let upper = lane(2 &* pair, setup, canvas, pixels, gathered)
            let lower = lane(2 &* pair &+ 1, setup, canvas, pixels, gathered + columns)
            encode(upper, lower, columns: columns, values, into: codes + pair &* columns)
            pair &+= 1
        }
    }

    private mutating func setBrightness(_ percent: Int) {
        guard percent != luminance.brightness else { return }
        luminance.setBrightness(percent)
        for value in 0..<256 {
            values[value] = ShiftPlan.codes(level: Int(luminance.levels[value]), planes: ShiftPlan.allPlanes).fourfold
        }
    }

    private static func encode(
        _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, columns: Int, _ values: UnsafeRawPointer,
        into codes: UnsafeMutablePointer<ShiftCodes>
    ) {
        var column = 0
        while column < columns {
            codes[column] = ShiftCodes(upper: upper + 4 &* column, lower: lower + 4 &* column, values: values)
            column &+= 1
        }
    }

    /// The pixels of a lane, gathered where they lie apart.
    private static func lane(
        _ lane: Int, _ setup: EncoderSetup, _ canvas: Canvas, _ pixels: UnsafePointer<Color>?,
        _ gathered: UnsafeMutablePointer<UInt32>
    ) -> UnsafeRawPointer {
        let start = Int(setup.starts[lane])
        if let pixels, start >= 0 { return UnsafeRawPointer(pixels + start) }
        let columns = setup.matrix.columns
        for column in 0..<columns {
            let source = Int(setup.sources[lane * columns + column])
            if source < 0 {
                gathered[column] = 0
            } else if let pixels {
                gathered[column] = pixels[source].rawValue
            } else {
                gathered[column] = color(of: source, in: canvas, width: setup.visibleSize.width)
            }
        }
        return UnsafeRawPointer(gathered)
    }

    /// A pixel of a canvas that is mono, or not of the size that is shown.
    private static func color(of index: Int, in canvas: Canvas, width: Int) -> UInt32 {
        let (x, y) = (index % width, index / width)
        if canvas.format == .mono { return canvas.mono[x, y] ? Color.white.rawValue : 0 }
        return canvas.rgb[x, y].rawValue
    }
}

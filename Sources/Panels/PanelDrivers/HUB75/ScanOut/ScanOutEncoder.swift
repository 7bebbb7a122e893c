import PixelGraphics

/// Turns frames into the planes of every column for a display engine, with the levels of `HUB75Encoder`.
///
/// It does not allocate after `init`.
package struct ScanOutEncoder: Sendable {
    /// What it encodes for.
    package let plan: ScanOutPlan
    private let dimming: Dimming
    /// The level of each value at the brightness in percent; -1 before the first one.
    private var levels = [UInt16](repeating: 0, count: 256)
    private var brightness = -1
    /// The planes in which each value is lit, fourfold.
    private var values: [ShiftCodes]
    /// Pixels of two lanes that do not lie one after the other.
    private var gathered: [UInt32]
    /// What reads row pairs that are flat.
    private var reader: FlatReader

    /// Prepares an encoder.
    package init(_ plan: ScanOutPlan) {
        self.plan = plan
        gathered = [UInt32](repeating: 0, count: 2 * plan.matrix.columns)
        reader = FlatReader(plan)
        dimming = Dimming(plan.settings)
        values = levels.map { ShiftPlan.codes(level: Int($0), planes: ShiftPlan.allPlanes).fourfold }
    }

    /// Encodes a frame into a picture made for the plan.
    ///
    /// O(pixels); does not allocate unless a copy of the picture is held elsewhere.
    package mutating func encode(_ frame: Frame, into picture: inout ScanOutPicture) {
        setBrightness(frame.brightness.percent)
        if !picture.fits(plan) { picture = ScanOutPicture(plan) }
        picture.pulse = dimming.pulse(brightness: brightness)
        let isDirect = frame.canvas.format == .rgb && frame.canvas.size == plan.setup.visibleSize
        frame.canvas.rgb.pixels.withUnsafeBytes { pixels in
            let pixels = isDirect ? pixels.baseAddress?.assumingMemoryBound(to: UInt32.self) : nil
            values.withUnsafeBytes { values in
                gathered.withUnsafeMutableBufferPointer { gathered in
                    guard let values = values.baseAddress, let gathered = gathered.baseAddress else { return }
                    Self.encode(plan.matrix, values, levels, &reader, into: &picture) { [plan] lane, place in
                        plan.setup.pixels(lane: lane, in: frame.canvas, pixels, gathered: gathered + place)
                    }
                }
            }
        }
    }

    private static func encode(
        _ matrix: HUB75Matrix, _ values: UnsafeRawPointer, _ levels: [UInt16], _ reader: inout FlatReader,
        into picture: inout ScanOutPicture, lane: (_ number: Int, _ place: Int) -> UnsafePointer<UInt32>
    ) {
        let canRead = reader.canRead(levels)
        picture.withMutableRows { rows in
            var pair = 0
            while pair < matrix.rowPairs &* matrix.chains {
                let upper = lane(2 &* pair, 0)
                let lower = lane(2 &* pair &+ 1, matrix.columns)
                var color = ScanOutPicture.notFlat
                if canRead {
                    color = reader.read(upper, lower, levels, into: rows.flatBits + pair &* reader.words)
                }
                if color == ScanOutPicture.notFlat {
                    encode(upper, lower, columns: matrix.columns, values, into: rows.codes + pair &* matrix.columns)
                }
                // Of several chains no row pair is flat.
                if pair < matrix.rowPairs { rows.flatColors[pair] = color }
                pair &+= 1
            }
        }
    }

    private static func encode(
        _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, columns: Int, _ values: UnsafeRawPointer,
        into codes: UnsafeMutablePointer<ShiftCodes>
    ) {
        var column = 0
        while column < columns {
            codes[column] = ShiftCodes(
                upper: UnsafeRawPointer(upper + column), lower: UnsafeRawPointer(lower + column), values: values)
            column &+= 1
        }
    }

    private mutating func setBrightness(_ percent: Int) {
        guard percent != brightness else { return }
        brightness = percent
        for value in 0..<256 {
            let level = dimming.level(value: value, brightness: percent)
            levels[value] = UInt16(truncatingIfNeeded: level)
            values[value] = ShiftPlan.codes(level: level, planes: ShiftPlan.allPlanes).fourfold
        }
    }
}

/// HUB75 panels on a display engine, with what encodes and what writes: shows a frame until the next one.
///
/// Where one thread encodes and another writes, they use a `ScanOutEncoder` and a `ScanOutWriter` of their own.
package struct ScanOutPanel<Port: ScanOutPort & ~Copyable>: ~Copyable {
    /// What scans the pictures out.
    package var port: Port
    /// Where the refreshes lie in them.
    package var plan: ScanOutPlan { encoder.plan }
    private var encoder: ScanOutEncoder
    private var writer: ScanOutWriter
    private var picture: ScanOutPicture
    private var limiter: CurrentLimiter?

    /// Creates the panels; nothing is drawn yet.
    ///
    /// - Parameter limiter: keeps the current below a budget, or nil.
    package init(plan: ScanOutPlan, port: consuming Port, limiter: CurrentLimiter? = nil) {
        self.port = port
        encoder = ScanOutEncoder(plan)
        writer = ScanOutWriter(plan)
        picture = ScanOutPicture(plan)
        self.limiter = limiter
    }

    /// Draws a frame and flips to it, darker where it would draw more current than it may; does not allocate.
    ///
    /// Only where the port is not flipping.
    package mutating func show(_ frame: consuming Frame) throws(Port.Failure) {
        if limiter != nil, let brightness = limiter?.brightness(of: frame) { frame.brightness = brightness }
        encoder.encode(frame, into: &picture)
        try Self.draw(picture, with: &writer, on: &port)
        try port.flip()
    }

    /// Makes the panels dark.
    package mutating func stop() throws(Port.Failure) {
        writer.forget()
        try port.stop()
    }

    private static func draw(
        _ picture: ScanOutPicture, with writer: inout ScanOutWriter, on port: inout Port
    ) throws(Port.Failure) {
        try port.draw { pixels, stride in writer.write(picture, into: pixels, stride: stride) }
    }
}

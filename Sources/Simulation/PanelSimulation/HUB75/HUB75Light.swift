import PixelGraphics

/// The light that the LEDs of a panel have given: for how long each was on, in nanoseconds.
///
/// Time is gathered while outputs and rows stay the same, however many pulses there are, and given to the LEDs when they
/// change; so a pulse costs a sum, and a row a sum for each of its lit LEDs.
struct HUB75Light: Sendable {
    /// For row r, column x and colour line c: element `(r * columns + x) * lines + c`.
    private var light: [Int64]
    private let columns: Int
    private let lines: Int
    /// How long after OE falls the LEDs turn on.
    private let lag: Int64
    /// The time that belongs to the present outputs and rows.
    private var gathered: Int64 = 0
    /// From when on the LEDs are lit and not counted yet; nil while OE is high.
    private var litFrom: Int64?
    /// Whether any LED has ever been given light.
    private(set) var hasLit = false
    /// When OE fell; nil while it is high.
    private(set) var litSince: Int64?

    init(rows: Int, columns: Int, chains: Int, lag: Int64) {
        self.columns = columns
        self.lag = lag
        lines = 6 * chains
        light = [Int64](repeating: 0, count: rows * columns * lines)
    }

    /// The place of a colour wire among the colour lines.
    private static func line(ofWire wire: Int) -> Int { wire < 6 ? wire : wire &- 8 }

    mutating func outputEnableFalls(at time: Int64) {
        litSince = time
        litFrom = time &+ lag
    }

    mutating func outputEnableRises(at time: Int64) {
        gather(until: time)
        litSince = nil
        litFrom = nil
    }

    private mutating func gather(until time: Int64) {
        guard let from = litFrom, time > from else { return }
        gathered = gathered &+ (time &- from)
        litFrom = time
    }

    /// Gives the time until now to the LEDs, before outputs or rows change.
    ///
    /// - Parameters:
    ///   - outputs: for each column the lit colour wires.
    ///   - litWires: the wires whose LEDs can be lit.
    ///   - rows: the selected rows.
    mutating func spend(until time: Int64, outputs: [UInt64], litWires: UInt64, rows: UInt64) {
        gather(until: time)
        guard gathered > 0 else { return }
        let time = gathered
        gathered = 0
        var rows = rows
        var lit: UInt64 = 0
        while rows != 0 {
            let first = rows.trailingZeroBitCount &* columns &* lines
            rows &= rows &- 1
            light.withUnsafeMutableBufferPointer { light in
                outputs.withUnsafeBufferPointer { outputs in
                    var place = first
                    var column = 0
                    while column < outputs.count {
                        var bits = outputs[column] & litWires
                        lit |= bits
                        while bits != 0 {
                            light[place &+ Self.line(ofWire: bits.trailingZeroBitCount)] &+= time
                            bits &= bits &- 1
                        }
                        place &+= lines
                        column &+= 1
                    }
                }
            }
        }
        if lit != 0 { hasLit = true }
    }

    /// The time that the present outputs and rows have been lit and that no LED has been given, until now.
    func unspent(until time: Int64) -> Int64 {
        guard let from = litFrom, time > from else { return gathered }
        return gathered &+ (time &- from)
    }

    /// The light that an LED was given.
    func spent(row: Int, column: Int, wire: Int) -> Int64 {
        light[(row &* columns &+ column) &* lines &+ Self.line(ofWire: wire)]
    }

    /// Forgets all light until now.
    mutating func reset(at time: Int64) {
        gather(until: time)
        gathered = 0
        for place in light.indices { light[place] = 0 }
    }
}

extension SimulatedHUB75 {
    /// The level of an LED: its light in units of the shortest pulse, rounded to the nearest, 0 to `Color.fullLevel`.
    ///
    /// - Parameters:
    ///   - x: the column of the matrix.
    ///   - y: the row of the matrix.
    ///   - color: 0 red, 1 green, 2 blue.
    ///   - leastPulse: how long a level of one is lit in a whole dither cycle, in nanoseconds; at least 1.
    ///   - cycles: the number of recorded dither cycles; at least 1.
    public func level(x: Int, y: Int, color: Int, leastPulse: Int64, cycles: Int = 1) -> Int {
        let (product, overflow) = max(leastPulse, 1).multipliedReportingOverflow(by: Int64(max(cycles, 1)))
        let unit = overflow ? Int64.max : product
        let light = max(light(x: x, y: y, color: color), 0)
        let rest = light % unit
        return Int(min(light / unit + (rest >= unit - rest ? 1 : 0), Int64(Color.fullLevel)))
    }

    /// The picture that the light makes, with every LED as bright as it was.
    ///
    /// - Parameters:
    ///   - map: what leads from the pixels of the picture to those of the matrix; nil shows the matrix itself. Pixels
    ///     without LEDs are black.
    ///   - leastPulse: how long a level of one is lit in a whole dither cycle, in nanoseconds; at least 1.
    ///   - cycles: the number of recorded dither cycles; at least 1.
    public func picture(through map: PixelMap? = nil, leastPulse: Int64, cycles: Int = 1) -> RGBBitmap {
        var picture = RGBBitmap(size: map?.visibleSize ?? size)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                guard let point = map.map({ $0.matrixPoint(x: x, y: y) }) ?? Point(x: x, y: y) else { continue }
                func level(_ color: Int) -> Int {
                    self.level(x: point.x, y: point.y, color: color, leastPulse: leastPulse, cycles: cycles)
                }
                picture[x, y] = Color(redLevel: level(0), greenLevel: level(1), blueLevel: level(2))
            }
        }
        return picture
    }
}

import PanelDrivers

/// A plain reading of the pictures of a display engine: lines pixel by pixel, blanking included, shift registers, latches, row
/// selection, and the light of every LED in pixels.
///
/// What happens at the beginning of a pixel takes effect in this order: OE rises, rows, LAT falls, CLK, LAT rises, OE falls.
struct PlainScanOut {
    let matrix: HUB75Matrix
    let lines: HUB75Lines
    let settings: ScanSettings
    /// The pixels that OE is low without light.
    let lag: Int
    /// The present pixel: bit n is GPIO line n + 4.
    private var pixel: UInt32
    private var registers: [[Bool]]
    private var latched: [[Bool]]
    private var rowBits: [Bool]
    /// The rows that are selected.
    private var selected: [Int] = []
    /// For how many pixels OE has been low.
    private var low = 0
    /// The pixels of light that the present rows and outputs have got.
    private var gathered = 0
    /// Light in pixels: [row pair][wire of all chains][column].
    var light: [[[Int]]]

    init(matrix: HUB75Matrix, lines: HUB75Lines, settings: ScanSettings, pixelTime: Int64 = 20) {
        self.matrix = matrix
        self.lines = lines
        self.settings = settings
        lag = Int(settings.oeLag / pixelTime)
        pixel = 1 << UInt32(lines.outputEnable - 4)
        let dark = [Bool](repeating: settings.isInverse, count: matrix.columns)
        registers = [[Bool]](repeating: dark, count: 6 * matrix.chains)
        latched = registers
        rowBits = [Bool](repeating: settings.addressing == .abShift, count: matrix.rowPairs + 1)
        light = PlainScanOut.darkness(matrix)
        selected = rows(0)
    }

    static func darkness(_ matrix: HUB75Matrix) -> [[[Int]]] {
        let row = [[Int]](repeating: [Int](repeating: 0, count: matrix.columns), count: 6 * matrix.chains)
        return [[[Int]]](repeating: row, count: matrix.rowPairs)
    }

    /// Scans a picture out, line by line, with blanking.
    mutating func scan(_ picture: [UInt32], mode: ScanOutMode) {
        for line in 0..<mode.lines.total {
            for column in 0..<mode.columns.total {
                let isVisible = line < mode.lines.visible && column < mode.columns.visible
                step(isVisible ? picture[line * mode.columns.visible + column] : 0)
            }
        }
        spend()
    }

    private func isHigh(_ line: Int, in pixel: UInt32) -> Bool { pixel >> UInt32(line - 4) & 1 == 1 }

    private mutating func step(_ next: UInt32) {
        let before = pixel
        pixel = next
        if next != before {
            func rises(_ line: Int) -> Bool { !isHigh(line, in: before) && isHigh(line, in: next) }
            if isHigh(lines.outputEnable, in: next) { low = 0 }
            if lines.address.contains(where: { isHigh($0, in: before) != isHigh($0, in: next) }) {
                spend()
                if let a = lines.address.first, rises(a) { clockRow() }
                selected = rows(next)
            }
            if rises(lines.clock) {
                for chain in 0..<matrix.chains {
                    for wire in 0..<6 {
                        registers[6 * chain + wire].removeFirst()
                        registers[6 * chain + wire].append(isHigh(lines.colors[chain][wire], in: next))
                    }
                }
            }
            if rises(lines.latch) {
                spend()
                latched = registers
            }
        }
        guard !isHigh(lines.outputEnable, in: next) else { return }
        low += 1
        if low > lag { gathered += 1 }
    }

    private mutating func clockRow() {
        let data: Int? = [.abShift: 1, .abcShift: 2, .sm5266: 1, .b707: 2][settings.addressing]
        guard let data else { return }
        if settings.addressing == .sm5266, !isHigh(lines.address[2], in: pixel) { return }
        rowBits.insert(isHigh(lines.address[data], in: pixel), at: 0)
        rowBits.removeLast()
    }

    private func rows(_ pixel: UInt32) -> [Int] {
        func high(_ line: Int) -> Bool { line < lines.address.count && isHigh(lines.address[line], in: pixel) }
        let count = matrix.rowPairs
        switch settings.addressing {
        case .direct:
            let used = settings.addressing.lines(rowPairs: count)
            return [(0..<used).reduce(0) { $0 + (high($1) ? 1 << $1 : 0) }]
        case .directSelect: return (0..<min(4, count)).filter { !high($0) }
        case .abShift: return (0..<count).filter { !rowBits[$0 + 1] }
        case .abcShift, .b707: return (0..<count).filter { rowBits[$0] }
        case .sm5266:
            let group = (count > 8 && high(3) ? 8 : 0) + (count > 16 && high(4) ? 16 : 0)
            return (0..<8).filter { $0 < rowBits.count && rowBits[$0] }.map { $0 + group }
        }
    }

    /// Gives what was gathered to the LEDs that were lit, before rows or outputs change.
    private mutating func spend() {
        defer { gathered = 0 }
        guard gathered > 0 else { return }
        for row in selected where row < matrix.rowPairs {
            for wire in 0..<latched.count {
                for column in 0..<matrix.columns where latched[wire][column] != settings.isInverse {
                    light[row][wire][column] += gathered
                }
            }
        }
    }
}

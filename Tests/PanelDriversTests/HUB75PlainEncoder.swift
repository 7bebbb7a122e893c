import PanelDrivers
import PixelGraphics

/// What every LED must emit, from the printed facts alone.
enum HUB75PlainEncoder {
    /// The levels of the values 0 to 255 at brightness 100 and eleven planes, as printed in the facts of HUB75 panels.
    static let printedLevels = [
        0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
        29, 31, 32, 33, 34, 36, 37, 39, 40, 42, 43, 45, 47, 48, 50, 52, 54, 55, 57, 59, 61, 63, 65, 67, 70, 72, 74, 76,
        79, 81, 83, 86, 88, 91, 94, 96, 99, 102, 105, 108, 111, 114, 117, 120, 123, 126, 129, 133, 136, 139, 143, 146,
        150, 154, 157, 161, 165, 169, 173, 177, 181, 185, 189, 194, 198, 202, 207, 211, 216, 221, 226, 230, 235, 240,
        245, 250, 255, 261, 266, 271, 277, 282, 288, 293, 299, 305, 311, 317, 323, 329, 335, 341, 348, 354, 360, 367,
        374, 380, 387, 394, 401, 408, 415, 422, 430, 437, 445, 452, 460, 467, 475, 483, 491, 499, 507, 516, 524, 532,
        541, 549, 558, 567, 576, 585, 594, 603, 612, 621, 631, 640, 650, 660, 669, 679, 689, 699, 710, 720, 730, 741,
        751, 762, 773, 784, 795, 806, 817, 828, 840, 851, 863, 875, 887, 898, 911, 923, 935, 947, 960, 972, 985, 998,
        1011, 1024, 1037, 1050, 1064, 1077, 1091, 1104, 1118, 1132, 1146, 1160, 1175, 1189, 1203, 1218, 1233, 1248,
        1263, 1278, 1293, 1308, 1324, 1339, 1355, 1371, 1387, 1403, 1419, 1435, 1452, 1469, 1485, 1502, 1519, 1536,
        1553, 1571, 1588, 1606, 1623, 1641, 1659, 1677, 1696, 1714, 1732, 1751, 1770, 1789, 1808, 1827, 1846, 1866,
        1885, 1905, 1925, 1945, 1965, 1985, 2006, 2026, 2047,
    ]

    /// The light of a value at a brightness, from 0 to 1, by the curve's formula.
    static func luminance(_ value: Int, brightness: Int) -> Double {
        let v = Double(value * brightness) / 255
        return v <= 8 ? v / 902.3 : ((v + 16) / 116) * ((v + 16) / 116) * ((v + 16) / 116)
    }

    /// The length of the lowest plane that is shown, at full brightness and at another one.
    ///
    /// Pulses get shorter with the brightness as far as the shortest one; all are multiples of 10 ns.
    static func pulse(brightness: Int, shortest: Int64, settings: ScanSettings) -> (full: Int64, dimmed: Int64) {
        let full = Int64(durations[settings.ditherBits][11 - settings.planes]) * settings.leastPulse
        let asked = Int64((Double(full) * luminance(255, brightness: brightness) / 10).rounded(.up)) * 10
        return (full, max(asked, min(shortest, full)))
    }

    /// The nearest level with pulses of that length, and never darkness for a value that is lit at full brightness.
    static func level(_ value: Int, brightness: Int, shortest: Int64, settings: ScanSettings) -> Int {
        let hidden = 11 - settings.planes
        let top = Double(2047 >> hidden)
        if brightness == 100, hidden == 0 { return printedLevels[value] }
        if brightness == 0 { return 0 }
        let pulse = pulse(brightness: brightness, shortest: shortest, settings: settings)
        let ratio = Double(pulse.full) / Double(pulse.dimmed)
        let steps = (top * luminance(value, brightness: brightness) * ratio).rounded()
        let isLit = (top * luminance(value, brightness: 100)).rounded() > 0
        return Int(max(steps, isLit ? 1 : 0)) << hidden
    }

    /// The times of the eleven planes in units of the LSB, for 0, 1 and 2 dither bits.
    static let durations = [
        [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
        [1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
        [1, 1, 1, 2, 4, 8, 16, 32, 64, 128, 256],
    ]
    /// The lowest plane in each refresh of the cycle.
    static let startPlanes = [[0], [0, 1], [0, 1, 2, 2]]

    /// The time for which an LED of a level is lit over the cycle.
    static func time(level: Int, brightness: Int, shortest: Int64, settings: ScanSettings) -> Int64 {
        let pulse = pulse(brightness: brightness, shortest: shortest, settings: settings)
        var time: Int64 = 0
        for start in startPlanes[settings.ditherBits] {
            for plane in max(start, 11 - settings.planes)..<11 where level >> plane & 1 == 1 {
                time += Int64(durations[settings.ditherBits][plane]) * settings.leastPulse * pulse.dimmed / pulse.full
            }
        }
        return time
    }

    /// What a cycle must emit: [row pair][wire of all chains][column].
    ///
    /// - Parameter shortest: the shortest pulse that the port makes, in nanoseconds.
    static func light(
        _ canvas: Canvas, brightness: Int, map: PixelMap, matrix: HUB75Matrix, settings: ScanSettings, shortest: Int64
    ) -> [[[Int64]]] {
        var light = [[[Int64]]](
            repeating: [[Int64]](
                repeating: [Int64](repeating: 0, count: matrix.columns), count: 6 * matrix.chains),
            count: matrix.rowPairs)
        let letters = Array(settings.sequence.description)
        for y in 0..<map.visibleSize.height {
            for x in 0..<map.visibleSize.width {
                guard let point = map.matrixPoint(x: x, y: y) else { continue }
                let color = canvas.format == .mono ? (canvas.mono[x, y] ? Color.white : .black) : canvas.rgb[x, y]
                let chain = point.y / (2 * matrix.rowPairs)
                let half = point.y % (2 * matrix.rowPairs) / matrix.rowPairs
                for (wire, letter) in letters.enumerated() {
                    let value = letter == "R" ? color.red : letter == "G" ? color.green : color.blue
                    light[point.y % matrix.rowPairs][6 * chain + 3 * half + wire][point.x] = time(
                        level: level(Int(value), brightness: brightness, shortest: shortest, settings: settings),
                        brightness: brightness, shortest: shortest, settings: settings)
                }
            }
        }
        return light
    }
}

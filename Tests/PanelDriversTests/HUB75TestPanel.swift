import PanelDrivers
import PixelGraphics
import SignTestSupport

/// A panel under test: what it is, and what it hangs on.
struct HUB75TestPanel {
    var matrix = HUB75Matrix(columns: 8, rowPairs: 4)
    var map: PixelMap?
    var lines = HUB75Lines.regular
    var settings = ScanSettings()
    var timing = PortTiming(kind: .bcm, writeTime: 20)

    /// The shortest pulse in nanoseconds, without what the panel loses of it: a write, and never less than 30 ns.
    var shortestPulse: Int64 { max(30, timing.writeTime - settings.oeLag) }

    /// The six chains of a compute module, of which the last three hang on high lines.
    static let computeModule = HUB75Lines(
        outputEnable: 18, clock: 16, latch: 17, address: [2, 3, 4, 5, 6],
        colors: [
            [7, 8, 9, 10, 11, 12], [13, 14, 15, 19, 20, 21], [22, 23, 24, 25, 26, 27], [28, 29, 30, 31, 32, 33],
            [34, 35, 36, 37, 38, 39], [40, 41, 42, 43, 44, 45],
        ])

    /// The map that is used: straight where none is given.
    func usedMap() throws -> PixelMap { try map ?? PixelMap(identity: matrix.size) }

    func encoder() throws -> HUB75Encoder {
        try HUB75Encoder(matrix: matrix, map: usedMap(), lines: lines, settings: settings, timing: timing)
    }

    func interpreter() -> HUB75Interpreter {
        HUB75Interpreter(matrix: matrix, lines: lines, settings: settings, writeTime: timing.writeTime)
    }

    /// Plays the start, then the programs twice round, and returns what is wrong with the light of the second round.
    func faults(_ encoder: HUB75Encoder, showing frame: Frame) throws -> [String] {
        var interpreter = interpreter()
        interpreter.play(encoder.startProgram)
        var faults: [String] = []
        if interpreter.light.contains(where: { $0.contains { $0.contains { $0 != 0 } } }) {
            faults.append("light before the first refresh")
        }
        for round in 0..<2 {
            if round == 1 { interpreter.light = self.interpreter().light }
            for program in encoder.programs {
                let time = interpreter.play(program)
                if time != encoder.refreshPeriod { faults.append("took \(time), not \(encoder.refreshPeriod)") }
                if program.count > program.storage.count { faults.append("too many words") }
            }
        }
        if !interpreter.levels[lines.outputEnable] { faults.append("lit at the end") }
        faults += interpreter.violations
        let expected = HUB75PlainEncoder.light(
            frame.canvas, brightness: frame.brightness.percent, map: try usedMap(), matrix: matrix, settings: settings,
            shortest: shortestPulse)
        for row in 0..<matrix.rowPairs {
            for wire in 0..<6 * matrix.chains {
                for column in 0..<matrix.columns {
                    let found = interpreter.light[row][wire][column]
                    let wanted = expected[row][wire][column]
                    if found != wanted {
                        faults.append("row \(row) wire \(wire) column \(column): \(found) ns, not \(wanted)")
                    }
                }
            }
        }
        return Array(faults.prefix(5))
    }

    /// Encodes a frame with a new encoder, and returns what is wrong with its light.
    func faults(showing frame: Frame) throws -> [String] {
        var encoder = try encoder()
        encoder.encode(frame)
        return try faults(encoder, showing: frame)
    }
}

/// An RGB frame whose pixels a closure gives.
func rgbFrame(_ size: Size, brightness: Int = 100, _ color: (Int, Int) -> Color) -> Frame {
    var frame = Frame(size: size, format: .rgb)
    for y in 0..<size.height {
        for x in 0..<size.width {
            frame.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Ink(color(x, y)))
        }
    }
    frame.brightness = Brightness(percent: brightness)
    return frame
}

/// Every pixel of a colour of its own, by chance.
func noise(_ size: Size, brightness: Int = 100, using random: inout SeededRandom) -> Frame {
    rgbFrame(size, brightness: brightness) { _, _ in Color(rawValue: UInt32(truncatingIfNeeded: random.next())) }
}

/// Pixels of a few colours, by chance.
func patches(_ size: Size, colors: [Color], brightness: Int = 100, using random: inout SeededRandom) -> Frame {
    rgbFrame(size, brightness: brightness) { _, _ in colors.randomElement(using: &random) ?? .black }
}

/// A picture like a photograph: smooth gradients of three different directions, a disc, and a little grain.
func photograph(_ size: Size, brightness: Int = 100, seed: UInt64 = 7) -> Frame {
    var random = SeededRandom(seed: seed)
    return rgbFrame(size, brightness: brightness) { x, y in
        let width = max(size.width - 1, 1)
        let height = max(size.height - 1, 1)
        let dx = x - size.width / 2
        let dy = y - size.height / 2
        let disc = dx * dx + dy * dy < size.height * size.height / 9 ? 60 : 0
        let grain = Int(random.next() % 7)
        let red = x * 190 / width + disc + grain
        let green = y * 190 / height + disc + grain
        let blue = (x + y) * 190 / (width + height) + disc / 2 + grain
        return Color(red: UInt8(min(red, 255)), green: UInt8(min(green, 255)), blue: UInt8(min(blue, 255)))
    }
}

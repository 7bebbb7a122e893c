import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@Suite("Flat row pairs on display engines")
struct FlatRowTests {
    private static let colors: [Color?] = [
        .white, Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 255, blue: 255),
        Color(red: 0, green: 0, blue: 255), Color(red: 230, green: 90, blue: 40),
    ]

    private func panel(columns: Int, clockWidth: Int64) -> HUB75TestPanel {
        var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: columns, rowPairs: 2))
        panel.settings.clockWidth = clockWidth
        panel.settings.planes = 4
        return panel
    }

    /// Rows of one colour on black, black ones, and rows of many colours.
    private func rows(_ size: Size, brightness: Int = 100, using random: inout SeededRandom) -> Frame {
        let colors = (0..<size.height).map { _ in (Self.colors + [.black, nil]).randomElement(using: &random) ?? nil }
        return rgbFrame(size, brightness: brightness) { _, y in
            guard let color = colors[y] else { return Color(rawValue: UInt32(truncatingIfNeeded: random.next())) }
            return Bool.random(using: &random) ? color : .black
        }
    }

    @Test("every LED has its light, whatever follows what", arguments: [0, 1, 2])
    func light(dither: Int) throws {
        var random = SeededRandom(seed: 31)
        var cases = SampledCases(oneIn: 3, from: dither)
        for clockWidth in [20, 25, 60] as [Int64] {
            for (columns, padding, isInverse) in [(16, 0, false), (48, 0, true), (16, 8, false), (5, 0, false)]
            where cases.next() {
                var panel = panel(columns: columns, clockWidth: clockWidth)
                panel.settings.ditherBits = dither
                panel.settings.isInverse = isInverse
                panel.settings.isInterlaced = isInverse
                var engine = try ScanOutTestEngine(panel, padding: padding, cycles: padding == 0 ? 1 : 2)
                for step in 0..<4 {
                    let frame = rows(panel.matrix.size, brightness: step == 2 ? 40 : 100, using: &random)
                    let faults = try engine.faults(showing: frame)
                    expectEqual(faults, [], "\(clockWidth) ns, \(columns) columns, padding \(padding), step \(step)")
                }
            }
        }
    }

    @Test("a picture written over another one is the same as the picture alone")
    func history() throws {
        var random = SeededRandom(seed: 32)
        for clockWidth in [20, 25] as [Int64] {
            let panel = panel(columns: 80, clockWidth: clockWidth)
            let plan = try ScanOutTestEngine(panel).plan
            let width = plan.mode.columns.visible
            var encoder = ScanOutEncoder(plan)
            var writer = ScanOutWriter(plan)
            var picture = ScanOutPicture(plan)
            var buffers = (0..<3).map { _ in [UInt32](repeating: 0, count: width * plan.mode.lines.visible) }
            let size = panel.matrix.size
            var frame = rows(size, using: &random)
            for step in 0..<60 {
                if step % 5 == 0 {
                    frame = rows(size, brightness: [100, 100, 80, 30][step / 5 % 4], using: &random)
                } else {
                    // It moves by a column.
                    let last = frame.canvas.rgb
                    frame = rgbFrame(size, brightness: frame.brightness.percent) { x, y in
                        last[min(x + 1, size.width - 1), y]
                    }
                }
                encoder.encode(frame, into: &picture)
                buffers[step % 2].withUnsafeMutableBufferPointer { writer.write(picture, into: $0, stride: width) }
                var alone = ScanOutWriter(plan)
                buffers[2].withUnsafeMutableBufferPointer { alone.write(picture, into: $0, stride: width) }
                expectEqual(buffers[step % 2], buffers[2], "step \(step)")
            }
        }
    }

    /// The clocks of columns while OE is low, in the visible lines of a picture.
    private func clocksUnderLight(_ frame: Frame, _ panel: HUB75TestPanel, withColors: Bool) throws -> Int {
        var engine = try ScanOutTestEngine(panel)
        engine.engine.show(frame)
        engine.engine.port.takePicture()
        let picture = engine.engine.port.picture
        func bit(_ line: Int) -> UInt32 { 1 << UInt32(line - 4) }
        let colors = panel.lines.colors[0].reduce(0) { $0 | bit($1) }
        return picture.indices.dropFirst().count { place in
            let (before, now) = (picture[place - 1], picture[place])
            let rises = before & bit(panel.lines.clock) == 0 && now & bit(panel.lines.clock) != 0
            return rises && now & bit(panel.lines.outputEnable) == 0 && (now & colors != 0) == withColors
        }
    }

    @Test("full colours on black are shifted once a window, other pictures with every plane")
    func clocks() throws {
        var random = SeededRandom(seed: 33)
        let panel = panel(columns: 32, clockWidth: 20)
        let text = rgbFrame(panel.matrix.size, brightness: 100) { x, y in
            (3 + y..<23 + y).contains(x) ? y < 2 ? .white : Color(red: 255, green: 0, blue: 0) : .black
        }
        try expectEqual(clocksUnderLight(text, panel, withColors: true), 0)
        // The zeros that are latched at the end of a window.
        #expect(try clocksUnderLight(text, panel, withColors: false) > 32)
        // Pulses get shorter, and white is the highest level at 95 percent, too.
        var dim = text
        dim.brightness = Brightness(percent: 95)
        try expectEqual(clocksUnderLight(dim, panel, withColors: true), 0)
        let grey = rgbFrame(panel.matrix.size, brightness: 100) { x, y in
            (3 + y..<23 + y).contains(x) ? Color(red: 200, green: 200, blue: 200) : .black
        }
        #expect(try clocksUnderLight(grey, panel, withColors: true) > 32)
        let picture = noise(panel.matrix.size, using: &random)
        #expect(try clocksUnderLight(picture, panel, withColors: true) > 32)
    }
}

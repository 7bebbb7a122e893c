import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@Suite("Pixels of display engines")
struct ScanOutPixelTests {
    /// What a picture makes of the panels: their light in nanoseconds, and how often the wires were wrong.
    private struct Result: Equatable {
        var light: [Int64] = []
        var violations = 0
    }

    private let panel: HUB75TestPanel
    private let lines = HUB75Lines.regular
    private let plan: ScanOutPlan

    init() throws {
        var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 3, rowPairs: 2))
        panel.settings.planes = 1
        panel.settings.leastPulse = 10
        panel.settings.ditherBits = 2
        panel.settings.clockWidth = 20
        panel.settings.latchGap = 40
        self.panel = panel
        plan = try ScanOutTestEngine(panel).plan
    }

    private func result(_ picture: [UInt32]) -> Result {
        var engine = ScanOutTestEngine(panel, plan: plan)
        engine.engine.port.draw { pixels, _ in _ = pixels.update(fromContentsOf: picture) }
        engine.engine.port.flip()
        engine.engine.port.scan()
        engine.engine.port.listener.resetLight()
        engine.engine.port.scan()
        var result = Result()
        for row in 0..<panel.matrix.size.height {
            for column in 0..<panel.matrix.columns {
                for color in 0..<3 {
                    result.light.append(engine.engine.port.listener.light(x: column, y: row, color: color))
                }
            }
        }
        result.violations = engine.engine.port.listener.violationCounts.values.reduce(0, +)
        return result
    }

    /// A picture of random colours, as it is scanned out.
    private func picture() -> [UInt32] {
        var random = SeededRandom(seed: 3)
        var engine = ScanOutTestEngine(panel, plan: plan)
        engine.engine.show(noise(panel.matrix.size, using: &random))
        engine.engine.port.takePicture()
        return engine.engine.port.picture
    }

    private func isAtWork(_ pixel: UInt32) -> Bool {
        let dark = UInt32(1) << UInt32(lines.outputEnable - 4)
        let address = lines.address.reduce(UInt32(0)) { $0 | 1 << UInt32($1 - 4) }
        return pixel & ~address != dark
    }

    @Test("No pixel that lights, clocks or latches can be lost or repeat the one before without being noticed")
    func everyPixel() {
        let picture = picture()
        let expected = result(picture)
        expectEqual(expected.violations, 0)
        var unnoticed: [String] = []
        var count = 0
        // To lose any of several equal pixels is the same.
        for place in 1..<picture.count where isAtWork(picture[place]) && picture[place] != picture[place - 1] {
            var lost = picture
            lost.remove(at: place)
            lost.append(picture[picture.count - 1])
            var repeated = picture
            repeated[place] = picture[place - 1]
            // After the last column CLK may fall later.
            let fallsLater =
                picture[place - 1] ^ picture[place] == 1 << UInt32(lines.clock - 4)
                && picture[place + 1] == picture[place]
            if fallsLater { repeated = picture }
            for (name, wrong) in [("lost", lost), ("repeated", repeated)] where wrong != picture {
                count += 1
                if result(wrong) == expected { unnoticed.append("\(place) \(name)") }
            }
        }
        #expect(count > 100)
        expectEqual(unnoticed, [])
    }

    @Test("At the end of every line and of the frame the latch holds zeros, and OE is high")
    func ends() {
        let picture = picture()
        let width = plan.mode.columns.visible
        for line in 0..<plan.mode.lines.visible {
            let last = picture[(line + 1) * width - 1]
            expectEqual(last >> UInt32(lines.outputEnable - 4) & 1, 1)
            // With zeros latched, a lit pixel in place of the last one makes no light.
            var lit = picture
            lit[(line + 1) * width - 1] &= ~(1 << UInt32(lines.outputEnable - 4))
            expectEqual(result(lit).light, result(picture).light, "line \(line)")
        }
    }
}

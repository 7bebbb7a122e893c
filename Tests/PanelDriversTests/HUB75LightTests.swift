import HardwareInterfaces
import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@Suite("HUB75 light")
struct HUB75LightTests {
    @Test("Every LED emits the shown times of its value's planes, at every depth and dither setting")
    func depths() throws {
        var random = SeededRandom(seed: 1)
        for planes in 1...11 {
            for dither in 0...2 {
                var panel = HUB75TestPanel()
                panel.settings.planes = planes
                panel.settings.ditherBits = dither
                for brightness in [100, 37, 1] {
                    let frame = noise(panel.matrix.size, brightness: brightness, using: &random)
                    #expect(try panel.faults(showing: frame) == [], "\(planes) planes, dither \(dither)")
                }
            }
        }
    }
}

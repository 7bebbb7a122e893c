import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct SimulatedHUB75LevelTests {
    /// A panel of two columns and one row pair whose red top left LED has been lit for a time, the other one twice.
    private func panel(lit nanoseconds: Int64) -> SimulatedHUB75 {
        var manual = ManualHUB75(SimulatedHUB75(columns: 2, rowPairs: 1))
        manual.shift(["R1": "##"])
        manual.latch()
        manual.light(nanoseconds)
        manual.shift(["R1": ".#"])
        manual.latch()
        manual.light(nanoseconds)
        return manual.panel
    }

    @Test("a level is the light in shortest pulses, rounded to the nearest, and 2047 at most")
    func levels() {
        let panel = panel(lit: 13_000)
        expectEqual(panel.level(x: 0, y: 0, color: 0, leastPulse: 130), 100)
        expectEqual(panel.level(x: 1, y: 0, color: 0, leastPulse: 130), 200)
        expectEqual(panel.level(x: 1, y: 0, color: 0, leastPulse: 130, cycles: 4), 50)
        expectEqual(panel.level(x: 0, y: 1, color: 0, leastPulse: 130), 0)
        expectEqual([2_000, 2_001].map { panel.level(x: 0, y: 0, color: 0, leastPulse: $0) }, [7, 6])
        expectEqual([8_667, 8_666].map { panel.level(x: 0, y: 0, color: 0, leastPulse: $0) }, [1, 2])
        expectEqual(panel.level(x: 0, y: 0, color: 0, leastPulse: 6), 2_047)
        expectEqual(panel.level(x: 0, y: 0, color: 0, leastPulse: .min, cycles: 0), 2_047)
        expectEqual(panel.level(x: 0, y: 0, color: 0, leastPulse: .max, cycles: .max), 0)
    }

    @Test("the picture shows the light through the map, and black where there is no LED")
    func picture() throws {
        let panel = panel(lit: 130 * 1_000)
        let matrix = panel.picture(leastPulse: 130)
        expectEqual(matrix.size, Size(width: 2, height: 2))
        // Luminances of 1000 / 2047 and 2000 / 2047 in sRGB.
        expectEqual(matrix.pixels.map(\.rawValue), [0xBA0000, 0xFC0000, 0, 0])
        let layout = PanelLayout(size: Size(width: 2, height: 2))
        let map = try PixelMap(.mirror(isVertical: false), layout: layout)
        expectEqual(panel.picture(through: map, leastPulse: 130).pixels.map(\.rawValue), [0xFC0000, 0xBA0000, 0, 0])
    }
}

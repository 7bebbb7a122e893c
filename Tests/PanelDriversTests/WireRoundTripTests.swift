import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct WireRoundTripTests {
    /// Shows a picture on a fresh panel and returns the simulated chain that saw its wires.
    private func chain(
        showing picture: MonoBitmap, type: ModuleType = .fc16, wiring: SimulatedModuleWiring = .fc16
    ) -> SimulatedMAX7219Chain {
        var panel = panel(modules: picture.width / 8, type: type, wiring: wiring)
        panel.start(at: .zero)
        panel.show(frame(picture), at: .zero)
        return panel.device.listener
    }

    private func panel(
        modules: Int, type: ModuleType = .fc16, wiring: SimulatedModuleWiring = .fc16
    ) -> MAX7219Panel<SPIWireWriter<SimulatedMAX7219Chain>> {
        MAX7219Panel(
            chain: MAX7219Chain(count: modules, type: type),
            device: SPIWireWriter(
                timing: SPIWireTiming(clockRate: 8_000_000),
                into: SimulatedMAX7219Chain(count: modules, wiring: wiring)))
    }

    @Test("seeded random pictures, one after the other, are decoded correctly from the wires")
    func randomPictures() {
        var random = SeededRandom(seed: 7219)
        for modules in 1...8 {
            var panel = panel(modules: modules)
            panel.start(at: .zero)
            for _ in 0..<40 {
                let picture = randomBitmap(width: 8 * modules, using: &random)
                panel.show(frame(picture), at: .zero)
                expectEqual(art(panel.device.listener.picture), art(picture))
            }
        }
    }

    @Test("a driver that swaps bits or digits does not pass: the simulated chain tells")
    func wrongDrivers() {
        let picture = bitmap(asymmetric)
        expectEqual(art(chain(showing: picture).picture), art(picture))
        for digitsAreRows in [true, false] {
            for reversesBits in [true, false] {
                for reversesDigits in [true, false] {
                    let type = ModuleType(
                        name: "other", digitsAreRows: digitsAreRows, reversesBits: reversesBits,
                        reversesDigits: reversesDigits)
                    let isRight = digitsAreRows && !reversesBits && !reversesDigits
                    expectEqual((art(chain(showing: picture, type: type).picture) == art(picture)), isRight)
                }
            }
        }
    }

    @Test("a driver that sends the words in the wrong order shows the modules in the wrong places")
    func wrongOrder() {
        let picture = bitmap(asymmetric)
        var wires = SPIWireWriter(
            timing: SPIWireTiming(clockRate: 8_000_000), into: SimulatedMAX7219Chain(count: 4))
        for var message in messages(showing: picture) {
            let bytes = message.bytes
            message.fill(transfers: message.transfers) { target in
                for index in stride(from: 0, to: bytes.count, by: 8) {
                    for word in 0..<4 {
                        target[index + 2 * word] = bytes[index + 6 - 2 * word]
                        target[index + 2 * word + 1] = bytes[index + 7 - 2 * word]
                    }
                }
            }
            wires.send(message)
        }
        #expect(art(wires.listener.picture) != art(picture))
    }
}

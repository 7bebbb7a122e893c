import PanelDrivers
import SignTestSupport
import Testing

@Suite("Dimming of HUB75 panels")
struct DimmingTests {
    private let port = PortTiming(kind: .bcm, writeTime: 20)

    private func settings(planes: Int, ditherBits: Int = 0) -> ScanSettings {
        var settings = ScanSettings()
        settings.planes = planes
        settings.ditherBits = ditherBits
        return settings
    }

    @Test("At full brightness levels are the nearest ones that the planes have: grey 128 is 3 of 15 with four planes")
    func nearest() {
        let four = Dimming(settings(planes: 4), timing: port)
        // 128 / 255 of the lightness is 0.1846 of the light, 2.77 of 15; #4c4c4c is 0.0629, 0.94 of 15; 7 is 0.0030.
        expectEqual([128, 76, 7, 255].map { four.level(value: $0, brightness: 100) >> 7 }, [3, 1, 0, 15])
    }

    @Test(
        "What is lit at full brightness is lit at every other one, and gets never darker where the brightness rises",
        arguments: [1, 4, 6, 7, 8, 11])
    func neverDark(planes: Int) {
        for timing in [nil, port, PortTiming(kind: .kernel, writeTime: 2_000)] {
            let dimming = Dimming(settings(planes: planes), timing: timing)
            for value in 0..<256 where dimming.level(value: value, brightness: 100) > 0 {
                var before: Int64 = 1
                for brightness in 1...100 {
                    let level = Int64(dimming.level(value: value, brightness: brightness))
                    let light = level * dimming.pulse(brightness: brightness)
                    // Half a step is what rounding may take.
                    let step = dimming.pulse(brightness: brightness) << (11 - planes)
                    #expect(level > 0 && light + step >= before, "\(planes) planes, value \(value) at \(brightness) %")
                    before = max(before, light)
                }
            }
        }
    }

    @Test("At 5 percent, panels of eight planes and more show 48 different greys at least", arguments: 8...11)
    func greys(planes: Int) {
        let dimming = Dimming(settings(planes: planes), timing: port)
        let greys = Set((0..<256).map { dimming.level(value: $0, brightness: 5) })
        #expect(greys.subtracting([0]).count >= 48, "\(planes) planes: \(greys.count)")
    }

    @Test("Four planes keep their levels down to 5 percent")
    func fourPlanes() {
        let dimming = Dimming(settings(planes: 4), timing: port)
        func greys(_ brightness: Int) -> Int {
            Set((0..<256).map { dimming.level(value: $0, brightness: brightness) }).count
        }
        expectEqual([100, 50, 20].map(greys), [16, 16, 16])
        // 5 percent of lightness are 5 / 902.3 of the light: 92.2 of 16,640 ns, in steps of 10 ns. White is 13.8 of 15 then.
        expectEqual(greys(5), 15)
        expectEqual(dimming.pulse(brightness: 5), 100)
        expectEqual(dimming.pulse(brightness: 100), 16_640)
    }

    @Test("The light of white is within half a level of the curve", arguments: [4, 8, 11])
    func white(planes: Int) {
        let dimming = Dimming(settings(planes: planes), timing: port)
        for brightness in 1...100 {
            let v = Double(brightness)
            let curve = v <= 8 ? v / 902.3 : ((v + 16) / 116) * ((v + 16) / 116) * ((v + 16) / 116)
            let light =
                Double(dimming.level(value: 255, brightness: brightness))
                * Double(dimming.pulse(brightness: brightness))
            let full = Double((2047 >> (11 - planes)) << (11 - planes)) * Double(dimming.pulse(brightness: 100))
            let step = Double(dimming.pulse(brightness: brightness) << (11 - planes))
            #expect(abs(light - curve * full) <= step / 2 + 1e-6, "\(brightness) %")
        }
    }
}

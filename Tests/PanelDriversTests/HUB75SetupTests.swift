import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@Suite("HUB75 setup")
struct HUB75SetupTests {
    @Test("Levels at full brightness are the printed ones")
    func luminance() {
        let dimming = Dimming(ScanSettings())
        expectEqual((0..<256).map { dimming.level(value: $0, brightness: 100) }, HUB75PlainEncoder.printedLevels)
    }

    @Test("Spot values of the levels at brightness 50 and 25 where pulses keep their length, and darkness at 0")
    func spots() {
        // Calls of 1 ms.
        let dimming = Dimming(ScanSettings(), timing: PortTiming(kind: .kernel, writeTime: 1_000_000))
        expectEqual([32, 64, 128, 192, 255].map { dimming.level(value: $0, brightness: 50) }, [14, 31, 91, 202, 377])
        expectEqual([64, 128, 255].map { dimming.level(value: $0, brightness: 25) }, [14, 31, 90])
        #expect((0..<256).allSatisfy { dimming.level(value: $0, brightness: 0) == 0 })
    }

    @Test("Plane times and start planes are the printed ones")
    func planes() {
        for dither in 0...2 {
            let timing = PlaneTiming(planes: 11, ditherBits: dither)
            expectEqual((0..<11).map(timing.duration(plane:)), HUB75PlainEncoder.durations[dither])
            expectEqual((0..<timing.phases).map(timing.firstPlane(phase:)), HUB75PlainEncoder.startPlanes[dither])
        }
        expectEqual(PlaneTiming(planes: 8, ditherBits: 2).shown(phase: 0), 0b111_1111_1000)
    }

    @Test("Colour sequences are read in any case, and nothing else is")
    func sequences() {
        expectEqual(ColorSequence("rbg")?.wires, [0, 2, 1])
        expectEqual(ColorSequence("GBR")?.wires, [2, 0, 1])
        expectEqual(ColorSequence("GBR")?.description, "GBR")
        for text in ["", "RG", "RGBB", "RRB", "RGX", "R G"] { #expect(ColorSequence(text) == nil) }
    }

    /// The problems of a set-up that is edited from a good one.
    private func problems(_ edit: (inout HUB75TestPanel) -> Void) throws -> [String] {
        var panel = HUB75TestPanel()
        edit(&panel)
        let map = try panel.map ?? PixelMap(identity: Size(width: 8, height: 8 * max(1, min(panel.matrix.chains, 6))))
        do throws(HUB75SetupError) {
            _ = try HUB75Encoder(
                matrix: panel.matrix, map: map, lines: panel.lines, settings: panel.settings, timing: panel.timing)
            return []
        } catch {
            return error.problems
        }
    }

    @Test("Impossible set-ups are refused with every problem; extreme numbers never trap")
    func refusals() throws {
        try expectEqual(problems { _ in }, [])
        try expectEqual(
            problems {
                $0.settings.planes = 0; $0.settings.ditherBits = 3
            },
            [
                "0 planes where 1 to 11 are supported", "3 dither bits where 0 to 2 are supported",
            ])
        try expectEqual(
            problems { $0.lines.address = [22] },
            [
                "1 address lines are wired, 4 row addresses need 2"
            ])
        try expectEqual(problems { $0.lines.clock = 18 }, ["line 18 is used twice"])
        try expectEqual(
            problems { $0.lines.latch = 30 },
            [
                "line 30 is used for OE, CLK, LAT or the address, which need lines 0 to 27"
            ])
        try expectEqual(
            problems { $0.matrix = HUB75Matrix(columns: 8, rowPairs: 4, chains: 4) },
            [
                "colour lines of 3 chains, and 4 chains are driven"
            ])
        #expect(try problems { $0.map = try? PixelMap(identity: Size(width: 8, height: 4)) }.count == 1)
        try expectEqual(
            problems { $0.timing.writeTime = 500 }.first?.hasPrefix(
                "a minimum pulse of 130 ns, and the port needs 500 ns for a write"), true)
        // The shortest plane of nine is that of 4 LSB.
        try expectEqual(
            problems {
                $0.timing.writeTime = 520
                $0.settings.planes = 9
            }, [])
        try expectEqual(
            problems {
                $0.timing.writeTime = 530
                $0.settings.planes = 9
            }.count, 1)
        try expectEqual(
            problems {
                $0.settings.addressing = .b707; $0.settings.isInterlaced = true
            },
            [
                "rows of address type 5 come in their order only, and the scan is interlaced"
            ])
        try expectEqual(
            problems { $0.settings.leastPulse = 1_000_000 },
            [
                "a refresh takes 8188 ms, and may take 268 ms: show fewer planes, more dither bits, shorter chains or a "
                    + "shorter minimum pulse"
            ])
        try expectEqual(problems { $0.settings.chip = .fm6126a }, ["8 columns, and chips of type fm6126a need 13"])
        for extreme in [Int.min, -1, 0, Int.max] {
            #expect(
                try !problems { $0.matrix = HUB75Matrix(columns: extreme, rowPairs: extreme, chains: extreme) }.isEmpty)
            #expect(try !problems { $0.lines.outputEnable = extreme == 0 ? 56 : extreme }.isEmpty)
            #expect(try !problems { $0.settings.leastPulse = Int64(extreme) }.isEmpty)
            #expect(try !problems { $0.timing.writeTime = Int64(extreme) }.isEmpty)
            if extreme != 0 {
                #expect(try !problems { $0.timing.slowdown = extreme }.isEmpty)
                #expect(try !problems { $0.settings.oeLag = Int64(extreme) }.isEmpty)
                #expect(try !problems { $0.settings.latchGap = Int64(extreme) }.isEmpty)
                #expect(try !problems { $0.settings.clockWidth = Int64(extreme) }.isEmpty)
                #expect(try !problems { $0.settings.rowClock = Int64(extreme) }.isEmpty)
            }
        }
    }
}

import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@Suite struct HUB75PanelTests {
    private static let lines = HUB75Lines(
        outputEnable: 18, clock: 17, latch: 4, address: [22, 23], colors: [[11, 27, 7, 8, 9, 10]])

    private typealias Port = SimulatedScanPort<SimulatedHUB75>

    /// A panel of 8x8 pixels with four row addresses.
    private func panel(
        kind: PortKind = .bcm, limiter: CurrentLimiter? = nil, chip: DriverChip = .plain,
        interval: Nanoseconds? = nil
    ) throws -> HUB75Panel<Port> {
        var settings = ScanSettings()
        settings.planes = 3
        settings.chip = chip
        let matrix = HUB75Matrix(columns: 32, rowPairs: 4)
        let encoder = try HUB75Encoder(
            matrix: matrix, map: PixelMap(identity: matrix.size), lines: Self.lines, settings: settings,
            timing: PortTiming(kind: kind, writeTime: 30))
        var wires = [18: HUB75Wires.outputEnable, 17: HUB75Wires.clock, 4: HUB75Wires.latch, 22: 6, 23: 7]
        for (color, line) in [11, 27, 7, 8, 9, 10].enumerated() { wires[line] = color }
        let simulated = SimulatedHUB75(
            columns: 32, rowPairs: 4, chip: chip)
        return HUB75Panel(
            encoder: encoder, port: SimulatedScanPort(wireOfLine: wires, writeTime: 30, into: simulated),
            limiter: limiter, initializationInterval: interval)
    }

    private func picture(_ seed: UInt64) -> Frame {
        var random = SeededRandom(seed: seed)
        var frame = Frame(size: Size(width: 32, height: 8), format: .rgb)
        for y in 0..<8 {
            for x in 0..<32 {
                let color = Color(rawValue: UInt32.random(in: 0...0xFFFFFF, using: &random))
                frame.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Ink(color))
            }
        }
        return frame
    }

    @Test("an error at any write ends with OE high and no light any more", arguments: PortKind.allCases)
    func failingPort(kind: PortKind) throws {
        var whole = try panel(kind: kind)
        whole.show(picture(1))
        try whole.refresh(at: .zero)
        let writes = whole.player.port.writes
        #expect(writes > 500)
        func light(_ panel: borrowing HUB75Panel<Port>) -> [Int64] {
            let simulated = panel.player.port.listener
            return (0..<8).flatMap { y in (0..<32).map { x in simulated.light(x: x, y: y, color: 1) } }
        }
        let usual = light(whole)
        #expect(usual.contains { $0 > 0 })
        for failing in sample(1...writes, 60) {
            var panel = try panel(kind: kind)
            panel.show(picture(1))
            panel.player.port.failingWrite = failing
            var hasFailed = false
            do { try panel.refresh(at: .zero) } catch { hasFailed = true }
            #expect(hasFailed)
            let isLit = panel.player.port.listener.isEnabled
            #expect(!isLit, "after an error at write \(failing)")
            panel.player.port.failingWrite = nil
            panel.player.port.listener.resetLight()
            try panel.refresh(at: .zero)
            let again = light(panel)
            expectEqual(again, usual, "after an error at write \(failing)")
        }
    }

    @Test("on an RP1 a foreign write that lights the panel between any two writes does not leave a row lit")
    func foreignWrites() throws {
        func lights(_ panel: inout HUB75Panel<Port>) throws -> [Int64] {
            panel.player.port.listener.resetLight()
            try panel.refresh(at: .zero)
            return (0..<8).flatMap { y in (0..<32).map { x in panel.player.port.listener.light(x: x, y: y, color: 1) } }
        }
        var whole = try panel(kind: .rp1)
        whole.show(picture(2))
        try whole.refresh(at: .zero)
        let writes = whole.player.port.writes
        let usual = try lights(&whole)
        for (number, place) in sample(1..<writes, 300).enumerated() {
            var panel = try panel(kind: .rp1)
            panel.show(picture(2))
            panel.player.port.foreignWrites = [(after: place, set: 0, clear: 1 << 18)]
            try panel.refresh(at: .zero)
            let isLit = panel.player.port.listener.isEnabled
            #expect(!isLit, "after a foreign write behind write \(place) of \(writes)")
            if number % 97 == 0 { try expectEqual(lights(&panel), usual) }
        }
    }

    @Test("driver chips that a glitch has scrambled are set up again when it is time, and not before")
    func initializesAgain() throws {
        var panel = try panel(chip: .fm6126a, interval: .seconds(10))
        panel.show(picture(3))
        func light(_ panel: inout HUB75Panel<Port>, at instant: Instant) throws -> Bool {
            panel.player.port.listener.resetLight()
            try panel.refresh(at: instant)
            for y in 0..<8 {
                for x in 0..<32 where panel.player.port.listener.light(x: x, y: y, color: 0) > 0 { return true }
            }
            return false
        }
        #expect(try light(&panel, at: .zero))
        panel.player.port.listener.disturb(register: 1)
        #expect(try !light(&panel, at: .zero + .seconds(9)))
        #expect(try light(&panel, at: .zero + .seconds(10)))
    }

    @Test("encoding allocates nothing, whatever changes, on every kind of port", arguments: PortKind.allCases)
    func allocatesNothing(kind: PortKind) throws {
        let matrix = HUB75Matrix(columns: 32, rowPairs: 4)
        var settings = ScanSettings()
        settings.ditherBits = 2
        settings.leastPulse = 2_000
        var encoder = try HUB75Encoder(
            matrix: matrix, map: PixelMap(identity: matrix.size), lines: Self.lines, settings: settings,
            timing: PortTiming(kind: kind, writeTime: 30))
        var dim = picture(6)
        dim.brightness = Brightness(percent: 37)
        let frames = [picture(5), dim, Frame(size: matrix.size, format: .rgb)]
        func encodeAll() {
            var index = 0
            while index < frames.count {
                encoder.encode(frames[index])
                index += 1
            }
        }
        encodeAll()
        let count = allocations { encodeAll() }
        expectEqual(count, 0)
        #expect(allocations { _ = encoder.makePrograms() } > 0)
    }

    @Test("stopping darkens, and refreshing starts again")
    func stops() throws {
        var panel = try panel()
        var white = Frame(size: Size(width: 32, height: 8), format: .rgb)
        white.canvas.fill(.white)
        panel.show(white)
        try panel.refresh(at: .zero)
        let light = panel.player.port.listener.light(x: 1, y: 1, color: 0)
        // Planes 8, 9 and 10 are 256, 512 and 1024 units of 130 ns.
        expectEqual(light, 1_792 * 130)
        try panel.stop()
        let isLit = panel.player.port.listener.isEnabled
        #expect(!isLit)
        panel.player.port.listener.resetLight()
        try panel.refresh(at: .zero)
        expectEqual(panel.player.port.listener.light(x: 1, y: 1, color: 0), light)
    }
}

@Suite struct CurrentLimiterTests {
    private func frame(_ color: Color, columns: Int, brightness: Int = 100) -> Frame {
        var frame = Frame(size: Size(width: 100, height: 10), format: .rgb)
        frame.canvas.fill(Rectangle(x: 0, y: 0, width: columns, height: 10), with: Ink(color))
        frame.brightness = Brightness(percent: brightness)
        return frame
    }

    /// Half of a white picture draws half of the current; white at 50 percent is level 377 of 2047 (spot value of the
    /// luminance table), 18.4 percent of the light.
    @Test("brightness is lowered until the frame keeps the budget, and not more")
    func keepsBudget() {
        var limiter = CurrentLimiter(fullCurrent: 4_000, maxCurrent: 2_000)
        expectEqual(limiter.brightness(of: frame(.white, columns: 50)), Brightness(percent: 100))
        expectEqual(limiter.brightness(of: frame(.white, columns: 50, brightness: 40)), Brightness(percent: 40))
        // 2047 * 4 A * ((p + 16) / 116)^3 <= 2 A up to p = 76: (92 / 116)^3 = 0.4989, (93 / 116)^3 = 0.5153.
        expectEqual(limiter.brightness(of: frame(.white, columns: 100)), Brightness(percent: 76))
        var tight = CurrentLimiter(fullCurrent: 4_000, maxCurrent: 740)
        // 377 / 2047 of 4 A are 737 mA at 50 percent.
        expectEqual(tight.brightness(of: frame(.white, columns: 100)), Brightness(percent: 50))
        // One colour of three draws a third.
        expectEqual(limiter.brightness(of: frame(Color(rawValue: 0xFF0000), columns: 100)), Brightness(percent: 100))
    }

    /// A port of slow calls shows more than is asked for.
    ///
    /// 76 of 255 at 20 percent is 0.0066 of the light: 99 mA. Calls of 2 us show one of 15 levels for 2 us instead of 16.64, which is
    /// 15 of 2047: 110 mA. Registers show three of 500 ns: 88 mA.
    @Test("what whole pulses show more than is asked for counts")
    func countsWholePulses() {
        var settings = ScanSettings()
        settings.planes = 4
        let grey = frame(Color(red: 76, green: 76, blue: 76), columns: 100, brightness: 20)
        let registers = Dimming(settings, timing: PortTiming(kind: .bcm, writeTime: 20))
        var shortening = CurrentLimiter(fullCurrent: 15_000, maxCurrent: 105, dimming: registers)
        expectEqual(shortening.brightness(of: grey), Brightness(percent: 20))
        let calls = Dimming(settings, timing: PortTiming(kind: .kernel, writeTime: 2_000))
        var rounding = CurrentLimiter(fullCurrent: 15_000, maxCurrent: 105, dimming: calls)
        expectEqual(rounding.brightness(of: grey), Brightness(percent: 0))
    }

    @Test("a little more light makes it a little darker, never brighter, and never above the budget")
    func isSmooth() {
        var limiter = CurrentLimiter(fullCurrent: 4_000, maxCurrent: 1_000)
        var before = 100
        for columns in 0...100 {
            let percent = limiter.brightness(of: frame(.white, columns: columns)).percent
            #expect(percent <= before && before - percent <= 4, "\(columns) columns")
            before = percent
        }
        expectEqual(before, 57)
    }

    @Test("black needs nothing, and limiting allocates nothing")
    func allocatesNothing() {
        var limiter = CurrentLimiter(fullCurrent: 4_000, maxCurrent: 1)
        let black = frame(.black, columns: 100)
        let white = frame(.white, columns: 100)
        expectEqual(limiter.brightness(of: black), .full)
        let count = allocations {
            _ = limiter.brightness(of: white)
            _ = limiter.brightness(of: black)
        }
        expectEqual(count, 0)
    }
}

import Boards
import PanelDrivers
import PanelSimulation
import PiTraces
import PixelGraphics

/// Checks HUB75 panels on the wires of a scenario.
struct HUB75Check {
    let scenario: Scenario
    let wired: HUB75Board

    /// What one frame has to be on the wires.
    struct Expected {
        let picture: RGBBitmap
        /// The pulses of its refresh; the times are those of the program.
        let pulses: [ScanPulse]
        /// The writes of its refresh without padding: bit 32 is set for a set register.
        let writes: [UInt64]
    }

    private func timing(clockTime: Int64) -> PortTiming {
        switch wired.port {
        // The constants of a Raspberry Pi 3: 20 ns with its usual slowdown. An emulated store takes far longer than four of
        // these, which is the longest that is planned with.
        case .registers, .simulated, .dpi, .pio:
            var timing = PortTiming(kind: .bcm, writeTime: 20)
            timing.clockTime = clockTime
            if case .registers = wired.port {
                timing.measured = MeasuredWrite(store: 40_000, stores: 2, write: 80_000)
            }
            return timing
        // Calls of the kernel take as long as they are measured; here only the order counts.
        case .gpiod: return PortTiming(kind: .kernel, writeTime: 2_000)
        }
    }

    /// The timing whose first frame was refreshed: the emulated machine has measured how long its clock takes to read, and
    /// shifts under a pulse of light only where that leaves time enough.
    private func timing(_ sign: ExpectedSign, _ log: [(due: Int64, shown: Int64)]) throws -> PortTiming {
        guard case .registers = wired.port, let first = log.first else { return timing(clockTime: 0) }
        var sign = sign
        let frame = sign.frame(at: first.due)
        let writes = withoutRepeatedDarkness(scenario.writes.compactMap(Self.token))
        var tried: Set<[UInt64]> = []
        for clockTime in stride(from: Int64(0), through: 20_000, by: 10) {
            var encoder = try encoder(timing(clockTime: clockTime))
            encoder.encode(frame)
            let wanted = withoutRepeatedDarkness(encoder.programs.flatMap(\.words).compactMap(Self.token))
            guard tried.insert(wanted).inserted else { continue }
            if Self.find(wanted, in: writes, from: 0) != nil { return timing(clockTime: clockTime) }
        }
        return timing(clockTime: 0)
    }

    var wireOfLine: [Int: Int] {
        let lines = wired.lines
        var wires = [
            lines.outputEnable: HUB75Wires.outputEnable, lines.clock: HUB75Wires.clock, lines.latch: HUB75Wires.latch,
        ]
        for (number, line) in lines.address.enumerated() { wires[line] = HUB75Wires.address + number }
        for (color, line) in (lines.colors.first ?? []).enumerated() { wires[line] = color }
        return wires
    }

    func encoder(_ timing: PortTiming) throws -> HUB75Encoder {
        try HUB75Encoder(
            matrix: wired.matrix, map: wired.map, lines: wired.lines, settings: wired.settings, timing: timing)
    }

    private func expected(
        _ sign: inout ExpectedSign, _ log: [(due: Int64, shown: Int64)], _ timing: PortTiming
    ) throws -> [Expected] {
        var encoder = try encoder(timing)
        var expected: [Expected] = []
        for line in log {
            let frame = sign.frame(at: line.due)
            encoder.encode(frame)
            let reader = ScanPulseReader(columns: wired.matrix.columns)
            var port = SimulatedScanPort(wireOfLine: wireOfLine, writeTime: timing.writeTime, into: reader)
            for program in encoder.programs { try port.play(program) }
            let writes = encoder.programs.flatMap(\.words).compactMap(Self.token)
            expected.append(
                Expected(
                    picture: ExpectedSign.levels(frame, Dimming(wired.settings, timing: timing)),
                    pulses: port.listener.pulses,
                    writes: writes))
        }
        return expected
    }

    /// When OE is low.
    func litSpans() -> LitSpans {
        var listener = OutputEnableListener()
        var folder = WireFolder(wireOfLine: wireOfLine, gpio: scenario.gpio)
        let first = scenario.writes.first?.time ?? 0
        listener.lit.record(!scenario.gpio.isHigh(wired.lines.outputEnable), at: first)
        for write in scenario.writes { folder.obey(write, at: write.time, into: &listener) }
        return listener.lit
    }

    /// Compares what was shown with the frames of the log.
    func checkFrames(_ sign: ExpectedSign) throws -> String {
        var sign = sign
        let log = try scenario.frameLog()
        let timing = try timing(sign, log)
        let expected = try expected(&sign, log, timing)
        var folder = WireFolder(wireOfLine: wireOfLine, gpio: scenario.gpio)
        var reader = PulsePlaces(columns: wired.matrix.columns)
        for (place, write) in scenario.writes.enumerated() {
            reader.place = place
            folder.obey(write, at: write.time, into: &reader)
        }
        guard reader.pulses.changesWhileLit == 0 else {
            throw CheckError(
                "the row or the latch changed \(reader.pulses.changesWhileLit) times while the panel was lit")
        }
        guard !reader.isLit else { throw CheckError("OE is low at the end") }
        let refreshes = try match(reader.pulses.pulses, expected)
        var words =
            "\(refreshes.count) refreshes of \(log.count) frames: rows, bits and order of "
            + "\(reader.pulses.pulses.count) pulses"
        if case .registers = wired.port { words += try "; " + checkWrites(expected, timing) }
        words += "; \(try checkLight(refreshes, expected, reader)) pictures in panel levels"
        return words
    }

    /// Finds the refreshes: each shows the frame before, or the next one.
    private func match(_ pulses: [ScanPulse], _ expected: [Expected]) throws -> [(frame: Int, first: Int)] {
        var refreshes: [(frame: Int, first: Int)] = []
        var frame = -1
        // A line that the guardian held is an input for a moment when we take it, so OE may fall; no LED lights.
        var place = pulses.firstIndex { $0.bits.contains { $0 != 0 } } ?? 0
        func fits(_ number: Int) -> Bool {
            let wanted = expected[number].pulses
            guard !wanted.isEmpty, place + wanted.count <= pulses.count else { return false }
            for index in wanted.indices where !wanted[index].lightsTheSame(as: pulses[place + index]) { return false }
            return true
        }
        // An end does not wait for a refresh: the last one may be cut short, and is dark after its last pulse.
        func isCut(_ number: Int) -> Bool {
            guard expected.indices.contains(number) else { return false }
            let wanted = expected[number].pulses
            let left = pulses.count - place
            guard left < wanted.count else { return false }
            for index in 0..<left where !wanted[index].lightsTheSame(as: pulses[place + index]) { return false }
            return true
        }
        while place < pulses.count {
            if isCut(frame) || isCut(frame + 1) { break }
            if frame >= 0, fits(frame) {
                refreshes.append((frame, place))
                place += expected[frame].pulses.count
                continue
            }
            repeat { frame += 1 } while frame < expected.count && expected[frame].pulses.isEmpty
            guard frame < expected.count else {
                throw CheckError(
                    "pulse \(place) of \(pulses.count) does not belong to any of the \(expected.count) frames")
            }
            guard fits(frame) else {
                throw CheckError(
                    "pulse \(place) of \(pulses.count) begins neither frame \(frame) nor the one before it")
            }
        }
        let shown = Set(refreshes.map(\.frame))
        for number in expected.indices.dropLast() where !shown.contains(number) && !expected[number].pulses.isEmpty {
            // A frame that lights the same LEDs as the frame before cannot be distinguished from it.
            let before = number > 0 ? expected[number - 1].writes : []
            guard expected[number].writes == before else { throw CheckError("frame \(number) was never refreshed") }
        }
        return refreshes
    }
}

private struct OutputEnableListener: WireListener {
    var lit = LitSpans()

    mutating func edge(on wire: Int, to level: Bool, at time: Int64) {
        if wire == HUB75Wires.outputEnable { lit.record(!level, at: time) }
    }
}

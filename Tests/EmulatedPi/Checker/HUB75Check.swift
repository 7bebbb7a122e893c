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
        case .registers, .simulated:
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

    private var wireOfLine: [Int: Int] {
        let lines = wired.lines
        var wires = [
            lines.outputEnable: HUB75Wires.outputEnable, lines.clock: HUB75Wires.clock, lines.latch: HUB75Wires.latch,
        ]
        for (number, line) in lines.address.enumerated() { wires[line] = HUB75Wires.address + number }
        for (color, line) in (lines.colors.first ?? []).enumerated() { wires[line] = color }
        return wires
    }

    private func encoder(_ timing: PortTiming) throws -> HUB75Encoder {
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
                    picture: ExpectedSign.levels(frame, settings: wired.settings), pulses: port.listener.pulses,
                    writes: writes))
        }
        return expected
    }

    /// A word that writes to the lines 0 to 31 of a BCM chip; nil for others.
    private static func token(_ word: ScanWord) -> UInt64? {
        switch word.operation {
        case .setLow: UInt64(word.payload) | 1 << 32
        case .clearLow, .clearLowWithNext: UInt64(word.payload)
        default: nil
        }
    }

    /// A write to the same; nil for others, and for those without an effect.
    private static func token(_ write: RegisterWrite) -> UInt64? {
        guard write.value != 0 else { return nil }
        switch write.address {
        case PiRegister.set0: return UInt64(write.value) | 1 << 32
        case PiRegister.clear0: return UInt64(write.value)
        default: return nil
        }
    }

    /// When OE is low.
    func litSpans() -> LitSpans {
        var listener = OutputEnableListener()
        var folder = WireFolder(wireOfLine: wireOfLine, gpio: scenario.gpio)
        let first = scenario.writes.first?.time ?? 0
        listener.lit.note(!scenario.gpio.isHigh(wired.lines.outputEnable), at: first)
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

    /// Compares the writes, one by one, from the first refresh to the last with those of the programs.
    private func checkWrites(_ expected: [Expected], _ timing: PortTiming) throws -> String {
        let encoder = try encoder(timing)
        let start = withoutRepeatedDarkness(encoder.startProgram.words.compactMap(Self.token))
        let stop = withoutRepeatedDarkness(encoder.stopProgram.words.compactMap(Self.token))
        let expected = expected.map {
            Expected(picture: $0.picture, pulses: $0.pulses, writes: withoutRepeatedDarkness($0.writes))
        }
        let writes = withoutRepeatedDarkness(scenario.writes.compactMap(Self.token))
        guard let begin = Self.find(start, in: writes, from: 0) else {
            throw CheckError("the start program was not played")
        }
        var place = begin + start.count
        // Before the first picture there is no refresh, and the guardian makes sure that the panel is dark.
        guard let refreshed = Self.find(expected[0].writes, in: writes, from: place) else {
            throw CheckError("the first frame was not refreshed whole")
        }
        place = refreshed
        var frame = 0
        var count = 0
        var least = Int.max
        var most = 0
        func fits(_ wanted: [UInt64]) -> Bool {
            place + wanted.count <= writes.count && writes[place..<place + wanted.count].elementsEqual(wanted)
        }
        while !fits(stop) || fits(expected[frame].writes) {
            // After the guardian has made the panel dark, the refresh starts it again.
            if !fits(expected[frame].writes), fits(start) {
                place += start.count
                continue
            }
            if !fits(expected[frame].writes) {
                guard frame + 1 < expected.count, fits(expected[frame + 1].writes) else {
                    let left = writes[place...]
                    if [frame, frame + 1].contains(where: { isCut($0, left, expected, stop) }) { break }
                    let next = writes[place..<min(place + 12, writes.count)].map { String($0, radix: 16) }
                    throw CheckError(
                        "write \(place - begin) continues neither frame \(frame) nor \(frame + 1): "
                            + next.joined(separator: " "))
                }
                frame += 1
            }
            let size = expected[frame].writes.count
            place += size
            count += 1
            least = min(least, size)
            most = max(most, size)
        }
        // The last frame may have been cut short.
        guard frame >= expected.count - 2 else {
            throw CheckError("the writes end at frame \(frame) of \(expected.count)")
        }
        return "all writes of \(count) refreshes equal the programs', \(least) to \(most) each"
    }

    /// Leaves out writes that make a dark panel dark: the guardian's, when the refresh seems to stand still.
    private func withoutRepeatedDarkness(_ writes: [UInt64]) -> [UInt64] {
        let line = UInt64(1) << wired.lines.outputEnable
        var isDark = true
        return writes.filter { write in
            let wasDark = isDark
            if write & line != 0 { isDark = write >> 32 == 1 }
            return !(wasDark && write == line | 1 << 32)
        }
    }

    /// Whether the writes that are left begin a frame, are then dark by one write, and end with the stop program.
    private func isCut(_ frame: Int, _ left: ArraySlice<UInt64>, _ expected: [Expected], _ stop: [UInt64]) -> Bool {
        guard expected.indices.contains(frame) else { return false }
        let same = zip(left, expected[frame].writes).prefix { $0 == $1 }.count
        // The write that makes the panel dark may be the one that the frame has at that place, too.
        for length in Set([same, same - 1]) where length > 0 {
            let rest = left.dropFirst(length)
            if rest.starts(with: stop) { return true }
            guard rest.first == UInt64(1) << wired.lines.outputEnable | 1 << 32 else { continue }
            if rest.dropFirst().starts(with: stop) { return true }
        }
        return false
    }

    private static func find(_ wanted: [UInt64], in writes: [UInt64], from start: Int) -> Int? {
        guard wanted.count <= writes.count else { return nil }
        for place in start..<max(writes.count - wanted.count + 1, start) where writes[place] == wanted[0] {
            if writes[place..<place + wanted.count].elementsEqual(wanted) { return place }
        }
        return nil
    }

    /// Feeds the simulated panels with the first refresh of each frame, each pulse as long as in the program, and compares
    /// the light; returns the number of pictures.
    private func checkLight(
        _ refreshes: [(frame: Int, first: Int)], _ expected: [Expected], _ reader: PulsePlaces
    ) throws -> Int {
        var panel = SimulatedHUB75(
            columns: wired.matrix.columns, rowPairs: wired.matrix.rowPairs, oeLag: wired.settings.oeLag,
            ledColors: (0..<3).compactMap { wired.settings.sequence.wires.firstIndex(of: $0) },
            isInverted: wired.settings.isInverse, allowing: Set(HUB75ViolationKind.allCases))
        var folder = WireFolder(wireOfLine: wireOfLine, gpio: scenario.gpio)
        panel.begin(levels: folder.levels(wires: 14))
        var time: Int64 = 1_000
        var next = 0
        var pulse = 0
        var riseTime: Int64 = 0
        var compared = 0
        let writes = Array(scenario.writes)
        for place in writes.indices {
            if pulse < reader.falls.count, place == reader.falls[pulse] {
                // A refresh begins with the fall of its first pulse.
                if next < refreshes.count, refreshes[next].first == pulse { panel.resetLight() }
                let refresh = next < refreshes.count && pulse >= refreshes[next].first ? refreshes[next] : nil
                let length = refresh.map { expected[$0.frame].pulses[pulse - $0.first] }.map { $0.end - $0.start } ?? 10
                riseTime = time + length
            }
            if pulse < reader.rises.count, place == reader.rises[pulse] {
                time = max(time, riseTime)
            }
            folder.obey(writes[place], at: time, into: &panel)
            time += 10
            guard pulse < reader.rises.count, place == reader.rises[pulse] else { continue }
            pulse += 1
            guard next < refreshes.count else { continue }
            let refresh = refreshes[next]
            guard pulse == refresh.first + expected[refresh.frame].pulses.count else { continue }
            let isFirst = next == 0 || refreshes[next - 1].frame != refresh.frame
            if isFirst {
                let picture = panel.picture(through: wired.map, leastPulse: wired.settings.leastPulse)
                guard picture == expected[refresh.frame].picture else {
                    throw CheckError("the light of frame \(refresh.frame) is not that of its picture")
                }
                compared += 1
            }
            next += 1
        }
        guard compared > 0 else { throw CheckError("no picture was compared") }
        return compared
    }
}

/// Notes at which writes OE falls and rises.
private struct PulsePlaces: WireListener {
    var place = 0
    var pulses: ScanPulseReader
    var falls: [Int] = []
    var rises: [Int] = []
    var isLit: Bool { falls.count > rises.count }

    init(columns: Int) { pulses = ScanPulseReader(columns: columns) }

    mutating func edge(on wire: Int, to level: Bool, at time: Int64) {
        pulses.edge(on: wire, to: level, at: time)
        guard wire == HUB75Wires.outputEnable else { return }
        if !level { falls.append(place) } else if isLit { rises.append(place) }
    }
}

private struct OutputEnableListener: WireListener {
    var lit = LitSpans()

    mutating func edge(on wire: Int, to level: Bool, at time: Int64) {
        if wire == HUB75Wires.outputEnable { lit.note(!level, at: time) }
    }
}

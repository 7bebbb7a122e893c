import Boards
import PanelDrivers
import PixelGraphics
import Timelines

/// What a panel shows after a capture of its wires.
package struct DecodedCapture {
    package let frame: Frame
    /// Facts about the picture, one in each line.
    package let remarks: [String]
    /// The errors on the wires, one in each line.
    package let violations: [String]
}

/// A simulated panel that decodes captures of its wires.
package struct CaptureDecoder {
    /// The names of its wires.
    package let wires: [String]
    /// Plays a capture up to and including a time.
    package let decode: (_ trace: WireTrace, _ time: Int64) -> DecodedCapture

    /// Creates a decoder for HUB75 panels: the light of the last dither cycle is the picture.
    ///
    /// - Parameters:
    ///   - sample: the time between two samples of the capture, which loosens the limits; nil for exact times.
    ///   - allowed: the kinds of violations that are not reported.
    ///   - isRunning: whether the panels were set up before the capture began.
    package init(
        board: Board, wired: HUB75Board, sample: Nanoseconds?, allowed: Set<HUB75ViolationKind>, isRunning: Bool
    ) throws {
        // A whole dither cycle in nanoseconds; of a display engine's frame, which has some.
        let (cycle, cycles): (Int64, Int)
        if case .dpi = wired.port {
            let plan = try wired.scanOutPlan()
            (cycle, cycles) = (plan.mode.frameTime.count, plan.cycles)
        } else {
            let encoder = try wired.encoder()
            (cycle, cycles) = (encoder.refreshPeriod * Int64(encoder.programs.count), 1)
        }
        // A capture need not have an unused address wire E.
        wires = SimulatedHUB75(board: wired).wireNames
        decode = { trace, time in
            var panel = SimulatedHUB75(board: wired, sample: sample?.count ?? 0, allowing: allowed)
            if isRunning { panel.assumeRunning() }
            panel.play(trace, through: time, lightFrom: Self.lastDarkening(trace, through: time) - cycle)
            let picture = panel.picture(through: wired.map, leastPulse: wired.settings.leastPulse, cycles: cycles)
            var frame = Frame(size: board.size, format: .rgb)
            frame.canvas.draw(picture, mask: nil, columns: 0..<picture.width, at: .zero)
            let isDark = picture.pixels.allSatisfy { $0 == .black }
            var violations = Self.lines(of: panel.violations, counts: panel.violationCounts)
            let isUnlit = isDark && panel.isUnlit
            if isUnlit { violations.append(Self.unlit(wired.settings.chip, isRunning: isRunning)) }
            return DecodedCapture(
                frame: frame, remarks: isDark && !isUnlit ? ["no LED is lit"] : [], violations: violations)
        }
    }

    /// Creates a decoder for a chain of MAX7219 modules; `isRunning` says whether they were set up before the capture began.
    package init(
        board: Board, wired: MAX7219Board, sample: Nanoseconds?, allowed: Set<MAX7219ViolationKind>, isRunning: Bool
    ) {
        wires = SPIWires.names
        decode = { trace, time in
            var chain = SimulatedMAX7219Chain(board: wired, sample: sample?.count ?? 0, allowing: allowed)
            if isRunning { chain.assumeRunning() }
            chain.play(trace, through: time)
            var remarks: [String] = []
            if chain.brightness.percent == 0 {
                remarks.append("all modules are off; add --running where they were turned on before the capture began")
            }
            return DecodedCapture(
                frame: chain.frame(ledColor: board.previewColor), remarks: remarks + chain.inequalities,
                violations: Self.lines(of: chain.violations, counts: chain.violationCounts))
        }
    }

    /// Why data that lights LEDs may have lit none.
    private static func unlit(_ chip: DriverChip, isRunning: Bool) -> String {
        "no LED was lit by data that lights LEDs: "
            + (chip == .plain || isRunning
                ? "look at OE and the address wires"
                : "the capture does not set up the \(chip) chips; add --running where they were set up before it began")
    }

    /// When OE rose the last time; the end of the capture where it never rose.
    private static func lastDarkening(_ trace: WireTrace, through time: Int64) -> Int64 {
        let wire = trace.names.firstIndex(of: HUB75Wires.names(chains: 1)[HUB75Wires.outputEnable])
        return trace.edges.last { $0.time <= time && $0.wire == wire && $0.level }?.time ?? trace.end
    }

    /// The first violations of each kind, with their names, and how many more there are.
    private static func lines<Kind: ViolationKind>(
        of violations: [WireViolation<Kind>], counts: [Kind: Int]
    ) -> [String] {
        var listed: [Kind: Int] = [:]
        var lines: [String] = []
        for violation in violations where listed[violation.kind, default: 0] < 5 {
            listed[violation.kind, default: 0] += 1
            lines.append("\(violation) (\(violation.kind.name))")
        }
        for kind in Kind.allCases {
            let more = counts[kind, default: 0] - listed[kind, default: 0]
            if more > 0 { lines.append("\(kind.name): \(more) more") }
        }
        return lines
    }
}

extension SimulatedHUB75 {
    /// The names of the wires that these panels listen to, as captures call them: colours, used address wires, CLK, LAT, OE.
    public var wireNames: [String] {
        let names = HUB75Wires.names(chains: chains)
        return names.indices.filter { wire in usesWire(wire) }.map { names[$0] }
    }

    /// Plays a recording of wires with the names of `HUB75Wires`, its edges up to and including a time.
    ///
    /// Wires that the recording does not have are idle, and the panel had no input before. Light that is on at the end shines
    /// until the recording's end; light before `lightFrom` is forgotten.
    public mutating func play(_ trace: WireTrace, through time: Int64 = .max, lightFrom: Int64? = nil) {
        let names = HUB75Wires.names(chains: chains)
        let wires = trace.names.map { names.firstIndex(of: $0) ?? -1 }
        var levels = HUB75Wires.idleLevels(chains: chains)
        for (index, wire) in wires.enumerated() where wire >= 0 { levels[wire] = trace.initialLevels[index] }
        begin(levels: levels, at: trace.start)
        var lightFrom = lightFrom
        for edge in trace.edges {
            if edge.time > time { break }
            if let start = lightFrom, edge.time > start {
                lightFrom = nil
                advance(to: start)
                resetLight()
            }
            self.edge(on: wires[edge.wire], to: edge.level, at: edge.time)
        }
        advance(to: min(trace.end, time))
    }
}

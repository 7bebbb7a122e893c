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
package protocol CaptureDecoder {
    /// The names of its wires.
    var wires: [String] { get }

    /// Plays a capture up to and including a time.
    func decode(_ trace: WireTrace, through time: Int64) -> DecodedCapture
}

extension CaptureDecoder {
    /// The first violations of each kind, with their names, and how many more there are.
    func lines<Kind: ViolationKind>(of violations: [WireViolation<Kind>], counts: [Kind: Int]) -> [String] {
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

/// HUB75 panels that decode a capture: the light of its last dither cycle is the picture.
package struct HUB75CaptureDecoder: CaptureDecoder {
    private let wired: HUB75Board
    private let sample: Nanoseconds?
    private let allowed: Set<HUB75ViolationKind>
    private let isRunning: Bool
    private let size: Size
    /// The length of a whole dither cycle in nanoseconds; of a display engine's frame, which has some.
    private let cycle: Int64
    private let cycles: Int

    /// Creates a decoder for the panels of a board.
    ///
    /// - Parameters:
    ///   - sample: the time between two samples of the capture, which loosens the limits; nil for exact times.
    ///   - allowed: the kinds of violations that are not reported.
    ///   - isRunning: whether the panels were set up before the capture began.
    package init(
        board: Board, wired: HUB75Board, sample: Nanoseconds?, allowed: Set<HUB75ViolationKind>, isRunning: Bool
    ) throws {
        self.wired = wired
        self.sample = sample
        self.allowed = allowed
        self.isRunning = isRunning
        size = board.size
        if case .dpi = wired.port {
            let plan = try wired.scanOutPlan()
            (cycle, cycles) = (plan.mode.frameTime.count, plan.cycles)
        } else {
            let encoder = try wired.encoder()
            (cycle, cycles) = (encoder.refreshPeriod * Int64(encoder.programs.count), 1)
        }
    }

    /// The wires that the panel uses: a capture need not have an unused address wire E.
    package var wires: [String] { SimulatedHUB75(board: wired).wireNames }

    package func decode(_ trace: WireTrace, through time: Int64) -> DecodedCapture {
        var panel = SimulatedHUB75(board: wired, sample: sample?.count ?? 0, allowing: allowed)
        if isRunning { panel.assumeRunning() }
        let names = HUB75Wires.names(chains: wired.matrix.chains)
        let numbers = trace.names.map { names.firstIndex(of: $0) ?? names.count }
        var levels = HUB75Wires.idleLevels(chains: wired.matrix.chains)
        for (number, level) in zip(numbers, trace.initialLevels) where number < names.count { levels[number] = level }
        panel.begin(levels: levels, at: trace.start)
        let beginning = lastDarkening(trace, numbers, through: time) - cycle
        var hasBegun = false
        for edge in trace.edges where edge.time <= time {
            if !hasBegun, edge.time > beginning {
                hasBegun = true
                panel.advance(to: beginning)
                panel.resetLight()
            }
            panel.edge(on: numbers[edge.wire], to: edge.level, at: edge.time)
        }
        panel.advance(to: min(time, trace.end))
        var frame = Frame(size: size, format: .rgb)
        let picture = panel.picture(
            through: wired.map, leastPulse: wired.settings.leastPulse, cycles: cycles)
        frame.canvas.draw(picture, mask: nil, columns: 0..<picture.width, at: .zero)
        let isDark = picture.pixels.allSatisfy { $0 == .black }
        return DecodedCapture(
            frame: frame, remarks: isDark ? ["no LED is lit"] : [],
            violations: lines(of: panel.violations, counts: panel.violationCounts))
    }

    /// When OE rose the last time; the end of the capture where it never rose.
    private func lastDarkening(_ trace: WireTrace, _ numbers: [Int], through time: Int64) -> Int64 {
        let edge = trace.edges.last { edge in
            edge.time <= time && numbers[edge.wire] == HUB75Wires.outputEnable && edge.level
        }
        return edge?.time ?? trace.end
    }
}

/// A chain of MAX7219 modules that decodes a capture.
package struct MAX7219CaptureDecoder: CaptureDecoder {
    private let board: Board
    private let wired: MAX7219Board
    private let sample: Nanoseconds?
    private let allowed: Set<MAX7219ViolationKind>
    private let isRunning: Bool

    /// Creates a decoder for the modules of a board.
    ///
    /// - Parameters:
    ///   - sample: the time between two samples of the capture, which loosens the limits; nil for exact times.
    ///   - allowed: the kinds of violations that are not reported.
    ///   - isRunning: whether the modules were set up before the capture began.
    package init(
        board: Board, wired: MAX7219Board, sample: Nanoseconds?, allowed: Set<MAX7219ViolationKind>, isRunning: Bool
    ) {
        self.board = board
        self.wired = wired
        self.sample = sample
        self.allowed = allowed
        self.isRunning = isRunning
    }

    package var wires: [String] { SPIWires.names }

    package func decode(_ trace: WireTrace, through time: Int64) -> DecodedCapture {
        var chain = SimulatedMAX7219Chain(board: wired, sample: sample?.count ?? 0, allowing: allowed)
        if isRunning { chain.assumeRunning() }
        chain.play(trace, through: time)
        var remarks: [String] = []
        if chain.brightness.percent == 0 {
            remarks.append("all modules are off; add --running where they were turned on before the capture began")
        }
        return DecodedCapture(
            frame: chain.frame(ledColor: board.previewColor), remarks: remarks + chain.inequalities,
            violations: lines(of: chain.violations, counts: chain.violationCounts))
    }
}

import Boards
import HardwareInterfaces
import ImageFiles
import PanelSimulation
import PixelGraphics
import Timelines

/// HUB75 panels that are fed a capture: the light of its last dither cycle is the picture.
struct HUB75Decoding: Decoding {
    private let wired: HUB75Board
    private let sample: Nanoseconds?
    private let allowed: Set<HUB75Fault>
    private let isRunning: Bool
    private let size: Size
    /// The length of a whole dither cycle in nanoseconds.
    private let cycle: Int64

    init(
        board: Board, wired: HUB75Board, sample: Nanoseconds?, allowed: Set<HUB75Fault>, isRunning: Bool
    ) throws {
        self.wired = wired
        self.sample = sample
        self.allowed = allowed
        self.isRunning = isRunning
        size = board.size
        let encoder = try wired.encoder()
        cycle = encoder.refreshPeriod * Int64(encoder.programs.count)
    }

    var wires: [String] { HUB75Wires.names(chains: wired.matrix.chains) }
    var usualStyle: PanelStyle { .levels }

    func decode(_ trace: WireTrace, through time: Int64) -> Decoded {
        var panel = SimulatedHUB75(board: wired, sample: sample?.count ?? 0, allowing: allowed)
        if isRunning { panel.assumeRunning() }
        panel.begin(levels: trace.initialLevels, at: trace.start)
        let beginning = lastDarkening(trace, through: time) - cycle
        var hasBegun = false
        for edge in trace.edges where edge.time <= time {
            if !hasBegun, edge.time > beginning {
                hasBegun = true
                panel.advance(to: beginning)
                panel.resetLight()
            }
            panel.edge(on: edge.wire, to: edge.level, at: edge.time)
        }
        panel.advance(to: min(time, trace.end))
        var frame = Frame(size: size, format: .rgb)
        let picture = panel.picture(through: wired.map, leastPulse: wired.settings.leastPulse)
        frame.canvas.draw(picture, mask: nil, columns: 0..<picture.width, at: .zero)
        let isDark = picture.pixels.allSatisfy { $0 == .black }
        return Decoded(
            frame: frame, remarks: isDark ? ["no LED is lit"] : [],
            violations: lines(of: panel.violations, counts: panel.violationCounts))
    }

    /// When OE rose the last time; the end of the capture where it never did.
    private func lastDarkening(_ trace: WireTrace, through time: Int64) -> Int64 {
        let edge = trace.edges.last { edge in
            edge.time <= time && edge.wire == HUB75Wires.outputEnable && edge.level
        }
        return edge?.time ?? trace.end
    }
}

import Boards
import ImageFiles
import PanelSimulation
import PixelGraphics
import Timelines

/// A chain of MAX7219 modules that is fed a capture.
struct MAX7219Decoding: Decoding {
    let board: Board
    let wired: MAX7219Board
    let sample: Nanoseconds?
    let allowed: Set<MAX7219Violation.Kind>
    let isRunning: Bool

    var wires: [String] { SPIWires.names }
    var usualStyle: PanelStyle { .leds }

    func decode(_ trace: WireTrace, through time: Int64) -> Decoded {
        var chain = SimulatedMAX7219Chain(board: wired, sample: sample?.count ?? 0, allowing: allowed)
        if isRunning { chain.assumeRunning() }
        chain.play(trace, through: time)
        var remarks: [String] = []
        if chain.brightness.percent == 0 {
            remarks.append("all modules are off; add --running where they were turned on before the capture began")
        }
        return Decoded(
            frame: chain.frame(ledColor: board.previewColor), remarks: remarks + chain.inequalities,
            violations: lines(of: chain.violations, counts: chain.violationCounts))
    }
}

import Boards
import PixelGraphics
import Timelines

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

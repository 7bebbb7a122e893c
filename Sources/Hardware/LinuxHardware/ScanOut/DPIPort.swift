import Glibc
import PanelDrivers

/// Lines of a Raspberry Pi on which the display engine scans pictures out, without any work of the processor.
///
/// The lines are the engine's from the first flip on, when a dark picture is scanned out already, until `stop`.
package struct DPIPort: ScanOutPort, ~Copyable {
    /// What a system call can answer.
    package typealias Failure = HardwareError

    /// How the pictures are scanned out.
    package var mode: ScanOutMode { engine.mode }
    /// The device file of the card.
    package var path: String { engine.path }
    /// Whether the panel is dark when this process and the guardian are killed at once, as long as the lines stay the engine's.
    package var remainsDark: Bool { engine.remainsDark }
    /// Shared with the signal handlers and the guardian, which make the panel dark in place of this process; nil without them.
    ///
    /// Flipping beats, and fails with ECANCELED when the process is dying. A still picture needs no heartbeat of the port.
    package var watch: RefreshWatch?
    // The lines are the first to go: the engine's picture must not.
    private let lines: DisplayLines
    private var engine: DisplayEngine

    /// Takes lines of GPIO 4 to 27 and the display of this machine; the panel is dark from the first instant.
    ///
    /// - Parameter dark: what every pixel of a dark picture is: output enable high; bit n of a pixel is line n + 4.
    /// - Throws: an error that names the fix.
    package init(
        lines: ScanLines, mode: ScanOutMode, dark: UInt32, connector: DisplayConnector = .dpi
    ) throws(HardwareError) {
        let taken = try DisplayLines(lines)
        let engine = try DisplayEngine(mode: mode, dark: dark, connector: connector)
        self.engine = engine
        self.lines = taken
    }

    deinit {
        // Before the picture goes.
        lines.disconnect()
    }

    /// How the panel is made dark in place of this process: by the registers, while the guardian keeps the picture as it is.
    ///
    /// - Throws: where the descriptor of the request is not known.
    package func darkPlan() throws(HardwareError) -> DarkPlan {
        try lines.darkPlan(keeping: engine.descriptor)
    }

    /// Turns the panel dark at once, whatever is scanned out; the next flip lights it again.
    package func darken() { lines.disconnect() }

    /// Whether a picture that was flipped to is not scanned out yet.
    package mutating func isFlipping() throws(HardwareError) -> Bool { try engine.isFlipping() }

    /// Hands out the picture that is not scanned out; does not allocate.
    package mutating func draw(
        _ body: (_ pixels: UnsafeMutableBufferPointer<UInt32>, _ stride: Int) -> Void
    ) throws(HardwareError) {
        try engine.draw(body)
    }

    /// Scans the drawn picture out from the next frame on, and gives the lines to the engine where they are not; does not allocate.
    package mutating func flip() throws(HardwareError) {
        if let watch {
            watch.beat()
            if watch.isAbandoned { throw HardwareError.flipping(path, code: ECANCELED) }
        }
        try engine.flip()
        // What is scanned out until the next frame is whole, and after a stop it is dark.
        if !lines.areConnected { lines.connect() }
    }

    /// Turns the panel dark at once, and leaves a dark picture; returns when that is scanned out.
    package mutating func stop() throws(HardwareError) {
        lines.disconnect()
        try engine.stop()
    }
}

import PanelDrivers
import Timelines

/// HUB75 panels on a display engine, as the refresh thread drives it.
///
/// Its pictures are the planes of every column, which the content side encodes. The engine scans a picture out again and
/// again by itself, so nothing happens while the picture stands still.
package struct RefreshedScanOut<Port: ScanOutPort & ~Copyable>: RefreshedPanel, ~Copyable {
    /// What scans the pictures out.
    package var port: Port
    private let plan: ScanOutPlan
    private var writer: ScanOutWriter
    /// The picture that is written when the engine has taken the one before over, and when to look for that.
    private var waiting: ScanOutPicture
    private var nextLook: Instant?
    private var counted = PanelTraffic()

    /// Creates the panels; nothing is drawn yet.
    package init(plan: ScanOutPlan, port: consuming Port) {
        self.plan = plan
        self.port = port
        writer = ScanOutWriter(plan)
        waiting = ScanOutPicture(plan)
    }

    /// Scans a dark picture out, which sets the driver chips up.
    package mutating func start(at instant: Instant) throws {
        nextLook = nil
        writer.forget()
        let plan = plan
        // A picture of before may still be on its way; the other one must not be drawn until it is there.
        if try port.isFlipping() { try port.stop() }
        try port.draw { pixels, stride in plan.writeDarkness(to: pixels, stride: stride) }
        try port.flip()
        // The writer does not know of the dark picture.
        writer.forget()
    }

    /// Writes what the picture changes into the hidden one and flips; a frame later where the engine is still flipping.
    package mutating func show(_ picture: borrowing ScanOutPicture, at instant: Instant) throws {
        nextLook = nil
        if try port.isFlipping() {
            waiting.copy(picture)
            nextLook = instant + plan.mode.frameTime
            return
        }
        try Self.show(picture, with: &writer, on: &port)
        counted.messages += 1
    }

    /// When a picture that waits may be written; nil where none waits.
    package var nextHealing: Instant? { nextLook }

    /// Writes a picture that waits.
    package mutating func heal(at instant: Instant) throws {
        guard let due = nextLook, instant >= due else { return }
        if try port.isFlipping() {
            nextLook = instant + plan.mode.frameTime
            return
        }
        nextLook = nil
        try Self.show(waiting, with: &writer, on: &port)
        counted.messages += 1
    }

    /// Scans a dark picture out.
    package mutating func stop() throws {
        nextLook = nil
        writer.forget()
        try port.stop()
    }

    /// The pictures that were flipped to.
    package var traffic: PanelTraffic { counted }

    /// Its parts by themselves: what draws must not get the whole panel.
    private static func show(
        _ picture: borrowing ScanOutPicture, with writer: inout ScanOutWriter, on port: inout Port
    ) throws {
        let picture = copy picture
        try port.draw { pixels, stride in writer.write(picture, into: pixels, stride: stride) }
        try port.flip()
    }
}

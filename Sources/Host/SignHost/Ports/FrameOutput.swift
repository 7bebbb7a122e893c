import PixelGraphics
import Timelines

/// Shows the frames of a sign beside its device: a preview, a recording, the live picture.
///
/// All calls come from the thread of the sign's loop, with instants of CLOCK_MONOTONIC in order.
package protocol FrameOutput: AnyObject {
    /// Whether it shows problems, so that the log need not.
    var showsProblems: Bool { get }

    /// Begins to show a sign.
    func begin(at start: Instant) throws

    /// When it takes a new frame, now or later; nil while there is no viewer. The sign draws for it only then.
    ///
    /// Asked in every round of the loop; must not allocate.
    func demand(at instant: Instant) -> Instant?

    /// Shows a new frame.
    func show(_ frame: Frame, at instant: Instant) throws

    /// Shows a dark panel: the sign has ended.
    func stop() throws
}

extension FrameOutput {
    package var showsProblems: Bool { false }
    package func begin(at start: Instant) {}
    package func demand(at instant: Instant) -> Instant? { instant }
    package func stop() {}
}

/// Passes every frame of a sign to a closure, for tests and for programs that show it in their own way.
final class RecordingOutput: FrameOutput {
    private let record: (Frame, Nanoseconds) -> Void
    private var start = Instant.zero

    /// - Parameter record: gets each new frame, and the time since the sign began.
    init(_ record: @escaping (_ frame: Frame, _ elapsed: Nanoseconds) -> Void) { self.record = record }

    func begin(at start: Instant) { self.start = start }
    func show(_ frame: Frame, at instant: Instant) { record(frame, instant - start) }
}

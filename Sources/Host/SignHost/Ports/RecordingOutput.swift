import PixelGraphics
import Timelines

/// Passes every frame of a sign to a closure, for tests and for programs that show it in their own way.
final class RecordingOutput: FrameOutput {
    private let record: (Frame, Nanoseconds) -> Void
    private var start = Instant.zero

    /// - Parameter record: gets each new frame, and the time since the sign began.
    init(_ record: @escaping (_ frame: Frame, _ elapsed: Nanoseconds) -> Void) { self.record = record }

    func begin(at start: Instant) { self.start = start }
    func show(_ frame: Frame, at instant: Instant) { record(frame, instant - start) }
}

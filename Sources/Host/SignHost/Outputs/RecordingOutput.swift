import PixelGraphics
import Timelines

/// Passes every frame of a sign to a closure, for tests and for programs that show it in their own way.
package final class RecordingOutput: SignOutput {
    private let record: (Frame, Nanoseconds) -> Void
    private var start = Instant.zero

    /// - Parameter record: gets each new frame, and the time since the sign began.
    package init(_ record: @escaping (_ frame: Frame, _ elapsed: Nanoseconds) -> Void) {
        self.record = record
    }

    package var showsProblems: Bool { false }
    package func wish(at instant: Instant) -> FrameWish { .now }
    package var descriptors: [Int32] { [] }
    package var due: Instant? { nil }
    package func begin(_ source: SignSource, at start: Instant) { self.start = start }
    package func show(_ frame: Frame, at instant: Instant) { record(frame, instant - start) }
    package func update(problem: String?, at instant: Instant) {}
    package func handle(_ event: SignOutputEvent, at instant: Instant) -> Bool { true }
    package func stop() {}
    package func close() {}
}

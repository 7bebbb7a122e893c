import PixelGraphics
import Timelines

/// What shows a sign beside its device, such as a preview in the terminal or a recording.
///
/// All calls come from the thread of the sign's loop, with instants of CLOCK_MONOTONIC in order.
package protocol SignOutput: AnyObject {
    /// Whether it shows problems, so that the log need not.
    var showsProblems: Bool { get }

    /// What keeps it from showing the sign, in a line, which it has logged; nil where all is well.
    var problem: String? { get }

    /// Whether it takes a frame now; the sign draws for it only then.
    ///
    /// Asked in every round of the loop; must not allocate.
    func wish(at instant: Instant) -> FrameWish

    /// What to wait for beside the clock; `handle` gets `readable` then.
    var descriptors: [Int32] { get }

    /// When `update` and `handle(.due)` are due at the latest; nil for never.
    var due: Instant? { get }

    /// Begins to show a sign.
    ///
    /// - Parameter start: when the sign began.
    /// - Throws: where it cannot be shown.
    func begin(_ source: SignSource, at start: Instant) throws

    /// Shows a new frame.
    func show(_ frame: Frame, at instant: Instant) throws

    /// Does what is due beside new frames; called in every round of the loop.
    ///
    /// - Parameter problem: what is wrong with the sign, in a line; nil where all is well.
    func update(problem: String?, at instant: Instant)

    /// Handles an event; returns whether the sign goes on.
    func handle(_ event: SignOutputEvent, at instant: Instant) throws -> Bool

    /// Shows a dark panel: the sign has ended.
    func stop() throws

    /// Gives back what `begin` took, such as the terminal; also after an error.
    func close()
}

extension SignOutput {
    /// Nothing: an output that cannot show the sign throws.
    package var problem: String? { nil }
}

/// Whether an output takes frames.
package enum FrameWish: Hashable, Sendable {
    /// It shows each new frame.
    case now
    /// It shows a new frame from an instant on.
    case from(Instant)
    /// There is no viewer.
    case never
}

/// What an output may have to handle.
package enum SignOutputEvent: Hashable, Sendable {
    /// One of its descriptors can be read, or has ended.
    case readable(Int32)
    /// The instant of `due` has come.
    case due
    /// The window of the terminal has another size.
    case resized
    /// The process is about to be stopped.
    case suspended
    /// The process goes on after a stop.
    case resumed
}

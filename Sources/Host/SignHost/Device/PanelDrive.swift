import LinuxHardware
import Timelines

/// How a device is driven.
package struct DriveSettings {
    /// How long the content thread may be silent before the panel goes dark; nil without a limit.
    package var stall: Nanoseconds? = .seconds(10)
    /// The file that gets a line for every frame; nil for no file.
    package var frameLog: String?
    /// Where the guardian process comes from.
    package var guardian = FailDark.Origin.child
    /// Whether the log says at the start what the kernel refuses the refresh thread.
    package var reportsRealTime = false

    package init() {}
}

/// The device of a board, driven by a thread of its own, as the content side sees it.
///
/// The generic `DrivenPanel` is behind it; this is the part that does not depend on the kind of panel.
package protocol PanelDrive: AnyObject {
    /// Becomes readable when `step` is to be called.
    var descriptors: [Int32] { get }

    /// A number that is another one whenever `descriptors` may be others.
    var descriptorsRevision: Int { get }

    /// Why the panel does not show what it should, in a line; nil where all is well.
    var problem: String? { get }

    /// Whether the panel has shown a picture.
    var hasShown: Bool { get }

    /// Whether the thread that drives the panel is running.
    func isAlive(at instant: Instant) -> Bool

    /// Whether the thread that drives the panel is there at all; true before it was started.
    var isThere: Bool { get }

    /// The counts so far.
    var counters: RunCounters { get }

    /// The counts so far, in some lines.
    var report: String { get }

    /// Starts to show what a presenter draws, of which `step` draws what is due.
    ///
    /// - Parameter start: when the sign began to be shown.
    func begin(_ presenter: Presenter, start: Instant, clock: some MonotonicClock & Sendable) throws

    /// Draws ahead and publishes; returns when to call it again at the latest.
    ///
    /// - Parameter end: when the sign ends; pictures due then or later are not drawn.
    func step(at instant: Instant, before end: Instant) -> Instant

    /// Makes the panel dark and waits until it is.
    ///
    /// - Parameter request: whether a picture that is pending is still shown (`drain`) or not (`stop`).
    /// - Throws: if the panel does not respond, or did not before.
    func end(_ request: RefreshMachine.Request) throws
}

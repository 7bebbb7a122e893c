import LinuxHardware
import Marquee
import PixelGraphics
import SignRuntime
import Timelines

/// How a device is driven.
struct DriveSettings {
    /// How long the content side may be silent before the panel goes dark; nil for ever.
    var stall: Nanoseconds? = .seconds(10)
    /// The file that tells of every frame; nil for none.
    var frameLog: String?
    /// Where the process comes from that watches over the panel.
    var guardian = FailDark.Origin.child
    /// Whether it is said at the start what the kernel refuses the refresh thread.
    var tellsLosses = false
}

/// What is drawn on a device, and since when.
struct DrivenContent {
    let content: any Content
    let size: Size
    let format: Canvas.Format
    let brightness: Brightness
    /// When the sign began to be shown.
    let start: Instant
}

/// The device of a board, driven by a thread of its own, as the content side sees it.
///
/// The generic `DrivenPanel` is behind it; this is the part that does not depend on the kind of panel.
protocol PanelDrive: AnyObject {
    /// Becomes readable when `step` is to be called.
    var descriptors: [Int32] { get }

    /// What the sign is set to.
    var brightness: Brightness { get set }

    /// Why the panel does not show what it should, in a line; nil where all is well.
    var problem: String? { get }

    /// Whether the panel has shown a picture.
    var hasShown: Bool { get }

    /// Whether the thread that drives the panel goes on.
    func isAlive(at instant: Instant) -> Bool

    /// Whether the thread that drives the panel is there at all; true before it was started.
    var isThere: Bool { get }

    /// What has happened so far, in some lines.
    var report: String { get }

    /// Starts to show content, of which `step` draws what is due.
    func begin(_ content: DrivenContent, clock: some MonotonicClock & Sendable) throws

    /// Draws ahead and hands over; returns when to call it again at the latest.
    ///
    /// - Parameter end: when the sign ends; what would be due then, or later, is not drawn.
    func step(at instant: Instant, before end: Instant) -> Instant

    /// Makes the panel dark and waits until it is.
    ///
    /// - Parameter wish: whether a picture that is pending is still shown (`drain`) or not (`stop`).
    /// - Throws: where the panel does not obey, or did not before.
    func end(_ wish: RefreshMachine.Wish) throws
}

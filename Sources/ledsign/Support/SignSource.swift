import Marquee
import PixelGraphics
import Timelines

/// What a sign shows, and where news of it comes from: the text feed of `show`, or the sign file of `run`.
///
/// A `SignLoop` draws it, asks it for news when one of its descriptors can be read, and tells it of a wish to reload.
/// All calls come from the main thread, with instants of CLOCK_MONOTONIC in order.
protocol SignSource: AnyObject {
    /// What is drawn: one and the same object for ever, whose revision grows when news changed its look.
    var content: any Content { get }

    /// What the sign is set to; content may only lower it. News may change it.
    var brightness: Brightness { get }

    /// The controller of the motion, for a hand at the terminal; nil where nothing can be moved.
    var marquee: Marquee? { get }

    /// The instant of the controller's time line, which may be behind: it stands still while something more urgent is shown.
    func handInstant(_ instant: Instant) -> Instant

    /// Why the newest news is not shown, in a line; nil where all is well.
    ///
    /// It is told when it differs from the one before: in the terminal's status line, or on standard error.
    var problem: String? { get }

    /// How what the source asks for is doing, a line for each; for reports.
    func sourceLines(at instant: Instant) -> [String]

    /// What to wait for beside the clock: descriptors that become readable when there is news.
    var descriptors: [Int32] { get }

    /// When the sign ends by itself; nil for never. Asked for again after every event.
    var end: Instant? { get }

    /// Does what is due ahead of pictures, such as cues; returns when to ask again at the latest, nil for never.
    func announce(at instant: Instant) -> Instant?

    /// Takes what has arrived on the descriptors; news that cannot be shown leaves everything as it is, with a `problem`.
    func takeNews(at instant: Instant)

    /// Reads everything again, because SIGHUP asks for it; only called where `reloadsAtHangup`.
    func reload(at instant: Instant)

    /// Whether SIGHUP asks to reload instead of to end.
    var reloadsAtHangup: Bool { get }
}

extension SignSource {
    /// A source with nothing to read again ends at SIGHUP, like every program whose terminal is gone.
    var reloadsAtHangup: Bool { false }
    func reload(at instant: Instant) {}
    /// Most sources ask for nothing.
    func sourceLines(at instant: Instant) -> [String] { [] }
    /// Most sources have nothing but pictures.
    func announce(at instant: Instant) -> Instant? { nil }
    /// What is never pre-empted is on the time line of the sign.
    func handInstant(_ instant: Instant) -> Instant { instant }
}

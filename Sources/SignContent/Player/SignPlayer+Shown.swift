import Marquee
import PixelGraphics
import Timelines

/// What is shown, for those who take it in hand, look it over or pulse lines by it.
extension SignPlayer {
    /// What is shown of the first zone's text, laid out; nil where it shows none.
    public var shown: Message? {
        guard case .text(let text) = hand?.kind else { return nil }
        return text.message
    }

    /// The messages of the file and the areas they are laid out for, for those who look for what is not meant so.
    public func laidOut() -> [LaidOutMessage] { maker.laidOut(size) }

    /// What a hand gets hold of: what the first zone shows that shows anything.
    private var hand: Showing? {
        (isIdle ? idle : (stages + [cover]).first { $0.player.hasContent })?.player.showing
    }

    /// The controller of the motion, for hands and pauses; nil where nothing can be moved.
    public var marquee: Marquee? { hand?.marquee }

    /// The instant of the controller's own time line, which stands still while its message waits for a more urgent one.
    public func handInstant(_ instant: Instant) -> Instant { hand?.local(instant) ?? instant }

    /// Returns the first instant after `instant` at which what is shown calls cues (behaviour E6); nil for never.
    ///
    /// Decisions may change it: ask anew whenever the revision has grown.
    public func nextCues(after instant: Instant) -> TimeLineContent.CueCall? {
        var first: TimeLineContent.CueCall?
        for stage in isIdle ? [idle].compactMap({ $0 }) : stages + [cover] {
            guard let call = stage.player.showing?.nextCues(after: instant) else { continue }
            if let found = first, found.instant == call.instant {
                first = TimeLineContent.CueCall(instant: found.instant, names: found.names + call.names)
            } else if first.map({ call.instant < $0.instant }) ?? true {
                first = call
            }
        }
        return first
    }
}

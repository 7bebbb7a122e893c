import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// What is shown, for dragging, warnings and cues.
extension SignPlayer {
    /// What is shown of the first zone's text, laid out; nil where it shows none.
    package var shown: Message? {
        guard case .text(let text) = draggable?.kind else { return nil }
        return text.message
    }

    /// The messages of the file and the areas they are laid out for, for warnings about them.
    package func laidOut() -> [LaidOutMessage] { maker.laidOut(size) }

    /// What can be dragged: the content of the first zone that shows any.
    private var draggable: LevelContent? {
        (isIdle ? idle : (placedZones + [cover]).first { $0.player.hasContent })?.player.content
    }

    /// When the present turn of the first zone ends, as of the last decision; nil for never.
    package var turnEnd: Instant? { placedZones.first?.player.shownTurnEnd }

    /// The controller of the motion, for dragging and pausing; nil where nothing can be moved.
    package var marquee: Marquee? { draggable?.marquee }

    /// The instant of the controller's own timeline, which stands still while its message waits for a more urgent one.
    package func handInstant(_ instant: Instant) -> Instant { draggable?.local(instant) ?? instant }

    /// Returns the first instant after `instant` at which what is shown calls cues (behaviour E6); nil for never.
    ///
    /// Decisions may change it: ask again whenever the revision has grown.
    package func nextCues(after instant: Instant) -> PartsContent.CueCall? {
        var first: PartsContent.CueCall?
        for placed in isIdle ? [idle].compactMap({ $0 }) : placedZones + [cover] {
            guard let call = placed.player.content?.nextCues(after: instant) else { continue }
            if let found = first, found.instant == call.instant {
                first = PartsContent.CueCall(instant: found.instant, names: found.names + call.names)
            } else if first.map({ call.instant < $0.instant }) ?? true {
                first = call
            }
        }
        return first
    }
}

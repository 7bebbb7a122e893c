import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// Messages that are pushed for the whole sign.
extension SignPlayer {
    /// Where messages for the whole sign are shown: in its only zone, or in front of all zones.
    var wholePlayer: ZonePlayer {
        if let only = zonePlayers.first, zonePlayers.count == 1, only.covers(size) { return only }
        return cover
    }

    /// Decides what the zones show, or what covers them.
    func decideZones(at instant: Instant) {
        var isCovering = coversZones(at: instant)
        // A message that is over after its turn may give way to what it covers, or to what waits to cover, once each.
        for _ in 0..<3 {
            cover.isCovered = !isCovering
            for player in zonePlayers { player.isCovered = isCovering }
            cover.decide(at: instant)
            for player in zonePlayers { player.decide(at: instant) }
            let isCoveringNow = coversZones(at: instant)
            guard isCoveringNow != isCovering else { break }
            isCovering = isCoveringNow
        }
        // The second step begins the turns of those who need no time to go.
        for _ in 0..<2 where !ZonePlayer.step(zonePlayers, at: instant) { break }
    }

    /// Whether a message for the whole sign is shown in place of the zones.
    private func coversZones(at instant: Instant) -> Bool {
        guard let priority = cover.wantedPriority(at: instant) else { return false }
        return zonePlayers.allSatisfy { $0.wantedPriority(at: instant) ?? 0 <= priority }
    }

    /// Has messages for the whole sign shown where they belong after the zones have changed.
    ///
    /// - Parameter gone: zones that are no longer there.
    func placeCovering(from gone: [ZonePlayer]) {
        let target = wholePlayer
        for player in gone + players(of: nil) where player !== target { target.adopt(player.takeCovering()) }
    }
}

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
    private var draggable: LevelContent? { visible.first { $0.hasContent }?.content }

    /// When the present turn of the first zone ends, as of the last decision; nil for never.
    package var turnEnd: Instant? { zonePlayers.first?.shownTurnEnd }

    /// The controller of the motion, for dragging and pausing; nil where nothing can be moved.
    package var marquee: Marquee? { draggable?.marquee }

    /// The instant of the controller's own timeline, which stands still while its message waits for a more urgent one.
    package func handInstant(_ instant: Instant) -> Instant { draggable?.local(instant) ?? instant }

    /// Returns the first instant after `instant` at which what is shown calls cues (behaviour E6); nil for never.
    ///
    /// Decisions may change it: ask again whenever the revision has grown.
    package func nextCues(after instant: Instant) -> PartsContent.CueCall? {
        var first: PartsContent.CueCall?
        for player in visible {
            guard let call = player.content?.nextCues(after: instant) else { continue }
            if let found = first, found.instant == call.instant {
                first = (found.instant, found.names + call.names)
            } else if first.map({ call.instant < $0.instant }) ?? true {
                first = call
            }
        }
        return first
    }
}

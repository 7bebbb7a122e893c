import SignFiles
import Timelines

/// Zones whose turns begin together.
extension ZonePlayer {
    /// Whether other zones in step have to wait for the turn of this one to end.
    var isAwaited: Bool { zone.isInStep && !isHeld && shownTurnEnd != nil }

    /// Whether what is shown still has to go out by its effect.
    private var hasToLeave: Bool { content.map { $0.shown.message.exit != nil && !$0.isLeaving } ?? false }

    /// Lets those zones go on whose turns are over, as soon as all are; returns whether there were any.
    ///
    /// Those with a way out take it first, and the others wait for them.
    static func step(_ players: [ZonePlayer], at instant: Instant) -> Bool {
        let ready = players.filter(\.isHeld)
        guard !ready.isEmpty, !players.contains(where: \.isAwaited) else { return false }
        let leaving = ready.filter(\.hasToLeave)
        for player in leaving.isEmpty ? ready : leaving { player.decide(at: instant, isStep: true) }
        return true
    }
}

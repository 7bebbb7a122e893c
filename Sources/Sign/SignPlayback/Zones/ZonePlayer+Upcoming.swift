import SignFiles
import Timelines

/// What a zone shows next.
extension ZonePlayer {
    /// The message that follows what is shown, and when, as of the last decision; nil where that is not known.
    ///
    /// Schedules, new messages and `next` may change it until then. O(messages).
    var upcoming: (message: PlayedMessage, start: Instant)? {
        guard let shown = content?.shown, let priority = shownPriority, levels[priority]?.line.isEmpty == true,
            let start = [shownTurnEnd, shown.end].compactMap({ $0 }).min()
        else { return nil }
        let following = messages.filter { message in
            message.isEligible(at: start) && !(message === shown && shown.message.hasOneTurn)
        }
        guard let next = following.lazy.map(\.message.priority).max() else { return nil }
        let members = following.filter { $0.message.priority == next }
        // An interrupted message resumes.
        let interrupted = next == priority ? nil : members.first { $0 === levels[next]?.content?.shown }
        let level = levels[next] ?? PriorityLevel(zone.playlist)
        guard let message = interrupted ?? level.upcoming(of: members), message !== shown else { return nil }
        return (message, start)
    }
}

import Marquee
import SignFiles
import Timelines

/// What is pushed to a running zone. The caller decides everything again afterwards.
extension ZonePlayer {
    /// Adds a message to those of the file; one of the same name that was added before says something else from now on.
    ///
    /// - Parameters:
    ///   - mark: what it is known by after a crash.
    ///   - coversSign: whether it was pushed for the whole sign.
    func push(_ message: SignMessage, mark: UInt64, coversSign: Bool, at instant: Instant) {
        let isQuarantined = maker.values.quarantine.marks.contains(mark)
        let old = messages.first { $0.isPushed && $0.stream == nil && $0.message.name == message.name }
        guard let old, old.coversSign == coversSign else {
            let others = messages.filter { $0 !== old }
            let added = played(message, rank: messages.count, isPushed: true, coversSign: coversSign)
            (added.mark, added.isQuarantined, added.pushedAt) = (mark, isQuarantined, instant)
            return set(others + [added], keepsOrder: true)
        }
        let before = old.message
        (old.message, old.mark, old.isQuarantined) = (message, mark, isQuarantined)
        // Its lifetime and its turns start again.
        old.setActive(false, at: instant)
        old.pushedAt = instant
        if before != message, !isQuarantined { change(old, from: before, at: instant) }
    }

    /// Takes away the messages that were added for the whole sign; returns them.
    func takeCovering() -> [PlayedMessage] {
        let covering = messages.filter(\.coversSign)
        if !covering.isEmpty { set(messages.filter { !$0.coversSign }, keepsOrder: true) }
        return covering
    }

    /// Adds messages that were added to another zone, and go on here from where they stand in their lives.
    func adopt(_ others: [PlayedMessage]) {
        guard !others.isEmpty else { return }
        let added = others.enumerated().map { number, other in
            let rank = messages.count + number
            let message = played(other.message, rank: rank, isPushed: true, coversSign: other.coversSign)
            message.continues(other)
            return message
        }
        set(messages + added, keepsOrder: true)
    }

    /// Takes a message away that was added; returns whether there was one of that name.
    func removePushed(_ name: String) -> Bool {
        let kept = messages.filter { !($0.isPushed && $0.message.name == name) }
        guard kept.count < messages.count else { return false }
        set(kept, keepsOrder: true)
        return true
    }

    /// Whether any message was added to those of the file, other than a stream.
    var hasPushes: Bool { messages.contains { $0.isPushed && $0.stream == nil } }

    /// Takes away the messages that were added and are over; returns their names.
    func takeEnded(at instant: Instant) -> [String] {
        let ended = messages.filter { message in
            // A stream that was acknowledged stays off until it ends.
            message.isPushed && message.stream == nil && message.hasEnded(at: instant) && !isLeaving(message)
        }
        guard !ended.isEmpty else { return [] }
        set(messages.filter { message in !ended.contains { $0 === message } }, keepsOrder: true)
        return ended.compactMap(\.message.name)
    }

    private var shownLevel: PriorityLevel? {
        content.flatMap { content in allLevels.first { $0.content === content } }
    }

    /// Ends the turn of what is shown; returns whether it had one.
    func skip(at instant: Instant) -> Bool {
        guard let level = shownLevel, let content, level.line.isEmpty else { return false }
        level.localTurnEnd = content.local(instant)
        return true
    }

    /// Ends an urgent message that is shown; returns whether there was one.
    func acknowledge() -> Bool {
        guard let content, content.shown.message.priority > 0 else { return false }
        content.shown.isDone = true
        return true
    }

    /// What a message is doing.
    func state(of played: PlayedMessage, at instant: Instant) -> MessageState {
        guard !played.isQuarantined else { return .quarantined }
        guard played.isEligible(at: instant) else { return .off }
        guard let content else { return isCovered ? .interrupted : .waiting }
        let isOnLine = shownLevel?.line.contains(played.id) ?? false
        if content.shown === played || isOnLine { return .shown }
        return played.message.priority < content.shown.message.priority ? .interrupted : .waiting
    }
}

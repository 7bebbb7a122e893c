import Marquee
import SignFiles
import Timelines

/// What a changed file does to a zone that runs.
extension ZonePlayer {
    /// Shows what another file says about the zone; what is the same goes on undisturbed.
    ///
    /// The caller has checked the messages, and decides everything again afterwards.
    func show(_ zone: SignZone, maker: MessageMaker, at instant: Instant) {
        let changesOrder = zone.playlist != self.zone.playlist
        take(zone, maker)
        var old = messages.filter { !$0.isPushed }
        let pushed = messages.filter(\.isPushed)
        var kept: [PlayedMessage] = []
        for (rank, pair) in match(zone.messages, with: &old).enumerated() {
            let played = pair.old ?? self.played(pair.new, rank: rank)
            let before = played.message
            (played.message, played.rank) = (pair.new, rank)
            if pair.old != nil, before != pair.new { change(played, from: before, at: instant) }
            kept.append(played)
        }
        for (number, message) in pushed.enumerated() { message.rank = kept.count + number }
        set(kept + pushed, keepsOrder: !changesOrder)
    }

    /// Finds for every message the one that it was before: of the same name, or without one that says the same, or that
    /// stood in its place and differs only in its motion.
    private func match(
        _ messages: [SignMessage], with old: inout [PlayedMessage]
    ) -> [(new: SignMessage, old: PlayedMessage?)] {
        var found: [PlayedMessage?] = messages.map { _ in nil }
        func take(_ isSame: (SignMessage, _ number: Int, PlayedMessage) -> Bool) {
            for (number, message) in messages.enumerated() where found[number] == nil {
                guard let place = old.firstIndex(where: { isSame(message, number, $0) }) else { continue }
                found[number] = old.remove(at: place)
            }
        }
        take { new, number, old in new == old.message && number == old.rank }
        take { new, _, old in new.name != nil && new.name == old.message.name }
        take { new, _, old in new == old.message }
        take { new, number, old in
            new.name == nil && old.message.name == nil && old.rank == number && new.differsInMotion(from: old.message)
        }
        return zip(messages, found).map { ($0, $1) }
    }

    /// Shows a message that says something else now, or moves in another way, where it is shown or waits.
    func change(_ played: PlayedMessage, from before: SignMessage, at instant: Instant) {
        noteWork(played.mark)
        defer { noteWork(0) }
        for level in allLevels where level.content?.shown === played {
            if let kind = level.content?.kind, case .parts = kind {
                // Parts start again, unless they look the same.
                if played.message.differsInLook(from: before) { drop(level) }
                continue
            }
            guard let content = level.content, case .text(let text) = content.kind, level.line.isEmpty else { continue }
            guard played.message.parts == nil else {
                drop(level)
                continue
            }
            let local = content.local(instant)
            do {
                if played.message.differsInMotion(from: before) {
                    try text.apply(played.message.style(width: size.width), at: local)
                } else if played.message.differsInLook(from: before) {
                    try maker.replace(text, by: played.message, size: size, at: local)
                    content.turnStart = local
                }
            } catch {
                // It was checked before; should it fail all the same, it starts again.
                drop(level)
            }
        }
        // Lines are laid out again where any of their messages has changed.
        for level in allLevels where level.line.contains(played.id) { level.isLineOutdated = true }
        for level in allLevels { level.localTurnEnd = nil }
    }
}

import Marquee
import PixelGraphics
import Settings
import SignFiles
import Timelines

/// What is pushed to a running zone. The caller decides everything again afterwards.
extension ZonePlayer {
    /// Adds a message to those of the file; one of the same name that was added before says something else from now on.
    func push(_ message: SignMessage, mark: UInt64, coversSign: Bool, at instant: Instant) {
        let isQuarantined = maker.values.quarantine.marks.contains(mark)
        let old = pushed(message.name)
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

    /// The message of a name that was added to those of the file.
    func pushed(_ name: String?) -> PlayedMessage? {
        messages.first { $0.isPushed && $0.stream == nil && $0.message.name == name }
    }

    /// Removes the messages that were added for the whole sign; returns them.
    func takeCovering() -> [PlayedMessage] {
        let covering = messages.filter(\.coversSign)
        if !covering.isEmpty { set(messages.filter { !$0.coversSign }, keepsOrder: true) }
        return covering
    }

    /// Adds messages that were added to another zone, and continue here from where they stand in their lives.
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

    /// Removes a message that was added; returns whether there was one of that name.
    func removePushed(_ name: String) -> Bool {
        let kept = messages.filter { !($0.isPushed && $0.message.name == name) }
        guard kept.count < messages.count else { return false }
        set(kept, keepsOrder: true)
        return true
    }

    /// Whether any message was added to those of the file, other than a stream.
    var hasPushes: Bool { messages.contains { $0.isPushed && $0.stream == nil } }

    /// Removes the messages that were added and are over; returns their names.
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

/// What a changed file does to a zone that runs.
extension ZonePlayer {
    /// Shows what another file says about the zone; what is the same continues undisturbed.
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

    /// The number of the player that showed a zone before: one of the same name, or without one with the same area, and of the
    /// same size.
    static func match(_ zone: SignZone, in players: [ZonePlayer], of sign: Size) -> Int? {
        let named = players.indices.filter { players[$0].zone.name == zone.name }
        let found = zone.name == nil ? named.first { players[$0].zone.area(sign) == zone.area(sign) } : nil
        return (found ?? named.first).flatMap { players[$0].size == zone.area(sign).size ? $0 : nil }
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
    ///
    /// - Parameter before: the message as it was; nil where it is the same, but its pictures are others now.
    func change(_ played: PlayedMessage, from before: SignMessage?, at instant: Instant) {
        let isOther = before.map(played.message.differsInLook) ?? true
        let isMoved = before.map(played.message.differsInMotion) ?? false
        recordWork(played.mark)
        defer { recordWork(0) }
        for level in allLevels where level.content?.shown === played {
            if let kind = level.content?.kind, case .parts = kind {
                // Parts start again, unless they look the same.
                if isOther { drop(level) }
                continue
            }
            guard let content = level.content, case .text(let text) = content.kind, level.line.isEmpty else { continue }
            guard played.message.parts == nil else {
                drop(level)
                continue
            }
            let local = content.local(instant)
            do {
                if isMoved {
                    try text.apply(played.message.style(width: size.width), at: local)
                } else if isOther {
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

/// What messages are known by after a crash.
extension ZonePlayer {
    /// Marks the messages of the file by its content and their places in it, so that a changed file is shown again.
    func mark(_ number: Int, of file: SignFile) {
        var whole = StableHash()
        whole.combine(file.source)
        for played in messages where !played.isPushed {
            var hash = whole
            hash.combine("\(number) \(played.rank)".utf8)
            played.mark = hash.value
            played.isQuarantined = maker.values.quarantine.marks.contains(hash.value)
        }
    }
}

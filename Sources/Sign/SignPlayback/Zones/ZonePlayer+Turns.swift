import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// Messages of one priority that take turns.
extension ZonePlayer {
    /// Lets the messages of a level take turns; returns whether what is to be shown is reached.
    func takeTurns(_ level: PriorityLevel, _ members: [PlayedMessage], at instant: Instant) -> Bool {
        if case .line = level.content?.kind { drop(level) }
        var isOver = false
        if let content = level.content, members.contains(where: { $0 === content.shown }) {
            if isNextPictureImmediate(of: content.shown) {
                return begin(content.shown, in: level, at: instant) && recordTurnEnd(level, members, at: instant)
            }
            isOver = level.turnEnd.map { $0 <= instant } ?? false
            guard isOver else { return recordTurnEnd(level, members, at: instant) }
            isHeld = zone.isInStep && !mayStep && !content.shown.message.hasOneTurn
            if isHeld { return true }
            if leave(level, for: members, at: instant) { return recordTurnEnd(level, members, at: instant) }
            if content.shown.message.hasOneTurn {
                content.shown.isDone = true
                return false
            }
        }
        guard let next = level.next(of: members, countsRounds: isOver) else {
            // A stream is no part of the playlist, and continues alone.
            for member in members where member.stream == nil { member.isDone = true }
            drop(level)
            levels[members[0].message.priority] = nil
            return false
        }
        // A zone in step starts again at once, not at its own seam.
        if zone.isInStep { drop(level) }
        return begin(next, in: level, at: instant) && recordTurnEnd(level, members, at: instant)
    }

    /// Records when the turn of what a level shows ends; returns whether that lies ahead.
    private func recordTurnEnd(_ level: PriorityLevel, _ members: [PlayedMessage], at instant: Instant) -> Bool {
        level.localTurnEnd = turnEnd(level, members, at: instant)
        return level.turnEnd.map { $0 > instant } ?? true
    }

    /// When the turn of what a level shows ends; nil if nothing else could come.
    private func turnEnd(_ level: PriorityLevel, _ members: [PlayedMessage], at instant: Instant) -> Instant? {
        guard let content = level.content else { return nil }
        if let gone = content.goneAt { return gone }
        let isAlone = members.count == 1
        if isAlone, content.shown.stream != nil { return nil }
        let isLimited = zone.playlist.rounds != nil || content.shown.message.hasOneTurn
        guard !isAlone || isLimited || isNextPictureReady(of: content.shown) else { return nil }
        let isFollowed =
            !isAlone && !zone.isInStep && content.shown.message.duration == nil
            && content.shown.message.look.exit == nil
            && members.allSatisfy { $0 === content.shown || follows(content, $0) }
        return content.turnEnd(notBefore: instant, isFollowed: isFollowed)
    }

    /// Whether a message comes in right behind what is shown, should it come next.
    private func follows(_ content: LevelContent, _ next: PlayedMessage) -> Bool {
        guard next.message.look.swap == .seam, next.message.look.entrance == nil else { return false }
        guard let marquee = content.marquee, marquee.isMoving, let course = course(of: next) else { return true }
        return course.follows(marquee.course)
    }

    /// Begins the turn of a message; returns whether it can be shown.
    private func begin(_ next: PlayedMessage, in level: PriorityLevel, at instant: Instant) -> Bool {
        recordWork(next.mark)
        let hasNextPicture = takePicture(of: next, at: instant)
        do throws(SignError) {
            let hasEffects = next.message.look.entrance != nil || next.message.look.exit != nil
            if let stream = next.stream {
                drop(level)
                level.content = LevelContent(.stream(stream), shown: next, size: size, start: instant)
            } else if let parts = next.message.parts {
                if let content = level.content, content.shown === next, case .parts = content.kind, !content.isLeaving {
                    content.turnStart = content.local(instant)
                    return true
                }
                drop(level)
                let content = try maker.parts(parts, size: size, start: instant)
                level.content = LevelContent(
                    .parts(content), shown: next, size: size, entrance: try maker.settings(next.message.look.entrance),
                    exits: next.message.look.exit != nil, start: instant)
            } else if let content = level.content, case .text(let text) = content.kind,
                content.shown === next || !hasEffects,
                content.effects == nil || (content.shown === next && !content.isLeaving)
            {
                let local = content.local(instant)
                if content.shown !== next || content.scrolledOffAt != nil || hasNextPicture {
                    try maker.replace(text, by: next.message, size: size, at: local)
                    content.stay()
                }
                (content.shown, content.turnStart) = (next, local)
            } else {
                drop(level)
                let entrance = try maker.settings(next.message.look.entrance)
                let content = try maker.content(
                    next.message, size: size, start: instant, arrival: entrance?.end(from: instant))
                level.content = LevelContent(
                    .text(content), shown: next, size: size, entrance: entrance,
                    exits: next.message.look.exit != nil, start: instant)
            }
            return true
        } catch {
            next.isDone = true
            return false
        }
    }

    /// Lets what is shown go out by its effect; returns whether it does, and is not out already.
    private func leave(_ level: PriorityLevel, for members: [PlayedMessage], at instant: Instant) -> Bool {
        guard let content = level.content, let effects = content.effects, !content.isLeaving,
            members.count > 1 || zone.playlist.rounds != nil || content.shown.message.hasOneTurn,
            let settings = try? maker.settings(content.shown.message.look.exit)
        else { return false }
        effects.leave(settings, at: content.local(instant))
        return true
    }
}

/// Messages whose time is over, and that are still to be seen on their way out.
extension ZonePlayer {
    /// The message that is shown although its time is over, because it is on its way out; nil if there is none.
    ///
    /// It goes by its effect, or by scrolling off where no message follows. What is more urgent takes its place at
    /// once.
    func leaving(with eligible: [PlayedMessage], at instant: Instant) -> PlayedMessage? {
        guard let level = shownPriority.flatMap({ levels[$0] }), let content = level.content, level.line.isEmpty else {
            return nil
        }
        let shown = content.shown
        guard !shown.isDone, messages.contains(where: { $0 === shown }), !eligible.contains(where: { $0 === shown })
        else {
            return nil
        }
        let local = content.local(instant)
        if content.goneAt == nil {
            guard let settings = try? maker.settings(shown.message.look.exit) else {
                return eligible.isEmpty && content.scrollOff(at: local) ? hold(shown, in: level) : nil
            }
            content.effects?.leave(settings, at: local)
        }
        guard let gone = content.goneAt, local < gone else { return nil }
        return hold(shown, in: level)
    }

    /// Keeps a message on until it is gone.
    private func hold(_ message: PlayedMessage, in level: PriorityLevel) -> PlayedMessage? {
        level.localTurnEnd = level.content?.goneAt
        return message
    }

    /// Whether a message is still to be seen on its way out.
    func isLeaving(_ message: PlayedMessage) -> Bool {
        content.map { $0.shown === message && $0.isLeaving } ?? false
    }
}

import Marquee
import PixelGraphics
import Timelines

/// Decides what a zone shows: the most urgent of its messages that may be shown, in their order.
///
/// Messages that wait for more urgent ones keep their position to the pixel: their time stands still.
final class ZonePlayer {
    /// What the file says about it.
    private(set) var zone: SignZone
    /// Its extent in pixels.
    let size: Size
    /// When something may have to be decided next; nil for never.
    private(set) var nextDecision: Instant?
    /// Why something could not be shown that had been found right; nil where all is well.
    private(set) var problem: SignError?
    /// Whether a turn is over and its end waits for the other zones in step.
    private(set) var isHeld = false
    /// Whether something else is shown in its place, so that everything in it stands still.
    var isCovered = false
    private(set) var messages: [PlayedMessage] = []
    private(set) var maker: MessageMaker
    private(set) var levels: [Int: PriorityLevel] = [:]
    /// The priority of what is shown; nil where nothing is.
    private(set) var shownPriority: Int?
    private var shown: Showing?
    private var nextID = 0
    /// Whether the other zones in step are ready.
    private var mayStep = false
    /// The revisions of what is no longer there, and one for every event.
    private var earlierRevisions = 0

    init(_ zone: SignZone, size: Size, maker: MessageMaker) {
        self.zone = zone
        self.size = size
        self.maker = maker
        messages = zone.messages.enumerated().map { rank, message in played(message, rank: rank) }
    }

    /// A message with a number of its own.
    func played(
        _ message: SignMessage, rank: Int, isPushed: Bool = false, coversSign: Bool = false
    ) -> PlayedMessage {
        nextID += 1
        return PlayedMessage(id: nextID, message: message, rank: rank, isPushed: isPushed, coversSign: coversSign)
    }

    /// The levels of all priorities that have been shown.
    var allLevels: [PriorityLevel] { Array(levels.values) }

    /// Takes what another file says about the zone as a whole.
    func take(_ zone: SignZone, _ maker: MessageMaker) {
        self.zone = zone
        self.maker = maker
        problem = nil
    }

    /// Takes other messages; where the order changes, what is shown stays, and the order begins with it.
    func set(_ messages: [PlayedMessage], keepsOrder: Bool) {
        self.messages = messages
        for level in levels.values {
            if !keepsOrder { level.restart(zone.playlist) }
            if let shown = level.showing?.shown { level.updateRank(of: shown) }
        }
        // What has had its turns has them anew under another file's order.
        if !keepsOrder { for message in messages { message.isDone = false } }
    }

    // MARK: The picture

    /// Whether there is anything to show.
    var hasContent: Bool { shown != nil }
    /// Whether the turn of what is shown ends at all.
    var hasTurnEnd: Bool { shownPriority.flatMap { levels[$0]?.turnEnd } != nil }
    /// A number that grows with every event.
    var revision: Int { earlierRevisions + (shown?.revision ?? 0) }
    /// What is shown; nil where nothing is.
    var showing: Showing? { shown }
    /// Whether what is shown asks for a sign that can be seen, however dim it is otherwise.
    var wakesSign: Bool { shown?.shown.message.wakesSign ?? false }

    func draw(at instant: Instant, into frame: inout Frame) {
        guard let shown else { return }
        noteWork(shown.mark)
        shown.draw(at: instant, into: &frame)
        noteWork(0)
    }

    func nextChange(after instant: Instant) -> Instant? {
        guard let shown else { return nil }
        noteWork(shown.mark)
        defer { noteWork(0) }
        return shown.nextChange(after: instant)
    }

    /// Lets texts within parts take their decisions.
    func direct(at instant: Instant) {
        guard let shown else { return }
        noteWork(shown.mark)
        shown.direct(at: instant)
        noteWork(0)
    }

    /// Says what is worked on next, should the program crash over it; 0 is nothing.
    func noteWork(_ mark: UInt64) { maker.surroundings.quarantine.note(mark) }

    // MARK: Decisions

    /// Decides what is shown at an instant.
    ///
    /// - Parameter isStep: whether all zones in step are ready to go on.
    func decide(at instant: Instant, isStep: Bool = false) {
        (isHeld, mayStep) = (false, isStep)
        // Each attempt that fails takes a message or a level out.
        var attempts = 0
        while !settle(at: instant), attempts <= messages.count + levels.count { attempts += 1 }
        refreshTexts(at: instant)
        nextDecision = earliestDecision(after: instant)
        noteWork(0)
    }

    /// Lets the parts that are shown or wait look anew as often as the sign does.
    func paceParts() {
        for level in levels.values {
            if case .parts(let parts) = level.showing?.kind { parts.cadence = maker.surroundings.cadence }
        }
    }

    /// The messages that may be shown, and the one that is on its way out.
    private func eligible(at instant: Instant) -> [PlayedMessage] {
        let ready = messages.filter {
            $0.isEligible(at: instant) && maker.hasImages(of: $0.message, size: size)
        }
        return ready + (leaving(with: ready, at: instant).map { [$0] } ?? [])
    }

    /// The priority of what the zone shows where nothing covers it; nil where it has nothing to show.
    func wantedPriority(at instant: Instant) -> Int? {
        messages.isEmpty ? nil : eligible(at: instant).lazy.map(\.message.priority).max()
    }

    /// Takes the next steps towards what is to be shown; returns whether that is reached.
    private func settle(at instant: Instant) -> Bool {
        let eligible = eligible(at: instant)
        change(to: isCovered ? nil : eligible.lazy.map(\.message.priority).max(), at: instant)
        for (priority, level) in levels where priority != shownPriority {
            guard let waiting = level.showing?.shown else { continue }
            let isThere = waiting.message.priority == priority && eligible.contains { $0 === waiting }
            if !isThere { drop(level) }
        }
        guard let priority = shownPriority else { return true }
        let level = levels[priority] ?? PriorityLevel(zone.playlist)
        levels[priority] = level
        let members = eligible.filter { $0.message.priority == priority }
        defer { show(level.showing) }
        // What is over after a turn takes one.
        let isLine =
            zone.playlist.order == .together && !members.contains { $0.message.hasOneTurn || $0.message.parts != nil }
        return isLine
            ? layLine(level, members, at: instant) : takeTurns(level, members, at: instant)
    }

    private func change(to priority: Int?, at instant: Instant) {
        guard priority != shownPriority else { return }
        if let old = shownPriority.flatMap({ levels[$0] }) { old.showing?.freeze(at: instant) }
        shownPriority = priority
        if let new = priority.flatMap({ levels[$0] }) { new.showing?.thaw(at: instant) }
        if priority == nil { show(nil) }
    }

    private func takeTurns(_ level: PriorityLevel, _ members: [PlayedMessage], at instant: Instant) -> Bool {
        if case .line = level.showing?.kind { drop(level) }
        var isOver = false
        if let showing = level.showing, members.contains(where: { $0 === showing.shown }) {
            isOver = level.turnEnd.map { $0 <= instant } ?? false
            guard isOver else { return noteTurnEnd(level, members, at: instant) }
            isHeld = zone.isInStep && !mayStep && !showing.shown.message.hasOneTurn
            if isHeld { return true }
            if leave(level, for: members, at: instant) { return noteTurnEnd(level, members, at: instant) }
            if showing.shown.message.hasOneTurn {
                showing.shown.isDone = true
                return false
            }
        }
        guard let next = level.next(of: members, countsRounds: isOver) else {
            for member in members { member.isDone = true }
            drop(level)
            levels[members[0].message.priority] = nil
            return false
        }
        // What is in step begins anew at once, not at its own seam.
        if zone.isInStep { drop(level) }
        return begin(next, in: level, at: instant) && noteTurnEnd(level, members, at: instant)
    }

    /// Notes when the turn of what a level shows ends; returns whether that lies ahead.
    private func noteTurnEnd(_ level: PriorityLevel, _ members: [PlayedMessage], at instant: Instant) -> Bool {
        level.localTurnEnd = turnEnd(level, members, at: instant)
        return level.turnEnd.map { $0 > instant } ?? true
    }

    /// When the turn of what a level shows ends; nil where nothing else could come.
    private func turnEnd(_ level: PriorityLevel, _ members: [PlayedMessage], at instant: Instant) -> Instant? {
        guard let showing = level.showing else { return nil }
        if let gone = showing.goneAt { return gone }
        let isAlone = members.count == 1
        guard !isAlone || zone.playlist.rounds != nil || showing.shown.message.hasOneTurn else { return nil }
        let isFollowed =
            !isAlone && !zone.isInStep && showing.shown.message.exit == nil
            && members.allSatisfy { $0 === showing.shown || ($0.message.swap == .seam && $0.message.entrance == nil) }
        return showing.turnEnd(notBefore: instant, isFollowed: isFollowed)
    }

    /// Begins the turn of a message; returns whether it can be shown.
    private func begin(_ next: PlayedMessage, in level: PriorityLevel, at instant: Instant) -> Bool {
        noteWork(next.mark)
        do throws(SignError) {
            let hasEffects = next.message.entrance != nil || next.message.exit != nil
            if let parts = next.message.parts {
                if let showing = level.showing, showing.shown === next, case .parts = showing.kind, !showing.isLeaving {
                    showing.turnStart = showing.local(instant)
                    return true
                }
                drop(level)
                let content = try maker.parts(parts, size: size, start: instant)
                level.showing = Showing(
                    .parts(content), shown: next, size: size, entrance: try maker.settings(next.message.entrance),
                    exits: next.message.exit != nil, start: instant)
            } else if let showing = level.showing, case .text(let text) = showing.kind,
                showing.shown === next || !hasEffects,
                showing.effects == nil || (showing.shown === next && !showing.isLeaving)
            {
                let local = showing.local(instant)
                if showing.shown !== next || showing.scrolledOffAt != nil {
                    try maker.replace(text, by: next.message, size: size, at: local)
                    showing.stay()
                }
                (showing.shown, showing.turnStart) = (next, local)
            } else {
                drop(level)
                let entrance = try maker.settings(next.message.entrance)
                let content = try maker.content(
                    next.message, size: size, start: instant, arrival: entrance?.end(from: instant))
                level.showing = Showing(
                    .text(content), shown: next, size: size, entrance: entrance,
                    exits: next.message.exit != nil, start: instant)
            }
            return true
        } catch {
            note(error)
            next.isDone = true
            return false
        }
    }

    /// Lets what is shown go out by its effect; returns whether it does, and is not out already.
    private func leave(_ level: PriorityLevel, for members: [PlayedMessage], at instant: Instant) -> Bool {
        guard let showing = level.showing, let effects = showing.effects, !showing.isLeaving,
            members.count > 1 || zone.playlist.rounds != nil || showing.shown.message.hasOneTurn,
            let settings = try? maker.settings(showing.shown.message.exit)
        else { return false }
        effects.leave(settings, at: showing.local(instant))
        return true
    }

    /// Keeps why something could not be shown.
    func note(_ error: SignError) { problem = error }

    /// Takes a level's content off.
    func drop(_ level: PriorityLevel) {
        level.showing = nil
        level.localTurnEnd = nil
        level.line = []
    }

    /// Shows something else from now on; the revision does not go back.
    private func show(_ next: Showing?) {
        guard next !== shown else { return }
        let revision = revision
        shown = next
        earlierRevisions = revision - (next?.revision ?? 0)
    }

    private func earliestDecision(after instant: Instant) -> Instant? {
        var earliest = isHeld ? nil : shownPriority.flatMap { levels[$0]?.turnEnd }
        for text in shown?.shown.message.looks ?? [] where text.markup.hasFields {
            guard let change = maker.surroundings.nextChange(of: text) else { continue }
            earliest = earliest.map { min($0, change) } ?? change
        }
        for message in messages where message.isActive && !message.isDone {
            guard let end = message.end, end > instant else { continue }
            earliest = earliest.map { min($0, end) } ?? end
        }
        return earliest.map { max($0, instant + .one) }
    }
}

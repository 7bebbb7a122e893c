import Marquee
import PixelGraphics
import SignFiles
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
    /// Whether a turn is over and its end waits for the other zones in step.
    var isHeld = false
    /// Whether something else is shown in its place, so that everything in it stands still.
    var isCovered = false
    private(set) var messages: [PlayedMessage] = []
    private(set) var maker: MessageMaker
    var levels: [Int: PriorityLevel] = [:]
    /// The priority of what is shown; nil where nothing is shown.
    private(set) var shownPriority: Int?
    /// What is shown; nil where nothing is shown.
    private(set) var content: LevelContent?
    /// Its place; nil for the whole sign.
    private var area: Rectangle?
    private let sign: Size
    private var nextID = 0
    /// Whether the other zones in step are ready.
    private(set) var mayStep = false
    /// The revisions of what is no longer there, and one for every event.
    private var earlierRevisions = 0

    /// - Parameter sign: the extent of the sign in pixels.
    init(_ zone: SignZone, on sign: Size, maker: MessageMaker) {
        (self.zone, self.sign) = (zone, sign)
        area = zone.isWhole ? nil : zone.area(sign)
        size = zone.area(sign).size
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
        area = zone.isWhole ? nil : zone.area(sign)
    }

    /// Takes other messages; where the order changes, what is shown stays, and the order begins with it.
    func set(_ messages: [PlayedMessage], keepsOrder: Bool) {
        self.messages = messages
        for level in levels.values {
            if !keepsOrder { level.restart(zone.playlist) }
            if let shown = level.content?.shown { level.updateRank(of: shown) }
        }
        // Messages that have had their turns get new ones when the order changes.
        if !keepsOrder { for message in messages { message.isDone = false } }
    }

    /// Whether its place is the whole sign.
    func covers(_ sign: Size) -> Bool { zone.area(sign) == Rectangle(sign) }

    /// Whether there is anything to show.
    var hasContent: Bool { content != nil }
    /// When the turn of what is shown ends, as of the last decision; nil for never.
    var shownTurnEnd: Instant? { shownPriority.flatMap { levels[$0]?.turnEnd } }
    /// A number that grows with every event.
    var revision: Int { earlierRevisions + (content?.revision ?? 0) }
    /// Whether what is shown asks for a sign that can be seen, however dim it is otherwise.
    var wakesSign: Bool { content?.shown.message.wakesSign ?? false }

    func draw(at instant: Instant, into frame: inout Frame) {
        guard let content else { return }
        recordWork(content.mark)
        if let area {
            frame.withArea(area) { content.draw(at: instant, into: &$0) }
        } else {
            content.draw(at: instant, into: &frame)
        }
        recordWork(0)
    }

    func nextChange(after instant: Instant) -> Instant? {
        guard let content else { return nil }
        recordWork(content.mark)
        defer { recordWork(0) }
        return content.nextChange(after: instant)
    }

    /// Lets texts within parts take their decisions.
    func direct(at instant: Instant) {
        guard let content else { return }
        recordWork(content.mark)
        content.direct(at: instant)
        recordWork(0)
    }

    /// Records what is worked on next, in case the program crashes over it; 0 for nothing.
    func recordWork(_ mark: UInt64) { maker.values.quarantine.record(mark) }

    /// Decides what is shown at an instant.
    ///
    /// - Parameter isStep: whether all zones in step are ready to continue.
    func decide(at instant: Instant, isStep: Bool = false) {
        (isHeld, mayStep) = (false, isStep)
        // Each attempt that fails takes a message or a level out.
        var attempts = 0
        while !settle(at: instant), attempts <= messages.count + levels.count { attempts += 1 }
        refreshTexts(at: instant)
        nextDecision = earliestDecision(after: instant)
        recordWork(0)
    }

    /// Gives the parts that are shown or wait the cadence of the sign.
    func paceParts() {
        for level in levels.values {
            if case .parts(let parts) = level.content?.kind { parts.cadence = maker.values.cadence }
        }
    }

    /// The messages that may be shown, and the one that is on its way out.
    private func eligible(at instant: Instant) -> [PlayedMessage] {
        // Copied once, not for each message.
        let maker = maker
        let ready = messages.filter {
            $0.isEligible(at: instant) && (!$0.waitsForImages || hasImages(of: $0, maker, at: instant))
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
            guard let waiting = level.content?.shown else { continue }
            let isThere = waiting.message.priority == priority && eligible.contains { $0 === waiting }
            if !isThere { drop(level) }
        }
        guard let priority = shownPriority else { return true }
        let level = levels[priority] ?? PriorityLevel(zone.playlist)
        levels[priority] = level
        let members = eligible.filter { $0.message.priority == priority }
        defer { show(level.content) }
        // What is over after a turn takes one.
        let isLine =
            zone.playlist.order == .together
            && !members.contains {
                $0.message.hasOneTurn || $0.message.parts != nil || $0.stream != nil || $0.isServed
            }
        guard isLine else { return takeTurns(level, members, at: instant) }
        let due = messages.filter { $0.message.priority == priority && $0.isDue(at: instant) }.map(\.id)
        // Texts that become empty, or are so no longer, have other values in their place.
        let inPlace = level.lineWithEmpty == due && !level.isLineOutdated
        level.lineWithEmpty = due
        return layLine(level, members, at: instant, inPlace: inPlace)
    }

    private func change(to priority: Int?, at instant: Instant) {
        guard priority != shownPriority else { return }
        if let old = shownPriority.flatMap({ levels[$0] }) { old.content?.freeze(at: instant) }
        shownPriority = priority
        if let new = priority.flatMap({ levels[$0] }) { new.content?.thaw(at: instant) }
        if priority == nil { show(nil) }
    }

    /// Takes a level's content off.
    func drop(_ level: PriorityLevel) {
        level.content = nil
        level.localTurnEnd = nil
        level.line = []
    }

    /// Shows something else from now on; the revision does not go back.
    private func show(_ next: LevelContent?) {
        guard next !== content else { return }
        let revision = revision
        content = next
        earlierRevisions = revision - (next?.revision ?? 0)
    }

    /// The message that is shown, or all of those on a line.
    private var shownMessages: [PlayedMessage] {
        let line = shownPriority.flatMap { levels[$0]?.line } ?? []
        guard line.isEmpty else { return messages.filter { line.contains($0.id) } }
        return content.map { [$0.shown] } ?? []
    }

    private func earliestDecision(after instant: Instant) -> Instant? {
        var earliest = isHeld ? nil : shownTurnEnd
        for played in shownMessages where played.showsTimes || maker.values.mayMove {
            earliest = earliest.earlier(maker.nextChange(of: played.message, size: size))
        }
        for message in messages where message.isActive && !message.isDone {
            guard let end = message.end, end > instant else { continue }
            earliest = earliest.earlier(end)
        }
        return earliest.map { max($0, instant + .one) }
    }
}

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

/// Zones whose turns begin together.
extension ZonePlayer {
    /// Whether other zones in step have to wait for the turn of this one to end.
    var isAwaited: Bool { zone.isInStep && !isHeld && shownTurnEnd != nil }

    /// Whether what is shown still has to go out by its effect.
    private var hasToLeave: Bool { content.map { $0.shown.message.look.exit != nil && !$0.isLeaving } ?? false }

    /// Lets those zones continue whose turns are over, as soon as all are; returns whether there were any.
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

/// The stream that a zone may have among its messages. The caller decides everything again afterwards.
extension ZonePlayer {
    var hasStream: Bool {
        for number in messages.indices where messages[number].stream != nil { return true }
        return false
    }

    var showsStream: Bool {
        guard let content, case .stream = content.kind else { return false }
        return true
    }

    func addStream(_ stream: StreamContent, _ message: SignMessage, coversSign: Bool) {
        let added = played(message, rank: messages.count, isPushed: true, coversSign: coversSign)
        added.stream = stream
        set(messages + [added], keepsOrder: true)
    }

    /// Takes the message of the stream away.
    func removeStream() {
        guard hasStream else { return }
        set(messages.filter { $0.stream == nil }, keepsOrder: true)
    }
}

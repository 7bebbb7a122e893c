import LiveValues
import Marquee
import Schedules
import SignFiles
import Timelines

/// A message of a zone, and what has become of it so far.
final class PlayedMessage {
    /// A number that no other message of the zone ever has.
    let id: Int
    var message: SignMessage {
        didSet {
            laidOut = nil
            isSeen = message.isSeen
            hasConditions = message.hasConditions
            hasValueImages = message.hasValueImages
            waitsForImages = message.waitsForImages
            showsTimes = message.showsTimes
            if message.when != oldValue.when { times = nil }
            guard message.image?.tronbyt != nil else { return }
            if !(message.image?.hasSamePictures(as: oldValue.image) ?? false) { pictures = TurnPictures() }
            message.image?.tronbyt?.turn = pictures.shown
        }
    }
    /// Whether it has something to show whatever its values are; kept, because decisions ask for it of every message.
    private(set) var isSeen: Bool
    /// Whether values decide on its images; kept for the same reason.
    private(set) var hasValueImages: Bool
    /// Whether it is not shown before images of files are loaded; kept for the same reason.
    private(set) var waitsForImages: Bool
    /// Whether its texts, or those of its parts, show times; kept for the same reason.
    private(set) var showsTimes: Bool
    /// Which way it goes, and the message with its values as it was when that was found out.
    var laidOut: (message: Message, course: Course?)?
    /// Whether it or its parts have conditions.
    private(set) var hasConditions: Bool
    /// The pictures of its turns, where a server gives them.
    var pictures = TurnPictures()
    /// Its place in the order of the zone.
    var rank: Int
    /// Whether it came from outside of the file, and stays when the file changes.
    let isPushed: Bool
    /// Whether it was pushed for the whole sign, not for a zone.
    let coversSign: Bool
    /// When it was pushed last; nil for one of the file.
    var pushedAt: Instant?
    /// The pictures from the network that it shows instead of a text; nil for none.
    var stream: StreamContent?
    /// Its schedule; nil before a decision by it.
    private var times: ScheduleBook?
    /// What it is known by after a crash; the same in every run of the program.
    var mark: UInt64 = 0
    /// Whether it is not shown because the program has crashed over it.
    var isQuarantined = false
    /// Whether it has nothing to show, with the values as they are.
    var isEmpty = false
    /// Whether its schedule lets it be shown.
    private(set) var isActive = false
    /// Whether it has had all the turns that it gets.
    var isDone = false
    /// Whether its schedule will never let it be shown again; known of pushed messages only.
    private(set) var isPast = false
    /// Since when its schedule lets it be shown.
    private(set) var activeSince: Instant?

    init(id: Int, message: SignMessage, rank: Int, isPushed: Bool = false, coversSign: Bool = false) {
        self.id = id
        self.message = message
        isSeen = message.isSeen
        hasConditions = message.hasConditions
        hasValueImages = message.hasValueImages
        waitsForImages = message.waitsForImages
        showsTimes = message.showsTimes
        self.rank = rank
        self.isPushed = isPushed
        self.coversSign = coversSign
    }

    /// Takes over how far another one has come, whose message it shows in another zone.
    func continues(_ other: PlayedMessage) {
        isDone = other.isDone
        (mark, isQuarantined, stream) = (other.mark, other.isQuarantined, other.stream)
        pushedAt = other.pushedAt
        pictures = other.pictures
        (isActive, activeSince) = (other.isActive, other.activeSince)
    }

    /// Returns whether its schedule lets it be shown for a reading of the clock, and when that next changes.
    ///
    /// Nothing that has a schedule is shown until the clock is known to be right.
    func decide(_ reading: WallReading, in zone: ZoneRules) -> (isScheduled: Bool, nextDecision: Instant?) {
        isPast = false
        guard let when = message.when else { return (true, nil) }
        guard reading.isSynchronized else { return (false, reading.monotonic + synchronizationInterval) }
        if times?.zone != zone { times = ScheduleBook([when], zone: zone) }
        let decision = times?.decide(at: reading.wall)
        isPast = isPushed && times?.isOver(0) ?? false
        return (decision?.active == [0], decision?.nextChange.map(reading.upcoming))
    }

    /// Takes what its schedule says, since an instant; one that begins again starts from the beginning.
    func setActive(_ isActive: Bool, at instant: Instant) {
        guard isActive != self.isActive else { return }
        if isActive, isServed {
            // A picture that has waited since may be old.
            pictures = TurnPictures()
            message.image?.tronbyt?.turn = 0
        }
        self.isActive = isActive
        isDone = false
        activeSince = isActive ? instant : nil
    }

    /// When its lifetime is over; nil for never.
    var end: Instant? {
        guard let lifetime = message.lifetime, let activeSince else { return nil }
        return activeSince + lifetime
    }

    /// Whether it may be shown at an instant.
    func isEligible(at instant: Instant) -> Bool { isDue(at: instant) && !isEmpty }

    /// Whether it may be shown at an instant once it has something to show.
    func isDue(at instant: Instant) -> Bool {
        isActive && !isDone && !isQuarantined && end.map { instant < $0 } ?? true
    }

    /// Whether it will never be shown again, if it was pushed; one that is over and has another time starts again then.
    func hasEnded(at instant: Instant) -> Bool {
        guard message.when == nil, message.calendar == nil, message.conditions.isEmpty else { return isPast }
        return isDone || end.map { $0 <= instant } ?? false
    }

    var member: TurnOrder.Member { (id, rank, message.weight) }
}

extension SignMessage {
    /// Whether it never has anything to show: it is empty or has only blanks.
    package var isBlank: Bool { !isSeen && !markup.hasFields && markup.isBlank() }

    /// Whether it is not shown before images of files are loaded.
    fileprivate var waitsForImages: Bool {
        image != nil || images.contains(where: \.isLocal)
    }

    /// Whether its texts, or those of its parts, show times.
    fileprivate var showsTimes: Bool { texts.contains { !$0.markup.times.isEmpty } }

    /// Whether it has something to show whatever its values are, as most messages have.
    var isSeen: Bool { parts != nil || image != nil || look.hasBackground || markup.isSeen }

    /// Whether it is over after one turn, because it was given an end and others wait for it.
    var hasOneTurn: Bool { priority > 0 && (repeats != nil || duration != nil) }
}

/// What a message of a sign is doing.
package enum MessageState: String, Hashable, Sendable, CaseIterable {
    case shown
    /// Its turn comes.
    case waiting
    /// A more urgent one, or one for the whole sign, is shown in its place.
    case interrupted
    /// It is not its time, or it is over.
    case off
    /// The program has crashed over it, and does not show it any more.
    case quarantined
}

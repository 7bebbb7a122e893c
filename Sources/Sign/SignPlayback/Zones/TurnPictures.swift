import LiveValues
import Marquee
import SignFiles
import Timelines

/// The pictures that a server gives a message: one for each turn, asked for shortly before the turn before is over.
struct TurnPictures {
    /// The turn whose picture is shown, or was last; 0 before the first.
    private(set) var shown = 0
    /// The turn whose picture is asked for, or waits to be shown; nil for none.
    private(set) var next: Int?
    /// How long the picture is shown.
    private(set) var dwell = TurnPictures.firstDwell
    /// Since when the server owes another picture; perhaps in the future.
    private var askedAt = Instant.zero
    /// The pictures in a row that could not be shown.
    private var failures = 0
    private var retryAt: Instant?

    /// The time of pictures until the server says one.
    static let firstDwell = Nanoseconds.seconds(10)
    /// How long before its turn a picture is asked for, so that a server that renders slowly is in time.
    static let lead = Nanoseconds.seconds(5)
    /// The longest time between two requests where pictures cannot be shown.
    private static let maximumRetry = Nanoseconds.seconds(60)

    /// Asks for the picture of another turn.
    ///
    /// - Parameter owed: since when the server owes it.
    mutating func ask(_ turn: Int, owed instant: Instant) {
        if next == nil { askedAt = instant }
        (next, retryAt) = (turn, nil)
    }

    /// Shows the picture that was asked for; the server may say nothing about it.
    mutating func show(_ answer: TronbytAnswer?) {
        guard let next else { return }
        (shown, self.next, failures) = (next, nil, 0)
        dwell = answer?.dwell ?? dwell
    }

    /// Takes that the picture has come and cannot be shown; returns when to ask for another one: after 5 s, 10 s and so on up to a
    /// minute.
    mutating func fail(at instant: Instant) -> Instant {
        if let retryAt { return retryAt }
        let time = min(Self.lead.times(1 << Int64(min(failures, 8))), Self.maximumRetry)
        failures += 1
        retryAt = instant + time
        return instant + time
    }

    /// When the last picture is no longer shown, because the server gives no other one; nil while it owes none.
    func end(after stale: Nanoseconds) -> Instant? { next == nil ? nil : askedAt + stale }
}

extension PlayedMessage {
    /// Whether a server gives a picture for each of its turns.
    var isServed: Bool { message.image?.tronbyt != nil }

    /// Whether its server gives pictures by itself, each when the one before is shown.
    var isConnected: Bool {
        guard case .fixed(.url(let address))? = message.image?.origin else { return false }
        return address.isWebSocket
    }

    /// How long a picture of a server is shown: as the file or else the server says.
    var turnTime: Nanoseconds { message.duration ?? pictures.dwell }
}

/// Messages whose pictures a server gives.
extension ZonePlayer {
    /// Whether a message has its images; one with a server has those of this turn or of the next, and they are not too old.
    func hasImages(of played: PlayedMessage, _ maker: MessageMaker, at instant: Instant) -> Bool {
        if let tronbyt = played.message.image?.tronbyt {
            if isNextPictureReady(of: played) { return true }
            if let end = played.pictures.end(after: tronbyt.stale), end <= instant { return false }
        }
        return maker.hasImages(of: played.message, size: size)
    }

    /// Whether the picture of the next turn has come.
    func isNextPictureReady(of played: PlayedMessage) -> Bool {
        guard played.isServed, case .ready? = nextPicture(of: played)?.state else { return false }
        return true
    }

    private func nextPicture(of played: PlayedMessage) -> (key: ImageCache.Key, state: ImageCache.State)? {
        guard let next = played.pictures.next, let key = maker.key(of: played.message, turn: next, size: size) else {
            return nil
        }
        return (key, maker.images.state(of: key))
    }

    /// Begins a turn with the next picture if it has come; returns whether it has.
    func takePicture(of played: PlayedMessage, at instant: Instant) -> Bool {
        guard played.isServed else { return false }
        guard let (key, state) = nextPicture(of: played), case .ready = state else {
            // The picture before stands in for one turn.
            if played.pictures.next == nil { played.pictures.ask(maker.values.beginPictureTurn(), owed: instant) }
            return false
        }
        played.pictures.show(maker.images.answer(of: key))
        played.message.image?.tronbyt?.turn = played.pictures.shown
        return true
    }

    /// Asks for the pictures that are due; returns when the next one is, or another decision about them.
    func askPictures(at instant: Instant) -> Instant? {
        var due: Instant?
        for played in messages where played.isServed && played.isDue(at: instant) {
            due = due.earlier(askPicture(of: played, at: instant))
        }
        return due
    }

    private func askPicture(of played: PlayedMessage, at instant: Instant) -> Instant? {
        var (due, owed) = (Instant?.none, instant)
        switch nextPicture(of: played)?.state {
        case .ready?: return nil
        case .waiting?: break
        case .failed?, .full?: due = played.pictures.fail(at: instant)
        case nil:
            guard let time = nextRequest(of: played, at: instant) else { return nil }
            (due, owed) = (played.isConnected ? instant : time, max(time, instant))
        }
        if let time = due, time <= instant {
            played.pictures.ask(maker.values.beginPictureTurn(), owed: owed)
            due = nil
        }
        let stale = played.message.image?.tronbyt.flatMap { played.pictures.end(after: $0.stale) }
        return due.earlier(stale.flatMap { $0 > instant ? $0 : nil })
    }

    /// When the next picture is asked for: shortly before the end of this turn, or at once outside of a turn; nil while the turn stands
    /// still.
    private func nextRequest(of played: PlayedMessage, at instant: Instant) -> Instant? {
        let content = allLevels.lazy.compactMap(\.content).first { $0.shown === played }
        guard let content, played.pictures.shown > 0 else { return instant }
        let time = max(played.turnTime - TurnPictures.lead, .zero)
        return content.isFrozen ? nil : content.global(content.turnStart + time)
    }

    /// What the server said of the picture of a turn.
    private func answer(of played: PlayedMessage, turn: Int?) -> TronbytAnswer? {
        turn.flatMap { maker.key(of: played.message, turn: $0, size: size) }.flatMap { maker.images.answer(of: $0) }
    }

    /// Whether the picture of the next turn has come, and is to be shown at once.
    func isNextPictureImmediate(of played: PlayedMessage) -> Bool {
        isNextPictureReady(of: played) && answer(of: played, turn: played.pictures.next)?.isImmediate ?? false
    }

    /// Whether servers give the pictures of any message.
    var hasServedMessages: Bool { messages.contains(where: \.isServed) }

    /// What the pictures of servers are known by that are shown or asked for, the next one of each first.
    var turnKeys: [ImageCache.Key] {
        messages.filter(\.isServed).flatMap { played in
            [played.pictures.next, played.pictures.shown].compactMap { turn in
                turn.flatMap { $0 > 0 ? maker.key(of: played.message, turn: $0, size: size) : nil }
            }
        }
    }

    /// How bright the sign is at most, by the server of what is shown; nil for no limit.
    var servedBrightness: Int? {
        guard let shown = content?.shown, shown.message.image?.tronbyt?.followsBrightness ?? false else { return nil }
        return answer(of: shown, turn: shown.pictures.shown)?.brightness
    }
}

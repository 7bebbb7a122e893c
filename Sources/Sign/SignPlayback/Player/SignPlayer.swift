import LiveValues
import Marquee
import PixelGraphics
import Schedules
import SignFiles
import Timelines

/// What a sign file describes, as content: drawn for an instant like all else, and changed while it runs.
///
/// Wall time decides what is shown, monotonic time where it stands. Decisions are taken at instants of their own, so that
/// pictures depend on no wake-up being in time. Laying out allocates and takes time with the length of the texts; drawing
/// allocates nothing after the first call.
package final class SignPlayer: DirectedContent {
    package internal(set) var file: SignFile
    /// The extent of the sign in pixels.
    package let size: Size
    let clock: any WallClock
    private let fonts: FontCache
    let clockFace: ClockFace
    /// The images, which come with ``takeImages(at:)`` when they are loaded.
    package let images: ImageCache
    /// The images of a file that is to be shown when they are loaded.
    var preparedImages: [ImageCache.Key] = []
    /// A number that grows when values ask for other images.
    package internal(set) var demands = 0
    let values = TextValues()
    let quarantine: MessageQuarantine
    var zonePlayers: [ZonePlayer]
    var idle: ZonePlayer?
    /// What is pushed for the whole sign, in front of its zones.
    let cover: ZonePlayer
    var brightnessController: BrightnessController
    /// What is shown of pixels from the network.
    let stream: StreamContent
    /// Grows with every picture of the stream that is seen.
    var streamRevision = 0
    var calendars: SignCalendars
    var times: SignTimes
    /// The names of pushed messages whose zone is no longer in the file.
    var lostPushes: [String] = []
    /// What may be seen, from the back to the front: the idle message where there is nothing else, the zones, and what covers
    /// them.
    private(set) var visible: [ZonePlayer] = []
    /// Whether messages, brightness or the wall would go by the time, and at the last decision it was not known.
    private var isUntimed = false
    private(set) var directedUntil: Instant
    /// When the next decision is due; nil for never.
    package private(set) var nextDecision: Instant?
    var ownRevision = 0
    /// A number that grows with every decision: only then another message is shown, or the brightness is another one.
    package internal(set) var decisions = 0
    /// The revision of the contents at the last decision.
    private var decidedRevision = 0

    /// The limit of decisions taken one after the other when a caller asks for an instant far ahead.
    private static let maximumDecisions = 20_000
    /// What slewing may make of a clock between two decisions without being worth another one.
    private static let tolerance = Nanoseconds.milliseconds(20)

    /// Lays out what a file describes; its motion starts at an instant.
    ///
    /// - Parameters:
    ///   - planes: the bit planes of its panel, so that images are dithered where these are few; nil where they are no matter.
    ///   - quarantine: what is not shown, because the program has crashed over it.
    /// - Throws: fonts that are missing or unreadable, texts that cannot be laid out, and areas that are not on the sign.
    package init(
        _ file: SignFile, size: Size, planes: Int? = nil, fonts: SignFonts, clock: any WallClock = SystemWallClock(),
        quarantine: MessageQuarantine = MessageQuarantine(), start: Instant
    ) throws(SignError) {
        images = ImageCache(planes: planes)
        self.quarantine = quarantine
        values.quarantine = quarantine
        self.file = file
        self.size = size
        self.clock = clock
        self.fonts = FontCache(fonts)
        clockFace = ClockFace(clock.reading(at: start), zone: file.zone)
        let maker = MessageMaker(
            file: file, fonts: self.fonts, values: values, time: clockFace, images: images)
        images.request(maker.imageKeys(size))
        images.settle()
        try maker.checkFile(size)
        zonePlayers = file.zones.map { ZonePlayer($0, on: size, maker: maker) }
        idle = file.idle.map { ZonePlayer(SignZone([$0]), on: size, maker: maker) }
        cover = ZonePlayer(SignZone(), on: size, maker: maker)
        stream = StreamContent(size: .zero)
        values.take(file)
        brightnessController = BrightnessController(file)
        calendars = SignCalendars(file)
        times = SignTimes(file)
        directedUntil = start
        markMessages()
        decide(at: start)
    }

    /// A number that grows with every event.
    package var revision: Int { ownRevision &+ streamRevision &+ contentRevision }

    private var contentRevision: Int {
        var sum = (idle?.revision ?? 0) &+ cover.revision
        for number in zonePlayers.indices { sum &+= zonePlayers[number].revision }
        return sum
    }

    /// How bright the sign is since the last decision.
    package var brightness: Brightness { Brightness(percent: brightnessController.percent) }

    /// Whether the brightness is that of the file, and not overridden.
    package var isBrightnessAutomatic: Bool { brightnessController.isAutomatic }

    /// Draws the zones from the back to the front, and lowers the frame's brightness to that of the sign; see ``Content``.
    package func draw(at instant: Instant, into frame: inout Frame) {
        frame.brightness = min(frame.brightness, brightness)
        for number in visible.indices { visible[number].draw(at: instant, into: &frame) }
    }

    /// Returns when the sign looks different, or something may have to be decided.
    package func nextChange(after instant: Instant) -> Instant? {
        var first = nextDecision.map { max($0, instant + .one) }
        for number in visible.indices { first = first.earlier(visible[number].nextChange(after: instant)) }
        return first
    }

    /// Takes every decision that is due at an instant, in order of time; see ``DirectedContent``.
    package func direct(at instant: Instant) {
        guard instant >= directedUntil else { return }
        clockFace.take(clock.reading(at: instant))
        var steps = 0
        while let due = nextDecision, due <= instant {
            steps += 1
            decide(at: steps < Self.maximumDecisions ? due : instant)
        }
        let isExpected = values.reading?.leads(to: clock.reading(at: instant), within: Self.tolerance) ?? false
        if contentRevision != decidedRevision || !isExpected { decide(at: instant) }
        for number in zonePlayers.indices { zonePlayers[number].direct(at: instant) }
        cover.direct(at: instant)
        idle?.direct(at: instant)
        directedUntil = instant
    }

    /// Gives the messages of the file their mark for crashes.
    func markMessages() {
        let marked = zonePlayers + [idle].compactMap { $0 }
        for (number, player) in marked.enumerated() { player.mark(number, of: file) }
    }

    /// Overrides the brightness, 0 to 100; nil ends the override.
    package func setBrightness(_ percent: Int?, at instant: Instant) {
        let now = advance(to: instant)
        brightnessController.set(percent)
        decideAgain(at: now)
    }

    /// Decides everything again at the next draw, because the wall clock was set.
    package func recordClockWasSet() { ownRevision += 1 }

    func decide(at instant: Instant) {
        let reading = clock.reading(at: instant)
        values.reading = reading
        brightnessController.decide(reading)
        values.cadence = Cadence(brightness: brightness, saving: file.powerSaving)
        for (name, events) in calendars.decide(reading) { values.scope.readings[name] = events }
        for (name, time) in times.decide(reading) { values.scope.readings[name] = time }
        values.move(to: reading)
        let shown = zonePlayers + [cover]
        let players = shown + [idle].compactMap { $0 }
        var given: [SignMessage] = []
        for player in players {
            for played in player.messages where played.hasConditions { given.append(played.message) }
        }
        values.conditions.decide(given, in: values.scope, at: instant) { [values] condition in
            values.moving.nextPassing(of: condition, after: instant)
        }
        demandImages()
        var dues = [
            brightnessController.nextDecision, calendars.nextDecision, times.nextDecision,
            values.conditions.nextDecision, values.nextTurn,
        ]
        for player in players {
            for played in player.messages {
                let hasEvents = played.message.calendar.map(calendars.hasEvents) ?? true
                let (isScheduled, due) = played.decide(reading, in: values.zone)
                if let due { dues.append(due) }
                let isActive = isScheduled && hasEvents && values.conditions.hold(played.message.conditions)
                let isBeginning = isActive && !played.isActive && played.message.lifetime != nil
                let since = isBeginning ? lifeStart(of: played, reading, at: instant) : instant
                played.setActive(isActive, at: since)
                played.isEmpty = played.stream == nil && !played.isSeen && values.isEmpty(played.message)
            }
        }
        decideZones(at: instant)
        idle?.decide(at: instant)
        let seen = shown.contains { $0.hasContent } ? shown : players
        let isWoken = brightnessController.wake(shown.contains { $0.wakesSign })
        let isLimited = brightnessController.limit(seen.compactMap(\.servedBrightness).min())
        if brightnessController.light(isStreamShown) || isWoken || isLimited {
            dues.append(brightnessController.nextDecision)
            values.cadence = Cadence(brightness: brightness, saving: file.powerSaving)
            decideZones(at: instant)
            idle?.decide(at: instant)
        }
        for player in players { player.paceParts() }
        dues += players.map(\.nextDecision) + seen.map { $0.askPictures(at: instant) }
        if players.contains(where: \.hasServedMessages) { demandImages() }
        isUntimed = !reading.isSynchronized && isTimed
        if isUntimed { dues.append(reading.monotonic + synchronizationInterval) }
        visible = shown.contains { $0.hasContent } ? shown : [idle].compactMap { $0 } + shown
        nextDecision = dues.compactMap { $0 }.min()
        decidedRevision = contentRevision
        decisions &+= 1
    }

    /// When the lifetime of a message began that begins to be shown: when its schedule and its calendar did, also before
    /// the sign was started, but not before the message was pushed, nor before its conditions began to hold.
    private func lifeStart(of played: PlayedMessage, _ reading: WallReading, at instant: Instant) -> Instant {
        let schedules = [played.message.when, played.message.calendar.flatMap(calendars.schedule)].compactMap { $0 }
        guard !schedules.isEmpty,
            let begin = Schedule.joined(others: schedules).beginning(before: reading.wall, in: file.zone)
        else { return instant }
        let others = [played.pushedAt, values.conditions.beginning(of: played.message.conditions)].compactMap { $0 }
        return min(([reading.instant(of: begin)] + others).max() ?? instant, instant)
    }

    /// What makes content of messages that come from outside of the file.
    var maker: MessageMaker { maker(of: file) }

    func maker(of file: SignFile) -> MessageMaker {
        MessageMaker(file: file, fonts: fonts, values: values, time: clockFace, images: images)
    }

    /// Takes the decisions that are due at an instant; returns that instant, or the one up to which all is decided already.
    func advance(to instant: Instant) -> Instant {
        let now = max(instant, directedUntil)
        direct(at: now)
        return now
    }

    /// Decides again after something has changed.
    func decideAgain(at instant: Instant) {
        ownRevision += 1
        decide(at: instant)
    }

    /// Whether something that the sign shows, or does not show, waits until the wall clock is right.
    package var waitsForClock: Bool {
        isUntimed || clockFace.isMissed && allMessages.contains { $0.message.showsTime }
    }

    /// Whether a sign goes by the time of day, but for clocks among parts, which ask for it themselves.
    private var isTimed: Bool {
        !file.brightness.schedule.entries.isEmpty || file.installation.wall != nil || !file.times.isEmpty
            || allMessages.contains { $0.message.isTimed }
    }
}

extension SignPlayer {
    /// What a forecast of the running sign is made of: a copy, for another thread.
    ///
    /// It has pushed messages, too, and what has become of each message so far. Messages over which the program has crashed
    /// are left out.
    package func forecastSubject(at instant: Instant) -> ForecastSubject {
        let reading = clock.reading(at: instant)
        func forecast(_ played: PlayedMessage, zone: String?) -> ForecastMessage {
            ForecastMessage(
                message: played.message, zone: zone, since: played.activeSince.map(reading.wall),
                isEmpty: played.isEmpty, isOver: played.isDone)
        }
        var subject = ForecastSubject(file, calendars: calendars.files)
        subject.messages = players(of: nil).flatMap { player in
            player.messages.filter { !$0.isQuarantined && $0.stream == nil }.map {
                forecast($0, zone: player.zone.name)
            }
        }
        subject.idle = idle?.messages.first { !$0.isQuarantined }.map { forecast($0, zone: nil) }
        return subject
    }

    /// Everything that is wrong with a file that is not fit to be shown, with what its messages name; never waits for
    /// images.
    ///
    /// - Parameter found: what was wrong with its values already.
    package func problems(of file: SignFile, found: [SignProblem]) -> [SignProblem] {
        maker(of: file).problems(found + file.areaProblems(size), size)
    }
}

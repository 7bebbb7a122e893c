import BitmapFonts
import LiveValues
import Marquee
import PixelGraphics
import Schedules
import SettingsFiles
import Timelines

/// What a sign file describes, as content: drawn for an instant like all else, and changed while it runs.
///
/// Wall time decides what is shown, monotonic time where it stands. Decisions are taken at instants of their own, so that
/// pictures depend on no wake-up being in time. Laying out allocates and takes time with the length of the texts; drawing
/// allocates nothing after the first call.
public final class SignPlayer: DirectedContent {
    /// The file that is shown.
    public private(set) var file: SignFile
    /// The extent of the sign in pixels.
    public let size: Size
    private let clock: any WallClock
    private let fonts: FontCache
    private let wall: WallFace
    let images = ImageShelf()
    private let surroundings = SignSurroundings()
    let quarantine: MessageQuarantine
    var stages: [Stage]
    private(set) var idle: Stage?
    /// What is pushed for the whole sign, in front of its zones.
    let cover: Stage
    private var schedule: SignSchedule
    private var dial: BrightnessDial
    private var calendars: SignCalendars
    private(set) var isIdle = false
    /// Whether messages, brightness or the wall would go by the time, and at the last decision it was not known.
    private var isUntimed = false
    private var directedUntil: Instant
    /// When the next decision is due; nil for never.
    public private(set) var nextDecision: Instant?
    private var ownRevision = 0
    /// The revision of the contents at the last decision.
    private var decidedRevision = 0

    /// The decisions that are taken one after the other when somebody asks for an instant far ahead.
    private static let mostDecisions = 20_000

    /// Lays out what a file describes; its motion starts at an instant.
    ///
    /// - Parameters:
    ///   - fonts: where fonts come from.
    ///   - clock: the wall clock that schedules go by.
    ///   - quarantine: what is not shown, because the program has crashed over it.
    ///   - start: the instant of the first picture.
    /// - Throws: fonts that cannot be had, texts that cannot be laid out, and areas that are not on the sign.
    public init(
        _ file: SignFile, size: Size, fonts: SignFonts, clock: any WallClock = SystemWallClock(),
        quarantine: MessageQuarantine = MessageQuarantine(), start: Instant
    ) throws(SignError) {
        self.quarantine = quarantine
        surroundings.quarantine = quarantine
        self.file = file
        self.size = size
        self.clock = clock
        self.fonts = FontCache(fonts)
        wall = WallFace(clock.reading(at: start), zone: file.zone)
        let maker = MessageMaker(
            file: file, fonts: self.fonts, surroundings: surroundings, time: wall, images: images)
        images.request(Self.imageKeys(of: file, size: size, maker: maker))
        images.settle()
        try Self.check(file, size: size, maker: maker)
        stages = file.zones.map { Stage(ZonePlayer($0, size: Self.area(of: $0, size).size, maker: maker), size) }
        idle = file.idle.map { Stage(ZonePlayer(SignZone([$0]), size: size, maker: maker), size) }
        cover = Stage(ZonePlayer(SignZone(), size: size, maker: maker), size)
        surroundings.take(file)
        schedule = Self.schedule(file)
        dial = BrightnessDial(file)
        calendars = SignCalendars(file)
        directedUntil = start
        numberSchedules()
        decide(at: start)
    }

    // MARK: The picture

    /// A number that grows with every event.
    public var revision: Int { ownRevision &+ contentRevision }

    private var contentRevision: Int {
        var sum = (idle?.player.revision ?? 0) &+ cover.player.revision
        for number in stages.indices { sum &+= stages[number].player.revision }
        return sum
    }

    /// How bright the sign is since the last decision.
    public var brightness: Brightness { Brightness(percent: dial.percent) }

    /// Draws the zones from the back to the front, and lowers the frame's brightness to that of the sign; see ``Content``.
    public func draw(at instant: Instant, into frame: inout Frame) {
        frame.brightness = min(frame.brightness, brightness)
        if isIdle { idle?.draw(at: instant, into: &frame) }
        for number in stages.indices { stages[number].draw(at: instant, into: &frame) }
        cover.draw(at: instant, into: &frame)
    }

    /// Returns when the sign looks different, or something may have to be decided.
    public func nextChange(after instant: Instant) -> Instant? {
        var first = nextDecision.map { max($0, instant + .one) }
        if isIdle { first = Self.earlier(first, idle?.player.nextChange(after: instant)) }
        for number in stages.indices { first = Self.earlier(first, stages[number].player.nextChange(after: instant)) }
        return Self.earlier(first, cover.player.nextChange(after: instant))
    }

    private static func earlier(_ first: Instant?, _ second: Instant?) -> Instant? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }

    // MARK: Decisions

    /// Takes every decision that is due at an instant, in order of time; see ``DirectedContent``.
    public func direct(at instant: Instant) {
        guard instant >= directedUntil else { return }
        wall.take(clock.reading(at: instant))
        var steps = 0
        while let due = nextDecision, due <= instant {
            steps += 1
            decide(at: steps < Self.mostDecisions ? due : instant)
        }
        if contentRevision != decidedRevision || schedule.isOutdated(clock.reading(at: instant)) {
            decide(at: instant)
        }
        for number in stages.indices { stages[number].player.direct(at: instant) }
        cover.player.direct(at: instant)
        idle?.player.direct(at: instant)
        directedUntil = instant
    }

    private static func schedule(_ file: SignFile) -> SignSchedule {
        SignSchedule(file.messages.compactMap(\.when), zone: file.zone)
    }

    /// Tells every message the number of its schedule, and those of the file what they are known by after a crash.
    private func numberSchedules() {
        let marked = stages.map(\.player) + [idle?.player].compactMap { $0 }
        for (number, player) in marked.enumerated() { player.mark(number, of: file) }
        for stage in stages + [cover] + [idle].compactMap({ $0 }) {
            for played in stage.player.messages { played.schedule = schedule.number(of: played.message.when) }
        }
    }

    /// Shows what sources say from an instant on; texts that show them change in place.
    public func take(_ changes: [LiveChange], at instant: Instant) {
        let now = max(instant, directedUntil)
        var isNew = false
        for change in changes {
            takeImage(change)
            isNew = calendars.take(change) || isNew
            guard let reading = change.reading else { continue }
            guard change.name != SignLight.sourceName else {
                isNew = takeLight(reading.value?.number?.double, at: now) || isNew
                continue
            }
            guard surroundings.scope.readings[change.name] != reading else { continue }
            surroundings.scope.readings[change.name] = reading
            isNew = true
        }
        guard isNew else { return }
        ownRevision += 1
        decide(at: now)
    }

    /// What could not be taken of calendars, a line for each.
    public var calendarWarnings: [String] { calendars.warnings.sorted { $0.key < $1.key }.map(\.value) }

    /// Takes what the sensor of light measures; returns whether that changes what was decided.
    private func takeLight(_ lux: Double?, at instant: Instant) -> Bool {
        let before = dial
        dial.take(lux: lux, at: instant)
        dial.decide(clock.reading(at: instant))
        return dial.percent != before.percent || dial.nextDecision != before.nextDecision
    }

    /// Sets the brightness by hand, 0 to 100, or gives it back to the file with nil.
    public func setBrightness(_ percent: Int?, at instant: Instant) {
        let now = advance(to: instant)
        dial.set(percent)
        decideAnew(at: now)
    }

    /// Has everything decided anew at the next draw, because the wall clock was set.
    public func noteClockWasSet() { ownRevision += 1 }

    private func decide(at instant: Instant) {
        let reading = clock.reading(at: instant)
        surroundings.reading = reading
        schedule.decide(reading)
        dial.decide(reading)
        surroundings.cadence = Cadence(brightness: brightness, saving: file.powerSaving)
        for (name, events) in calendars.decide(reading) { surroundings.scope.readings[name] = events }
        var next = schedule.nextDecision
        if let change = dial.nextDecision { next = next.map { min($0, change) } ?? change }
        if let change = calendars.nextDecision { next = next.map { min($0, change) } ?? change }
        let players = (stages + [cover] + [idle].compactMap { $0 }).map(\.player)
        for player in players {
            for played in player.messages {
                let hasEvents = played.message.calendar.map(calendars.hasEvents) ?? true
                played.setActive(schedule.isActive(played.schedule) && hasEvents, at: instant)
            }
        }
        decideZones(at: instant)
        if dial.wake((stages + [cover]).contains { $0.player.wakesSign }) {
            surroundings.cadence = Cadence(brightness: brightness, saving: file.powerSaving)
            decideZones(at: instant)
        }
        idle?.player.decide(at: instant)
        for player in players { player.paceParts() }
        for decision in players.compactMap(\.nextDecision) {
            next = next.map { min($0, decision) } ?? decision
        }
        isUntimed = !reading.isSynchronized && isTimed
        if isUntimed {
            let look = reading.monotonic + synchronizationInterval
            next = next.map { min($0, look) } ?? look
        }
        isIdle = idle != nil && !(stages + [cover]).contains { $0.player.hasContent }
        nextDecision = next
        decidedRevision = contentRevision
    }

    /// What makes content of messages that come from outside of the file.
    var maker: MessageMaker { maker(of: file) }

    func maker(of file: SignFile) -> MessageMaker {
        MessageMaker(file: file, fonts: fonts, surroundings: surroundings, time: wall, images: images)
    }

    /// Takes the decisions that are due at an instant; returns that instant, or the one up to which all is decided already.
    func advance(to instant: Instant) -> Instant {
        let now = max(instant, directedUntil)
        direct(at: now)
        return now
    }

    /// Decides again after something has changed.
    func decideAnew(at instant: Instant) {
        ownRevision += 1
        decide(at: instant)
    }

    /// Whether something that the sign shows, or does not show, waits until the wall clock is right.
    public var waitsForClock: Bool { isUntimed || wall.isMissed }

    /// Whether a sign goes by the time of day, but for clocks among parts, which ask for it themselves.
    private var isTimed: Bool {
        !file.brightness.schedule.entries.isEmpty || file.installation.wall != nil
            || allMessages.contains { $0.message.isTimed }
    }

    // MARK: Changes

    /// Shows what another file describes from an instant on; whatever is the same goes on undisturbed.
    ///
    /// Messages are the same by their names, or by what they say. One that only moves in another way goes on from where
    /// it stands, and one that looks different comes in as its `swap` says. Whoever holds the sign sees to `board` and
    /// `stall`.
    ///
    /// - Throws: fonts that cannot be had, texts that cannot be laid out, and areas that are not on the sign; everything
    ///   stays as it was then.
    public func show(_ file: SignFile, at instant: Instant) throws(SignError) {
        let maker = maker(of: file)
        images.request(Self.imageKeys(of: file, size: size, maker: maker))
        defer { forgetImages() }
        try Self.check(file, size: size, maker: maker)
        // What says the same is no reason to draw.
        let isSame = file.zones == self.file.zones && file.idle == self.file.idle && file.zone == self.file.zone
        guard !isSame || file.locale != self.file.locale else { return showSettings(of: file, at: instant) }
        let now = advance(to: instant)
        var old = stages
        stages = file.zones.enumerated().map { number, zone in
            let area = Self.area(of: zone, size)
            guard let found = Stage.match(zone, number: number, in: old, area: area.size) else {
                return Stage(ZonePlayer(zone, size: area.size, maker: maker), size)
            }
            let stage = old.remove(at: found)
            stage.player.show(zone, maker: maker, at: now)
            return Stage(stage.player, size)
        }
        cover.player.show(SignZone(), maker: maker, at: now)
        placeCovering(from: old.map(\.player))
        // What is gone keeps counting, so that the revision does not go back.
        for stage in old { ownRevision &+= stage.player.revision }
        showIdle(file.idle, maker: maker, at: now)
        self.file = file
        surroundings.take(file)
        wall.forgetMissed()
        schedule = Self.schedule(file)
        dial.show(file)
        calendars.show(file)
        wall.take(file.zone)
        numberSchedules()
        decideAnew(at: now)
    }

    /// Goes by another file whose messages say the same; where nothing else differs either, nothing is drawn.
    private func showSettings(of file: SignFile, at instant: Instant) {
        let isSame = file.brightness == self.file.brightness && file.powerSaving == self.file.powerSaving
        let hasSameCalendars = file.calendars == self.file.calendars
        self.file = file
        guard !isSame || !hasSameCalendars else { return }
        let now = advance(to: instant)
        dial.show(file)
        calendars.show(file)
        decideAnew(at: now)
    }

    private func showIdle(_ message: SignMessage?, maker: MessageMaker, at instant: Instant) {
        if let message, let idle {
            idle.player.show(SignZone([message]), maker: maker, at: instant)
        } else {
            ownRevision &+= idle?.player.revision ?? 0
            idle = message.map { Stage(ZonePlayer(SignZone([$0]), size: size, maker: maker), size) }
        }
    }
}

import Boards
import Marquee
import PixelGraphics
import Schedules
import Settings
import SignFiles
import SignPlayback
import Timelines

/// What services ask of a sign.
extension SignSource {
    /// Does what a request asks for, whatever way it came.
    package func perform(_ command: ControlCommand, at instant: Instant) throws(ControlError) -> [JSONMember] {
        guard let steering else { throw ControlError.refused("the sign takes no requests") }
        return try steering.perform(command, at: instant)
    }

    /// What the picture of a message is made of, for another thread; the sign stays as it is.
    package func previewSubject(zone: String?, at instant: Instant) throws(ControlError) -> PreviewSubject {
        guard let subject = player.previewSubject(zone: zone, at: time(instant)) else { throw unknownZone(zone) }
        return subject
    }

    /// What a page needs to know before it shows the sign: its size and zones, its brightness and cues, and what is
    /// wrong with it.
    package func state(at instant: Instant) -> [JSONMember] {
        var members: [JSONMember] = []
        if let board = surroundings.board {
            members += [
                JSONMember("width", .integer(board.size.width)), JSONMember("height", .integer(board.size.height)),
                JSONMember("mono", .bool(board.format == .mono)),
                JSONMember("led", .text(Screenshot.name(board.ledColor.color))),
            ]
        }
        let zones = player.file.zones.map { json($0, at: instant) }
        return members + [
            JSONMember("zones", .list(zones)), JSONMember("brightness", .integer(player.brightness.percent)),
            JSONMember("auto", .bool(player.isBrightnessAutomatic)),
            JSONMember("paused", .bool(isPaused(at: instant))),
            JSONMember("cues", .list((steering?.cues.names ?? []).sorted().map { .text($0) })),
            JSONMember("shown", .list(messages(at: instant).compactMap(\.shownJSON))),
            JSONMember("pixels", pixelStatus), JSONMember("problem", problem.map { .text($0) } ?? .null),
        ]
    }

    /// A number that is another one whenever `news` may be; asking for it costs nothing.
    package var newsNumber: Int { player.decisions &+ steerings &+ (pixels?.statusNumber ?? 0) }

    /// What viewers get an event for when it changes.
    package func news(at instant: Instant) -> SignNews {
        var hasher = Hasher()
        for (name, value) in variables(at: instant) {
            hasher.combine(name)
            hasher.combine(value)
        }
        return SignNews(
            list: player.listDigest(at: time(instant)), percent: player.brightness.percent,
            isAutomatic: player.isBrightnessAutomatic, isPaused: isPaused(at: instant), variables: hasher.finalize(),
            acknowledgements: acknowledgements, presses: presses, pixels: pixelNews,
            words: player.wordsDigest(at: time(instant)))
    }

    /// The topics of a broker for whose messages fields wait.
    package var topics: LiveTopics { surroundings.events?.topics(of: sources) ?? LiveTopics() }

    /// The counts of the sign, as `stats` has them, and those of its device for monitors.
    package func counts(at instant: Instant) -> [JSONMember] {
        let members = statistics(at: instant).members ?? []
        guard let counters = counters?() else { return members }
        func seconds(_ time: Nanoseconds) -> JSONValue { .number("\(Double(time.count) / 1e9)") }
        let darkenings = counters.darkenings.reduce(0, +)
        let rate = counters.refreshRate.map { [JSONMember("refresh-rate", .number("\($0)"))] } ?? []
        return members + rate + [
            JSONMember("frames", .integer(counters.shown)), JSONMember("skipped", .integer(counters.skipped)),
            JSONMember("lateness-p99", seconds(counters.lateness.quantile(0.99))),
            JSONMember("lateness-worst", seconds(counters.lateness.worst)),
            JSONMember("stalls", .integer(darkenings)), JSONMember("restarts", .integer(counters.reopenings)),
        ]
    }

    /// What a forecast of the sign is made of, and what the wall clock shows.
    package func forecast(at instant: Instant) -> (subject: ForecastSubject, from: WallTime) {
        let reading = surroundings.clock.wall.reading(at: instant)
        return (player.forecastSubject(at: time(instant)), reading.wall)
    }

    /// Whether all that could move was paused.
    private func isPaused(at instant: Instant) -> Bool {
        let shown = player.marquees(zone: nil, at: time(instant))
        return !shown.isEmpty && shown.allSatisfy(\.marquee.isPaused)
    }

    private func json(_ zone: SignZone, at instant: Instant) -> JSONValue {
        let area = zone.area ?? Rectangle(surroundings.wall?.size ?? surroundings.board?.size ?? .zero)
        let moving = player.marquees(zone: zone.name, at: time(instant)).first?.marquee
        return .object([
            JSONMember("name", zone.name.map { .text($0) } ?? .null), JSONMember("x", .integer(area.x)),
            JSONMember("y", .integer(area.y)), JSONMember("width", .integer(area.width)),
            JSONMember("height", .integer(area.height)),
            JSONMember("vertical", .bool(!(moving?.style.direction.isHorizontal ?? true))),
        ])
    }
}

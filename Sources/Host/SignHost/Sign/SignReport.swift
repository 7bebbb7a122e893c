import Boards
import LinuxSystem
import LiveValues
import Marquee
import PixelGraphics
import Schedules
import Settings
import SignFiles
import SignPlayback
import Timelines

/// What others see of a sign, and pixels from the network, which a service brings.
extension Sign {
    /// What the picture of a message is made of, for another thread; the sign stays as it is.
    package func previewSubject(zone: String?, at instant: Instant) throws(ControlError) -> PreviewSubject {
        guard let subject = player.previewSubject(zone: zone, at: time(instant)) else { throw unknownZone(zone) }
        return subject
    }

    /// What a page needs to know before it shows the sign: its size and zones, its brightness and cues, and what is
    /// wrong with it.
    package func state(at instant: Instant) -> [JSONMember] {
        let board = context.board
        let state: JSONValue = [
            "width": board.map { .integer($0.size.width) }, "height": board.map { .integer($0.size.height) },
            "mono": board.map { .bool($0.format == .mono) }, "led": board.map { .text($0.ledColor.color.description) },
            "zones": .list(player.file.zones.map { json($0, at: instant) }),
            "brightness": .integer(player.brightness.percent), "auto": .bool(player.isBrightnessAutomatic),
            "paused": .bool(isPaused(at: instant)),
            "cues": .list((context.cues?.names ?? []).sorted().map { .text($0) }),
            "shown": .list(listed(at: instant).compactMap(\.shownJSON)), "pixels": pixelStatus,
            "problem": problem.map { .text($0) } ?? .null,
        ]
        return state.members ?? []
    }

    /// A number that is another one whenever `changes` may be; asking for it costs nothing.
    package var revision: Int { player.decisions &+ steerings &+ (pixels?.revision ?? 0) }

    /// What viewers get an event for when it changes.
    package func changes(at instant: Instant) -> SignChanges {
        var hasher = Hasher()
        for (name, value) in variables(at: instant) {
            hasher.combine(name)
            hasher.combine(value)
        }
        return SignChanges(
            list: player.listDigest(at: time(instant)), words: player.wordsDigest(at: time(instant)),
            percent: player.brightness.percent, isAutomatic: player.isBrightnessAutomatic,
            isPaused: isPaused(at: instant), variables: hasher.finalize(), acknowledgements: acknowledgements,
            presses: presses, pixels: pixels?.status.event(isShown: player.isStreamShown))
    }

    /// The topics of a broker for whose messages fields wait.
    package var topics: LiveTopics { context.events?.topics(of: sources) ?? LiveTopics() }

    /// The counts so far, as an object of numbers and texts.
    package func statistics(at instant: Instant) -> JSONValue {
        let sources = sourceStatuses().map { Self.json($0, at: instant) }
        let cues = context.cues.flatMap { $0.names.isEmpty ? nil : $0.counts }
        let counts: JSONValue = [
            "file": .text(player.file.path),
            "seconds": .integer((instant - context.start).count / 1_000_000_000),
            "brightness": .integer(player.brightness.percent), "clock": .text(context.clock.state),
            "problem": problem.map { .text($0) } ?? .null, "report": loopReport.map { .text($0(instant)) },
            "sources": sources.isEmpty ? nil : .list(sources), "cues-played": cues.map { .integer($0.played) },
            "cues-skipped": cues.map { .integer($0.skipped) },
            "cues-worst-lateness-us": cues.map { .integer($0.worstLateness.count / 1_000) },
        ]
        return .object((counts.members ?? []) + (pixels?.status.counts ?? []))
    }

    private static func json(_ status: LiveStatus, at instant: Instant) -> JSONValue {
        func seconds(_ time: Nanoseconds?) -> JSONValue {
            time.map { .integer(max($0.count, 0) / 1_000_000_000) } ?? .null
        }
        return [
            "name": .text(LiveText.clean(status.name)), "problem": status.reason.map { .text($0) } ?? .null,
            "failures": .integer(status.failures),
            "seconds-since-answer": seconds(status.answeredAt.map { instant - $0 }),
            "seconds-to-next-attempt": seconds(status.nextAttempt.map { $0 - instant }),
            "report": .text(status.line(at: instant)),
        ]
    }

    /// The counts of the sign, as `stats` has them, and those of its device for monitors.
    package func counts(at instant: Instant) -> [JSONMember] {
        let members = statistics(at: instant).members ?? []
        guard let counters = deviceCounters?() else { return members }
        func seconds(_ time: Nanoseconds) -> JSONValue { .number("\(Double(time.count) / 1e9)") }
        let device: JSONValue = [
            "refresh-rate": counters.refreshRate.map { .number("\($0)") }, "frames": .integer(counters.shown),
            "skipped": .integer(counters.skipped), "lateness-p99": seconds(counters.lateness.quantile(0.99)),
            "lateness-worst": seconds(counters.lateness.worst),
            "stalls": .integer(counters.darkenings.reduce(0, +)), "restarts": .integer(counters.reopenings),
        ]
        return members + (device.members ?? [])
    }

    /// The picture that the sign shows.
    package func screenshot(at instant: Instant) throws(ControlError) -> Screenshot {
        guard let board = context.board else { throw ControlError.refused("the sign has no panel") }
        var frame = Frame(size: board.size, format: board.format)
        guard board.size.width * board.size.height <= Screenshot.maximumPixels else {
            throw ControlError.refused("the sign has more than \(Screenshot.maximumPixels) pixels")
        }
        content.draw(at: instant, into: &frame)
        return Screenshot(frame: frame, ledColor: board.ledColor.color)
    }

    /// What a forecast of the sign is made of, and what the wall clock shows.
    package func forecast(at instant: Instant) -> (subject: ForecastSubject, from: WallTime) {
        let reading = context.clock.wall.reading(at: instant)
        return (player.forecastSubject(at: time(instant)), reading.wall)
    }

    /// Whether all that could move was paused.
    private func isPaused(at instant: Instant) -> Bool {
        let shown = player.marquees(zone: nil, at: time(instant))
        return !shown.isEmpty && shown.allSatisfy(\.marquee.isPaused)
    }

    private func json(_ zone: SignZone, at instant: Instant) -> JSONValue {
        let area = zone.area(context.wall?.size ?? context.board?.size ?? .zero)
        let moving = player.marquees(zone: zone.name, at: time(instant)).first?.marquee
        return [
            "name": zone.name.map { .text($0) } ?? .null, "x": .integer(area.x), "y": .integer(area.y),
            "width": .integer(area.width), "height": .integer(area.height),
            "vertical": .bool(!(moving?.style.direction.isHorizontal ?? true)),
        ]
    }

    // MARK: Pixels from the network

    /// The extent of a stream's pictures; nil where the sign takes none.
    package var streamSize: Size? { player.streamSize }

    /// Shows a picture of a stream, and begins the stream where there is none; does not allocate in one that has begun.
    package func showStream(_ picture: RGBBitmap, at instant: Instant) {
        player.showStream(picture, at: time(instant))
    }

    /// Ends the stream; what it covered resumes where it stood.
    package func endStream(at instant: Instant) { player.endStream(at: time(instant)) }

    /// Who sends pixels, and how much has come; null on a sign that takes none.
    var pixelStatus: JSONValue {
        pixels?.status.json(isShown: player.isStreamShown) ?? .null
    }
}

/// What is wrong with a sign, as far as it was recorded; the newest of each kind.
struct SignProblems {
    /// Why the file is not shown as it is now, a line for each problem; empty where it is shown.
    var file: [String] = []
    /// Why knobs and buttons do not work any more; nil where they do, and without some.
    var inputs: String?
    /// Why the light sensor has no value; nil where it has one, and without a sensor.
    var light: String?
    /// Why images are not shown as they are now; nil where all are well.
    var image: String?
    /// Why pushed messages are as they were before the sign file changed, by their names.
    var messages: [String: String] = [:]
    /// What is wrong with a calendar; nil where all are well.
    var calendar: String?
    /// Why a field has no newer value, where a status line shows it.
    var field: String?

    /// All of them, each in a line of its own; nil where all is well.
    func lines(cues: String?, store: String?, isWaiting: Bool) -> String? {
        let problems = [
            refusal, cues ?? inputs ?? store, light, outdated, image, calendar, field,
            isWaiting ? SignClock.waiting : nil,
        ].compactMap { $0 }
        return problems.isEmpty ? nil : problems.map { PrintableText.line($0) }.joined(separator: "\n")
    }

    /// The problem of the first message that does not follow the file.
    private var outdated: String? {
        messages.min { $0.key < $1.key }.map { "keeping the message \"\($0.key)\" as it was: \($0.value)" }
    }

    /// The first problem of a file that is not shown, in a line.
    private var refusal: String? {
        guard let first = file.first else { return nil }
        let others = file.count - 1
        let more = others == 0 ? "" : others == 1 ? " (and one more problem)" : " (and \(others) more problems)"
        return "keeping the previous sign: \(first)\(more)"
    }
}

/// A message as `list` and the state of the sign show it.
extension SignPlayer.Listed {
    /// The letters of a text that `list` shows.
    private static let maximumTextLength = 200

    /// The message as `list` shows it; `next` is in whole seconds.
    var json: JSONValue {
        [
            "name": message.name.map { .text($0) }, "zone": zone.map { .text($0) },
            "text": .text(Self.cut(message.title)), "priority": .integer(message.priority), "pushed": .bool(isPushed),
            "state": .text(state.rawValue),
            "next": next.map { .integer(($0.count + 999_999_999) / 1_000_000_000) },
            "shown": state == .shown ? words.map { .text(Self.cut($0)) } : nil,
            "words": state == .shown || words == message.title ? nil : words.map { .text(Self.cut($0)) },
        ]
    }

    private static func cut(_ text: String) -> String {
        text.count > maximumTextLength ? text.prefix(maximumTextLength) + "..." : text
    }

    /// What is shown, for the state of the sign; nil for a message that is not.
    var shownJSON: JSONValue? {
        guard state == .shown else { return nil }
        return words.map { words in
            [
                "name": message.name.map { .text($0) } ?? .null, "zone": zone.map { .text($0) } ?? .null,
                "text": .text(Self.cut(words)),
            ]
        }
    }
}

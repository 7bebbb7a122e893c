import LiveValues
import Marquee
import Schedules
import SignFiles
import Timelines

/// What texts show besides their letters: values and the time of day.
///
/// The player changes it where it takes decisions; only its thread uses it.
final class TextValues {
    /// What the sources say.
    var scope = FieldScope()
    /// How far the conditions of messages and parts have come.
    var conditions = HeldConditions()
    /// What the wall clock shows; nil until the first decision.
    var reading: WallReading?
    /// What is not shown because of crashes, and the note of what is drawn.
    var quarantine = MessageQuarantine()
    /// How often texts and parts are updated; they hide what would be out of date.
    var cadence = Cadence.live
    /// The last turn for which a server was asked for a picture; numbers never come again.
    private(set) var lastPictureTurn = 0
    /// The fields that move.
    var moving: [MovingValue] = []
    /// How many files were taken: another one has other maps, and writes values differently.
    private(set) var fileNumber = 0
    private var clocks: [String: MarkupClock] = [:]
    /// The time zone of the file.
    private(set) var zone = ZoneRules.utc
    private var locale: String?
    private var location: Location?

    /// Begins another turn of a message whose pictures a server gives.
    func beginPictureTurn() -> Int {
        lastPictureTurn += 1
        return lastPictureTurn
    }

    /// Goes by the zone and the language of a file from now on.
    func take(_ file: SignFile) {
        fileNumber += 1
        zone = file.zone
        locale = file.locale
        location = file.location
        clocks = [:]
        scope.marks = locale.map { NumberMarks(locale: $0) } ?? .point
        scope.dateWriter = FieldScope.writingDates(locale: locale, zone: zone)
        scope.timeWriter = { time, form in
            time.number.flatMap { try? CountFormat.text(ofSeconds: $0.wholeBelow, format: form) }
        }
        takeMoving(file.movingFields)
        scope.maps = file.maps.mapValues(\.map)
    }

    /// Puts values and times into a text, perhaps those of an element.
    func styled(_ message: SignMessage, resources: MarkupResources, of element: FieldScope? = nil) -> StyledText {
        message.markup.styled(scope: element ?? scope, resources: resources, time: times(in: message))
    }

    /// Whether a message has nothing to show: its text with its values is empty or blank, and nothing stands for it or
    /// behind it.
    func isEmpty(_ message: SignMessage) -> Bool {
        !message.isSeen && message.markup.isBlank(scope: scope, time: times(in: message))
    }

    private func times(in message: SignMessage) -> SignMarkup.TimeWriter {
        { [self] field, scope in
            guard let reading else { return "--:--" }
            guard let source = field.source else {
                return clock(of: message).text(of: field, at: reading, cadence: cadence)
            }
            let given = scope.reading(of: source)
            guard let value = given.value.flatMap(field.path.value(in:)) else { return given.staleText }
            // What is no time stays as it is.
            guard let moment = countMoment(of: value) else { return value.text(marks: scope.marks) }
            return clock(of: message).text(of: field, at: reading, cadence: cadence, counting: moment)
        }
    }

    /// What a value says that a count goes to or from: a date, as the format `date` takes them, or a time of day.
    private func countMoment(of value: LiveValue) -> CountMoment? {
        if let time = FieldScope.time(of: value) { return .once(time) }
        return try? CountMoment(parsing: value.text(), zone: zone, location: location)
    }

    /// When the times in a text change, with what names mean there; nil for never.
    func nextChange(of message: SignMessage, in scope: FieldScope) -> Instant? {
        guard let reading, !message.markup.times.isEmpty else { return nil }
        guard reading.isSynchronized else { return reading.monotonic + synchronizationInterval }
        let moments = message.markup.counts(in: scope).compactMap { field, scope in
            let value = field.source.flatMap { scope.reading(of: $0).value }.flatMap(field.path.value(in:))
            return value.flatMap(countMoment).map { (field: field, moment: $0) }
        }
        let next = clock(of: message).nextChange(after: reading.wall, cadence: cadence, counting: moments)
        return next.map(reading.instant)
    }

    private func clock(of message: SignMessage) -> MarkupClock {
        // The text of a calendar's message is one for each event, where its fields have other places.
        let key = message.text + "\u{0}" + (message.calendar ?? "")
        if let known = clocks[key] { return known }
        let clock = MarkupClock.make(for: message.markup, locale: locale, zone: zone, location: location).clock
        clocks[key] = clock
        return clock
    }
}

/// The messages that are not shown because the program has crashed over them, and a note of what is being drawn.
package struct MessageQuarantine {
    /// The marks of messages that are not shown.
    ///
    /// The mark of a message is a number that is the same in every run of the program as long as it says the same.
    package var marks: Set<UInt64>
    /// Called with the mark of the message that is laid out or drawn next, and with 0 after it; must neither wait nor allocate.
    package var record: (UInt64) -> Void

    /// Describes a quarantine; without arguments everything is shown.
    package init(marks: Set<UInt64> = [], record: @escaping (UInt64) -> Void = { _ in }) {
        self.marks = marks
        self.record = record
    }
}

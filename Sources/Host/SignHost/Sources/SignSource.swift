import Boards
import LinuxSystem
import LiveValues
import Marquee
import PixelGraphics
import Schedules
import SignFiles
import SignPlayback
import Timelines

/// What a sign shows, and where changes of it come from: a sign file, read again when it is saved and at SIGHUP; the texts of
/// a sign with one message; and what steers it from outside.
///
/// A `SignLoop` draws it, lets it take news when one of its descriptors can be read, and asks it to reload.
/// All calls come from the main thread, with instants of CLOCK_MONOTONIC in order.
package final class SignSource {
    /// The sign around the content.
    struct Surroundings {
        /// Whether the board was chosen on the command line, so that the file's is ignored.
        var isBoardGiven = false
        /// The same of the stall time.
        var isStallGiven = false
        /// The board; nil without screenshots.
        var board: Board?
        /// The part of a wall that the sign is; nil where it is alone.
        var wall: PanelWallContent?
        /// The time of day that the sign goes by.
        var clock = SignClock()
        /// When the sign was started.
        var start = Instant.zero
        /// The events of the world; nil for nothing but SIGHUP.
        var events: SignEvents?
        /// The texts of a sign with one message, which ends with its turn; nil for a sign file.
        var texts: TextFeed?
        /// Whether a status line shows what is wrong, so that the log has nothing about fields.
        var hasStatusLine = false
    }

    /// What plays the file; it lives on the timeline of `time(_:)`.
    let player: SignPlayer
    let surroundings: Surroundings
    /// What survives a restart, and the cues; nil without them.
    var steering: SignSteering?
    /// The variables that were set.
    var variables: [String: String] = [:]
    /// A number that grows when motion is paused or resumed, a variable is set, a message is acknowledged or a button pressed.
    var steerings = 0
    /// How often urgent messages were acknowledged.
    var acknowledgements = 0
    /// How often buttons were pressed.
    var presses = ButtonPresses()
    /// What is being dragged in zones, and how fast it moved before.
    var dragged: [String?: [(marquee: Marquee, velocity: Int64)]] = [:]
    /// What has happened so far, in some lines.
    var statistics: ((Instant) -> String)?
    /// What has happened on the device; nil without one.
    var counters: (() -> RunCounters?)?
    /// What takes pixels from the network; nil where nothing does.
    package var pixels: (any PixelStreamControl)?
    /// Why the file is not shown as it is now, a line for each problem; empty where it is shown.
    var fileProblems: [String] = []
    /// Why the light sensor has no value; nil where it has one, and without a sensor.
    var lightProblem: String?
    /// Why knobs and buttons do not work any more; nil where they do, and without some.
    var inputProblem: String?
    /// Why images are not shown as they are now; nil where all are well.
    private var imageProblem: String?
    /// What a file says whose images are still being loaded.
    var pending: SignFile?
    /// The sources of values, calendars and images.
    private(set) var sources: [LiveSource]
    /// A number that grows when other sources are asked.
    package private(set) var sourcesNumber = 0
    /// What is wrong with a calendar; nil where all are well.
    private var calendarProblem: String?
    /// What the log says about sources.
    private var sourceLog = LiveStatusLog()
    /// Why a field has no newer value, where the status line shows it.
    private var fieldProblem: String?
    /// Says what is wrong with a file, one problem a line.
    let report: (String) -> Void
    private var announcer: CueAnnouncer
    /// The file as it was when it was read last, so that a save is not reported twice; nil before it was read again.
    var version: FileStamp?

    init(_ player: SignPlayer, _ surroundings: Surroundings = Surroundings(), report: @escaping (String) -> Void) {
        self.player = player
        self.surroundings = surroundings
        self.report = report
        announcer = CueAnnouncer(from: surroundings.start)
        sources = player.sources
    }

    /// What is drawn: always the same object, whose revision grows when news changed its look.
    ///
    /// The brightness of the sign is part of its pictures, because it changes with time.
    var content: any Content { surroundings.wall ?? player }

    /// The controller of the motion, for mouse and keys; nil where the picture does not move.
    package var marquee: Marquee? { player.marquee }

    /// The instant of the controller's time line, which may be behind: it stands still while something more urgent is shown.
    package func handInstant(_ instant: Instant) -> Instant { player.handInstant(time(instant)) }

    /// When the sign ends by itself; nil for never.
    ///
    /// Asked for again after every event.
    var end: Instant? { surroundings.texts == nil ? nil : player.turnEnd }

    /// Whether SIGHUP asks to read the sign file again; without one it ends the sign, like every program whose terminal is
    /// gone.
    var reloadsAtHangup: Bool { surroundings.texts == nil }

    /// Why the newest news is not shown, in a line; nil where all is well.
    ///
    /// A new one is reported in the status line of an output, or in the log.
    var problem: String? {
        let problems = [
            refusal, steering?.cues.problem ?? inputProblem ?? steering?.problem, lightProblem, imageProblem,
            calendarProblem, fieldProblem,
            player.waitsForClock ? SignClock.waiting : nil,
        ].compactMap { $0 }
        return problems.isEmpty ? nil : PrintableText.line(problems.joined(separator: "; "))
    }

    /// The first problem of a file that is not shown, in a line.
    private var refusal: String? {
        guard let first = fileProblems.first else { return nil }
        let others = fileProblems.count - 1
        let more = others == 0 ? "" : others == 1 ? " (and one more problem)" : " (and \(others) more problems)"
        return "keeping the previous sign: \(first)\(more)"
    }

    /// What to wait for beside the clock: descriptors that become readable when there is news.
    var descriptors: [Int32] {
        var descriptors = surroundings.events?.descriptors ?? []
        descriptors.append(player.imageDescriptor)
        descriptors += surroundings.texts?.descriptors ?? []
        return descriptors
    }

    /// The instant of the content's timeline: that of the wall, if the sign is part of one.
    func time(_ instant: Instant) -> Instant { surroundings.wall?.shared(instant) ?? instant }

    /// Shows new values, texts and images, and reads the file again if it was saved; news that cannot be shown leaves everything as it
    /// is, with a `problem`.
    func takeNews(at instant: Instant) {
        if let batch = surroundings.events?.take(at: instant) {
            if !batch.changes.isEmpty { take(batch.changes, at: instant) }
            if batch.isClockSet { noteClock(at: instant) }
            if batch.isFileChanged, isOtherFile { readAgain(at: instant) }
        }
        takeText(at: instant)
        takeImages(at: instant)
        noteProblems(at: instant)
    }

    /// Whether the file is another version than the one that was read last; one that cannot be read always is, so that it is
    /// reported.
    private var isOtherFile: Bool {
        let stamp = FileStamp(path: player.file.path)
        return stamp == nil || stamp != version
    }

    /// Notes what is wrong with the images, calendars and fields that the sign has now.
    func noteProblems(at instant: Instant) {
        imageProblem = player.imageProblems.first ?? surroundings.events?.problem(of: imageSources)
        noteCalendars()
        noteFields(at: instant)
    }

    /// Notes what is wrong with calendars: those that cannot be read, whose last good copy stays, and events of others.
    private func noteCalendars() {
        let failed = player.file.calendars.lazy.compactMap { [events = surroundings.events] source in
            events?.problem(of: source.name).map { "\(source.name): \($0); what came before stays" }
        }.first
        calendarProblem = failed ?? player.calendarWarnings.first
    }

    /// Says once what has changed about the sources of fields; calendars, images and the light are part of `problem`.
    private func noteFields(at instant: Instant) {
        let fields = player.file.fields
        let names = Set(fields.map { "field \($0.name)" })
        let statuses = (surroundings.events?.statuses(fields: fields) ?? []).filter { names.contains($0.name) }
        guard surroundings.hasStatusLine else {
            for line in sourceLog.lines(statuses, at: instant) { report(line) }
            return
        }
        fieldProblem = statuses.lazy.compactMap { status in status.reason.map { "\(status.name): \($0)" } }.first
    }

    /// How fields, calendars, images and the sensor of the light are doing.
    func sourceStatuses() -> [LiveStatus] { surroundings.events?.statuses(fields: player.file.fields) ?? [] }

    /// How what the sign asks for is doing, a line for each; for reports.
    func sourceLines(at instant: Instant) -> [String] { sourceStatuses().map { $0.line(at: instant) } }

    /// Shows what sources say, and notes what the sensor of the light does not.
    private func take(_ changes: [LiveChange], at instant: Instant) {
        player.take(changes, at: time(instant))
        guard let light = changes.last(where: { $0.name == SignLight.sourceName })?.reading else { return }
        guard light.isStale || light.value == nil else {
            lightProblem = nil
            return
        }
        let why = surroundings.events?.problem(of: SignLight.sourceName).map { ": \($0)" } ?? ""
        lightProblem = "the light sensor has no value; brightness follows the rest of the sign file\(why)"
    }

    /// Shows images that have come, and a file that has waited for its own.
    private func takeImages(at instant: Instant) {
        player.takeImages(at: time(instant))
        if let file = pending, player.hasImages(of: file) { showRead(file, at: instant) }
    }

    /// What asks servers for images.
    private var imageSources: [LiveSource] { sources.filter { $0.form == .document(.image) } }

    /// Asks what is shown now for values, calendars and images.
    func askSources() {
        guard sources != player.sources else { return }
        sources = player.sources
        surroundings.events?.ask(sources)
        // Also those that the file has only now, or with another initial value.
        for field in player.file.fields where field.isVariable {
            surroundings.events?.set(field.name, to: variables[field.name] ?? field.initialText)
        }
        sourcesNumber += 1
    }

    /// Does what is due ahead of pictures, cues, drops pushed messages that have ended, and writes what is to survive a
    /// restart; returns when to ask again at the latest, nil for never.
    func announce(at instant: Instant) -> Instant? {
        let (cue, save) = (announceCues(at: instant), steering?.save(at: instant))
        guard let cue, let save else { return cue ?? save }
        return min(cue, save)
    }

    /// Passes cues to the thread that plays them, a little before they are due.
    private func announceCues(at instant: Instant) -> Instant? {
        guard let steering, !steering.cues.names.isEmpty else { return nil }
        let (player, wall) = (player, surroundings.wall)
        return announcer.step(at: instant) { after -> (instant: Instant, cue: [String])? in
            guard let next = player.nextCues(after: wall?.shared(after) ?? after) else { return nil }
            let due: Instant? = if let wall { wall.epoch.monotonic(next.instant) } else { next.instant }
            guard let due else { return nil }
            return (instant: max(due, after + .one), cue: next.names)
        } announce: { instant, names in
            for name in names { steering.cues.pulse(name, at: instant) }
        }
    }

    /// Follows a wall clock that was set.
    func noteClock(at instant: Instant) {
        let reading = surroundings.clock.wall.reading(at: instant)
        surroundings.wall?.note(
            wallTime: reading.wall.nanoseconds, at: instant, isSynchronized: reading.isSynchronized)
        player.noteClockWasSet()
    }
}

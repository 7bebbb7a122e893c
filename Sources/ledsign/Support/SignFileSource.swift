import Boards
import LiveValues
import Marquee
import PixelGraphics
import Schedules
import SignContent
import SignControl
import Timelines

/// The sign of `run`: what a sign file describes, read again when it is saved and at SIGHUP, and steered from outside.
final class SignFileSource: SignSource {
    /// What a source is told of the sign around the content.
    struct Surroundings {
        /// Whether the board was chosen on the command line, so that the file's counts for nothing.
        var isBoardGiven = false
        /// The same of the stall time.
        var isStallGiven = false
        /// The board; nil where nobody asks for pictures.
        var board: Board?
        /// The part of a wall that the sign is; nil where it is alone.
        var wall: WallContent?
        /// The time of day that the sign goes by.
        var clock = SignClock()
        /// When the sign was started.
        var start = Instant.zero
        /// What the sign hears of the world; nil for nothing but SIGHUP.
        var news: SignNews?
        /// Whether a status line shows what is wrong, so that no log tells of fields.
        var hasStatusLine = false
    }

    /// What plays the file; it lives on the time line of `time(_:)`.
    let player: SignPlayer
    let surroundings: Surroundings
    /// All that steers the sign from outside; nil for nothing.
    var steering: SignSteering?
    /// The variables that were set.
    var variables: [String: String] = [:]
    /// What hands have taken hold of in zones, and how fast it moved before.
    var inHand: [String?: [(marquee: Marquee, velocity: Int64)]] = [:]
    /// What has happened so far, in some lines.
    var statistics: ((Instant) -> String)?
    /// Why the file is not shown as it is now, a line for each problem; none where it is shown.
    private(set) var fileProblems: [String] = []
    /// Why the sensor of the light says nothing; nil where it does, and where there is none.
    private var lightProblem: String?
    /// Why images are not shown as they are now; nil where all are well.
    private var imageProblem: String?
    /// What a file says whose images are still being loaded.
    private var pending: SignFile?
    /// What is asked for values, calendars and images.
    private var sources: [LiveSource]
    /// What is wrong with a calendar; nil where all are well.
    private var calendarProblem: String?
    /// What was said of sources.
    private var sourceLog = LiveStatusLog()
    /// Why a field has no newer value, where the status line shows it.
    private var fieldProblem: String?
    private let report: (String) -> Void
    private var announcer: CueAnnouncer
    /// The file as it was when it was read last, so that a save is not told of twice; nil before it was read again.
    private var version: FileStamp?

    /// - Parameter report: says what is wrong with a file, one problem a line.
    init(_ player: SignPlayer, _ surroundings: Surroundings = Surroundings(), report: @escaping (String) -> Void) {
        self.player = player
        self.surroundings = surroundings
        self.report = report
        announcer = CueAnnouncer(from: surroundings.start)
        sources = player.sources
    }

    var content: any Content { surroundings.wall ?? player }
    /// The file's brightness is part of its pictures, because it changes with time.
    var brightness: Brightness { .full }
    var marquee: Marquee? { player.marquee }
    func handInstant(_ instant: Instant) -> Instant { player.handInstant(time(instant)) }
    var end: Instant? { nil }
    var reloadsAtHangup: Bool { true }
    var problem: String? {
        let problems = [
            refusal, steering?.problem, lightProblem, imageProblem, calendarProblem, fieldProblem,
            player.waitsForClock ? SignClock.waiting : nil,
        ].compactMap { $0 }
        return problems.isEmpty ? nil : PrintableText.line(problems.joined(separator: "; "))
    }

    /// The first problem of a file that is not shown, in a line.
    private var refusal: String? {
        guard let first = fileProblems.first else { return nil }
        let others = fileProblems.count - 1
        let more = others == 0 ? "" : others == 1 ? " (and one more problem)" : " (and \(others) more problems)"
        return "the sign stays as it was: \(first)\(more)"
    }

    var descriptors: [Int32] {
        (steering?.descriptors ?? []) + (surroundings.news?.descriptors ?? []) + [player.imageDescriptor]
    }

    /// The instant of the content's time line: that of the wall, if the sign is part of one.
    func time(_ instant: Instant) -> Instant { surroundings.wall?.shared(instant) ?? instant }

    /// Does what was asked for, and reads the file again if it was saved.
    func takeNews(at instant: Instant) {
        steering?.step(at: instant)
        if let heard = surroundings.news?.take(at: instant) {
            if !heard.changes.isEmpty { take(heard.changes, at: instant) }
            if heard.isClockSet { noteClock(at: instant) }
            if heard.isFileChanged, FileStamp(path: player.file.path) != version { readAgain(at: instant) }
        }
        takeImages(at: instant)
        noteCalendars()
        noteFields(at: instant)
        for name in player.takeEndedPushes(at: time(instant)) { steering?.messageEnded(name, at: instant) }
    }

    /// Notes what is wrong with calendars: those that cannot be had, whose last good copy stays, and events of others.
    private func noteCalendars() {
        let failed = player.file.calendars.lazy.compactMap { [news = surroundings.news] source in
            news?.problem(of: source.name).map { "\(source.name): \($0); what came before stays" }
        }.first
        calendarProblem = failed ?? player.calendarWarnings.first
    }

    /// Says once what has changed about the sources of fields; calendars, images and the light are part of `problem`.
    private func noteFields(at instant: Instant) {
        let fields = player.file.fields
        let names = Set(fields.map { "field \($0.name)" })
        let statuses = (surroundings.news?.statuses(fields: fields) ?? []).filter { names.contains($0.name) }
        guard surroundings.hasStatusLine else {
            for line in sourceLog.lines(statuses, at: instant) { report(line) }
            return
        }
        fieldProblem = statuses.lazy.compactMap { status in status.reason.map { "\(status.name): \($0)" } }.first
    }

    /// How fields, calendars, images and the sensor of the light are doing.
    func sourceStatuses() -> [LiveStatus] { surroundings.news?.statuses(fields: player.file.fields) ?? [] }

    func sourceLines(at instant: Instant) -> [String] { sourceStatuses().map { $0.line(at: instant) } }

    /// Shows what sources say, and notes what the sensor of the light does not.
    private func take(_ changes: [LiveChange], at instant: Instant) {
        player.take(changes, at: time(instant))
        guard let light = changes.last(where: { $0.name == SignLight.sourceName })?.reading else { return }
        guard light.isStale || light.value == nil else {
            lightProblem = nil
            return
        }
        let why = surroundings.news?.problem(of: SignLight.sourceName).map { ": \($0)" } ?? ""
        lightProblem = "the light sensor says nothing, and brightness goes by the rest of the sign file\(why)"
    }

    /// Shows images that have come, and a file that has waited for its own.
    private func takeImages(at instant: Instant) {
        player.takeImages(at: time(instant))
        if let file = pending, player.hasImages(of: file) { showRead(file, at: instant) }
        imageProblem = player.imageProblems.first ?? surroundings.news?.problem(of: imageSources)
    }

    /// What asks servers for images.
    private var imageSources: [LiveSource] { sources.filter { $0.form == .document(.image) } }

    /// Asks what is shown now for values, calendars and images.
    func askSources() {
        guard sources != player.sources else { return }
        sources = player.sources
        surroundings.news?.ask(sources)
    }

    /// Does what is due ahead of pictures: cues, and writing what is to survive a restart.
    func announce(at instant: Instant) -> Instant? {
        let (cue, save) = (announceCues(at: instant), steering?.save(at: instant))
        guard let cue, let save else { return cue ?? save }
        return min(cue, save)
    }

    /// Hands cues over to the thread that plays them, a little before they are due.
    private func announceCues(at instant: Instant) -> Instant? {
        guard let steering, !steering.cues.names.isEmpty else { return nil }
        let (player, wall) = (player, surroundings.wall)
        return announcer.step(at: instant) { after -> (instant: Instant, cue: [String])? in
            guard let next = player.nextCues(after: wall?.shared(after) ?? after) else { return nil }
            let due: Instant? = if let wall { wall.epoch.monotonic(next.instant) } else { next.instant }
            guard let due else { return nil }
            return (instant: max(due, after + .one), cue: next.names)
        } tell: { instant, names in
            for name in names { steering.cues.pulse(name, at: instant) }
        }
    }

    /// Follows a wall clock that was set.
    private func noteClock(at instant: Instant) {
        let reading = surroundings.clock.wall.reading(at: instant)
        surroundings.wall?.note(
            wallTime: reading.wall.nanoseconds, at: instant, isSynchronized: reading.isSynchronized)
        player.noteClockWasSet()
    }

    func reload(at instant: Instant) { readAgain(at: instant) }

    /// Shows what the file says now, when its images are loaded; one with problems changes nothing.
    func readAgain(at instant: Instant) {
        let path = player.file.path
        version = FileStamp(path: path)
        do {
            let (readable, problems) = try SignFileLoader.readable(path)
            guard let file = readable else { throw SignError(problems: problems) }
            guard problems.isEmpty else {
                throw SignError(problems: player.problems(of: file, found: problems))
            }
            let changes = file.changesForRestart(
                since: player.file, isBoardGiven: surroundings.isBoardGiven, isStallGiven: surroundings.isStallGiven)
            guard changes.isEmpty else {
                throw SignError(problems: player.problems(of: file, found: changes))
            }
            if player.prepareImages(of: file) { showRead(file, at: instant) } else { pending = file }
        } catch {
            refuse(error)
        }
    }

    /// Shows a file whose images are there, or cannot be had.
    private func showRead(_ file: SignFile, at instant: Instant) {
        pending = nil
        do throws(SignError) {
            try player.show(file, at: time(instant))
            surroundings.news?.take(file)
            if surroundings.clock.take(file) { noteClock(at: instant) }
            askSources()
            if file.brightness.light == nil { lightProblem = nil }
            fileProblems = []
            steering?.keep(file, at: instant)
        } catch {
            refuse(error)
        }
    }

    /// Says why the sign stays as it was.
    func refuse(_ error: any Error) {
        pending = nil
        fileProblems = (error as? SignError)?.problems.map { "\($0)" } ?? ["\(error)"]
        report(fileProblems.joined(separator: "\n"))
    }
}

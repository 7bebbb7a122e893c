import LinuxSystem
import LiveValues
import SignFiles
import SignPlayback
import Timelines

/// How a sign follows what changes around it: values, images, the wall clock, its file and its texts.
extension Sign {
    /// Takes what has come to a descriptor, and asks no other source: shows new values, texts or images, or reads the file again if it
    /// was saved; news that cannot be shown leaves everything as it is, with a `problem`.
    func take(_ descriptor: Int32, at instant: Instant) {
        if descriptor == player.images.descriptor {
            takeImages(at: instant)
        } else if let service = context.events?.liveService, descriptor == service.descriptor {
            let changes = service.take()
            if !changes.isEmpty { take(changes, at: instant) }
        } else if let watch = context.events?.watch, descriptor == watch.descriptor {
            if watch.takeChange(at: instant) {
                player.lookAtFiles(at: time(instant))
                if player.file.isFile, isOtherFile { reload(at: instant) }
            }
        } else if let steps = context.events?.steps, descriptor == steps.descriptor {
            if steps.take() { recordClock(at: instant) }
        } else {
            takeText(at: instant)
        }
        recordProblems(at: instant)
    }

    /// Whether the file is another version than the one that was read last; one that cannot be read always is, so that it is
    /// reported.
    private var isOtherFile: Bool {
        let stamp = FileStamp(path: player.file.path)
        return stamp == nil || stamp != version
    }

    /// Records what is wrong with the images, calendars and fields that the sign has now.
    func recordProblems(at instant: Instant) {
        problems.image = player.images.problems.first ?? context.events?.problem(of: imageSources)
        recordCalendars()
        recordFields(at: instant)
    }

    /// Records what is wrong with calendars: those that cannot be read, whose last good copy stays, and events of others.
    private func recordCalendars() {
        let failed = player.file.calendars.lazy.compactMap { [events = context.events] source in
            events?.problem(of: source.name).map { "\(source.name): \($0); keeping the previous version" }
        }.first
        problems.calendar = failed ?? player.calendarWarnings.first
    }

    /// Says once what has changed about the sources of fields; calendars, images and the light are part of `problem`.
    private func recordFields(at instant: Instant) {
        let fields = player.file.fields
        let names = Set(fields.map { "field \($0.name)" })
        let statuses = sourceStatuses().filter { names.contains($0.name) }
        guard context.hasStatusLine else {
            for line in sourceLog.lines(statuses, at: instant) { report(line) }
            return
        }
        problems.field = statuses.lazy.compactMap { status in status.reason.map { "\(status.name): \($0)" } }.first
    }

    /// How fields, calendars, images and the sensor of the light are doing.
    func sourceStatuses() -> [LiveStatus] {
        let wrong = player.valueProblems
        return (context.events?.statuses(fields: player.file.fields) ?? []).map { status in
            status.name.hasPrefix("field ") ? status.showing(wrong[String(status.name.dropFirst(6))]) : status
        }
    }

    /// How what the sign asks for is doing, a line for each; for reports.
    func sourceLines(at instant: Instant) -> [String] { sourceStatuses().map { $0.line(at: instant) } }

    /// Shows what sources say, and records what the sensor of the light does not.
    private func take(_ changes: [LiveChange], at instant: Instant) {
        player.take(changes, at: time(instant))
        for change in changes { sayIgnored(change) }
        guard let light = changes.last(where: { $0.name == SignLight.sourceName })?.reading else { return }
        guard light.isStale || light.value == nil else {
            problems.light = nil
            return
        }
        let why = context.events?.problem(of: SignLight.sourceName).map { ": \($0)" } ?? ""
        problems.light = "the light sensor has no value; brightness follows the rest of the sign file\(why)"
    }

    /// Says once what a Tronbyt server asks of the sign that it never does.
    private func sayIgnored(_ change: LiveChange) {
        for header in change.document?.answer?.ignored ?? [] where toldHeaders.insert(header).inserted {
            report(
                "warning: \(change.name): the server sends \(header); signs take no firmware, no other address and no restart "
                    + "from a server, and ignore it")
        }
    }

    /// Shows images that have come, and a file that has waited for its own.
    private func takeImages(at instant: Instant) {
        player.takeImages(at: time(instant))
        if let file = pending, player.hasImages(of: file) { showRead(file, at: instant) }
    }

    /// What asks servers for images.
    private var imageSources: [LiveSource] { sources.filter { $0.form == .document(.image) } }

    /// Follows a wall clock that was set.
    func recordClock(at instant: Instant) {
        let reading = context.clock.wall.reading(at: instant)
        context.wall?.record(
            wallTime: reading.wall.nanoseconds, at: instant, isSynchronized: reading.isSynchronized)
        player.recordClockWasSet()
    }

    // MARK: The file and the text

    /// Shows what the file says now, when its images are loaded; a file with problems is ignored.
    func reload(at instant: Instant) {
        let path = player.file.path
        version = FileStamp(path: path)
        do {
            let (readable, problems) = try SignFileLoader.readable(path)
            guard let file = readable else { throw SignError(problems: problems) }
            guard problems.isEmpty else {
                throw SignError(problems: player.problems(of: file, found: problems))
            }
            let changes = file.changesForRestart(
                since: player.file, isBoardGiven: context.isBoardGiven, isStallGiven: context.isStallGiven)
            guard changes.isEmpty else {
                throw SignError(problems: player.problems(of: file, found: changes))
            }
            if player.prepareImages(of: file) { showRead(file, at: instant) } else { pending = file }
        } catch {
            refuse(error)
        }
    }

    /// Shows a file whose images are loaded, or cannot be loaded.
    func showRead(_ file: SignFile, at instant: Instant) {
        pending = nil
        do throws(SignError) {
            try player.show(file, at: time(instant))
            rereadPushed(at: instant)
            context.events?.take(file)
            if context.clock.take(file) { recordClock(at: instant) }
            askSources()
            if file.brightness.light == nil { problems.light = nil }
            problems.file = []
            recordProblems(at: instant)
            store.keep(file, at: instant)
        } catch {
            refuse(error)
        }
    }

    /// Says why the sign keeps what it showed.
    func refuse(_ error: any Error) {
        pending = nil
        player.forgetPrepared()
        problems.file = (error as? SignError)?.problems.map { "\($0)" } ?? ["\(error)"]
        report(problems.file.joined(separator: "\n"))
    }

    /// Shows the newest text of a sign with one message.
    func takeText(at instant: Instant) {
        do {
            guard let text = try context.texts?.takeNewest(at: instant) else { return }
            // A sign without a text goes dark at once; before a blank, the old text moves off.
            showRead(player.file.showing(text.isEmpty ? " " : text), at: instant)
        } catch {
            refuse(error)
        }
    }
}

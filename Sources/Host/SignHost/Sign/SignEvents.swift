import Foundation
import LinuxHardware
import LinuxSystem
import LiveValues
import Schedules
import SignFiles
import SignPlayback
import Timelines

/// Events of the world that a running sign shows: new values of its sources, a saved file, a wall clock that was set.
package final class SignEvents {
    /// The path of the file; nil where the sign is none.
    private let ownPath: String?
    /// The zone of the sign, by whose clocks calendars are looked at as they come.
    private let zone: Mailbox<ZoneRules>
    private let clock: SystemWallClock
    private let connector: LiveConnector?
    private let log: Log
    /// The service that reads the live sources; nil if there are none to read.
    private(set) var liveService: LiveService?
    /// What sees that the file or its images were saved; nil without any.
    private(set) var watch: FileWatch?
    /// The files of images that are watched.
    private var images: [String] = []
    /// What sees that the wall clock was set.
    let steps = WallClockSteps()

    /// Begins to listen; what cannot be watched gets a warning.
    init(_ file: SignFile, clock: SystemWallClock = SystemWallClock(), connector: LiveConnector? = nil, log: Log) {
        (self.clock, self.connector) = (clock, connector)
        self.log = log
        zone = Mailbox(file.zone)
        ownPath = file.isFile ? file.path : nil
        watchFiles()
        ask(file.sources + file.imageSources)
    }

    /// Watches some files of images from now on; returns whether they are others.
    func watch(_ images: [String]) -> Bool {
        guard images != self.images else { return false }
        self.images = images
        watchFiles()
        return true
    }

    private func watchFiles() {
        let paths = [ownPath].compactMap { $0 } + images
        do throws(WordedError) {
            watch = try paths.isEmpty ? nil : FileWatch(paths: paths)
        } catch {
            log.warn("changes of \(paths[0]) are only seen at SIGHUP: \(error)")
        }
    }

    /// Looks at calendars by the clocks of another file from now on.
    func take(_ file: SignFile) { zone.look { $0 = file.zone } }

    /// Asks some sources from now on.
    func ask(_ sources: [LiveSource]) {
        if let liveService {
            liveService.replace(sources)
        } else if !sources.isEmpty {
            do {
                let (zone, clock) = (zone, clock)
                liveService = try LiveService(
                    sources, cacheFolder: Self.cacheFolder(for: sources),
                    reader: SignCalendarDocument.reader(zone: { zone.look { $0 } }, time: { Self.wallTime(clock) }),
                    connector: connector, clock: SystemMonotonicClock())
            } catch {
                log.warn("\(error)")
            }
        }
    }

    /// What the wall clock shows; nil where that is not known to be right.
    private static func wallTime(_ clock: SystemWallClock) -> WallTime? {
        let reading = clock.reading(at: SystemMonotonicClock().now)
        return reading.isSynchronized ? reading.wall : nil
    }

    /// Where the last good copies of calendars and images of servers are kept; nil for no folder.
    private static func cacheFolder(for sources: [LiveSource]) -> String? {
        guard let folder = ControlPaths.ofProcess.cache else {
            return nil
        }
        let isNeeded = sources.contains { source in
            if case .url = source.origin, case .document = source.form { true } else { false }
        }
        if isNeeded {
            // Without it the copies are in memory alone.
            try? FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        return folder
    }

    /// What to wait for; each becomes readable where there is something to take.
    var descriptors: [Int32] {
        [liveService?.descriptor, watch?.descriptor, steps?.descriptor].compactMap { $0 }
    }

    /// Why images of servers are not shown as they are now; nil where all is well.
    func problem(of sources: [LiveSource]) -> String? {
        guard !sources.isEmpty, let liveService else { return nil }
        let names = Set(sources.map(\.name))
        for status in liveService.statuses where names.contains(status.name) {
            if let problem = status.problem { return "\(status.name): \(problem); retrying" }
        }
        return nil
    }

    /// Sets a variable of the file, or removes its value.
    func set(_ name: String, to value: String?) { liveService?.set(name, to: value.map { .text($0) }) }

    /// The topics for whose messages some sources wait, and what takes the messages.
    func topics(of sources: [LiveSource]) -> LiveTopics {
        guard let liveService else { return LiveTopics() }
        return LiveTopics(of: sources) { liveService.arrive($0, topic: $1) }
    }

    /// How all sources are doing but variables, which are set.
    ///
    /// - Parameter fields: those that are fields, and called so.
    func statuses(fields: [LiveSource]) -> [LiveStatus] {
        let names = Set(fields.map(\.name))
        let asked = (liveService?.statuses ?? []).filter {
            $0.nextAttempt != nil || $0.isAwaited || $0.answeredAt != nil
        }
        return asked.map { status in
            var status = status
            if names.contains(status.name) { status.name = "field \(status.name)" }
            return status
        }
    }

    /// Why a source has no value, by its name; nil where it has one.
    func problem(of name: String) -> WordedError? { liveService?.statuses.first { $0.name == name }?.problem }

    /// Ends all programs that were asked.
    func close() { liveService?.close() }

    /// What the sources of a file say, for pictures that are made once.
    ///
    /// Fields and calendars that cannot be read get a warning; calendars are looked at for a time of the wall clock.
    package static func settled(_ file: SignFile, at time: WallTime, log: Log) throws -> [LiveChange] {
        try settled(file.fields + file.calendars + file.imageSources, of: file, at: time, log: log)
    }

    /// What servers give for images that values ask for, for pictures that are made once; nothing is said of those that are missing.
    package static func settled(images sources: [LiveSource], of file: SignFile, at time: WallTime) throws
        -> [LiveChange]
    {
        try settled(sources, of: file, at: time, log: Log { _ in })
    }

    /// The calendars of a file by their names, as they are now; those that cannot be read are missing, with a warning.
    ///
    /// No other source of the file is asked. What is wrong with single events is a warning, too.
    package static func calendars(of file: SignFile, at time: WallTime, log: Log) throws -> [String: CalendarFile] {
        SignCalendarDocument.files(of: file, in: try settled(file.calendars, of: file, at: time, log: log))
    }

    /// The values of a file that come from files and variables, as they are now; nothing is said of those that are missing.
    ///
    /// No program is run, and no server is asked.
    package static func localFields(of file: SignFile, at time: WallTime) throws -> [LiveChange] {
        let local = file.fields.filter { source in
            switch source.origin {
            case .file(let file): !file.isSpecial
            case .variable: true
            case .command, .url, .topic: false
            }
        }
        return try settled(local, of: file, at: time, log: Log { _ in })
    }

    /// Reads the calendars of a file that are files themselves; what is wrong with them and their events is a warning.
    ///
    /// No server is asked, and files that do not exist are left to the inspection of the sign file.
    package static func checkCalendars(of file: SignFile, at time: WallTime, log: Log) throws {
        let files = file.calendars.filter { source in
            guard case .file(let wanted) = source.origin else { return false }
            return wanted.path.contains("*") || FileManager.default.fileExists(atPath: wanted.path)
        }
        _ = try settled(files, of: file, at: time, log: log)
    }

    private static func settled(
        _ sources: [LiveSource], of file: SignFile, at time: WallTime, log: Log
    ) throws -> [LiveChange] {
        guard !sources.isEmpty else { return [] }
        let zone = file.zone
        let liveService = try LiveService(
            sources, reader: SignCalendarDocument.reader(zone: { zone }, time: { time }), clock: SystemMonotonicClock())
        defer { liveService.close() }
        liveService.settle(within: .seconds(10))
        let (fields, calendars) = (Set(file.fields.map(\.name)), Set(file.calendars.map(\.name)))
        for status in liveService.statuses {
            guard let reason = status.reason else { continue }
            if fields.contains(status.name) { log.warn("field \(status.name): \(reason)") }
            if calendars.contains(status.name) { log.warn("\(status.name): \(reason)") }
        }
        let changes = liveService.take()
        for change in changes {
            guard let calendar = change.document?.content as? SignCalendarDocument,
                let source = sources.first(where: { $0.name == change.name })
            else { continue }
            calendar.problems(of: source).forEach(log.warn)
        }
        return changes
    }
}

/// The topics for whose messages the fields of a sign wait, and what takes the messages, from any thread.
package struct LiveTopics: Sendable {
    /// Takes a message, and the topic at which it came; never waits for the sign.
    package typealias Taking = @Sendable (_ message: [UInt8], _ topic: String) -> Void

    /// The names of the topics, without wildcards.
    package let names: Set<String>
    /// Takes a message at one of them.
    package let take: Taking

    /// Names topics.
    package init(_ names: Set<String> = [], _ take: @escaping Taking = { _, _ in }) {
        (self.names, self.take) = (names, take)
    }

    /// Names the topics of some sources.
    package init(of sources: [LiveSource], _ take: @escaping Taking = { _, _ in }) {
        let names = sources.compactMap { source in if case .topic(let name) = source.origin { name } else { nil } }
        self.init(Set(names), take)
    }
}

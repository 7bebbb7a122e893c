import Boards
import LinuxSystem
import LiveValues
import Marquee
import PixelGraphics
import Schedules
import SignFiles
import SignPlayback
import Timelines

/// A running sign: what it shows, what changes that, and what is wrong with it.
///
/// A `SignLoop` draws it, lets it take news when one of its descriptors can be read, and asks it to reload; services perform
/// commands on it. All calls come from the main thread, with instants of CLOCK_MONOTONIC in order, and none waits.
package final class Sign {
    /// What a sign has around it.
    struct Context {
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
        /// The lines of the cues; nil without them.
        var cues: CueService?
        /// Whether a status line shows what is wrong, so that the log has nothing about fields.
        var hasStatusLine = false
    }

    /// What plays the file; it lives on the timeline of `time(_:)`.
    let player: SignPlayer
    let context: Context
    /// What survives a restart.
    package let store: SignStore
    var problems = SignProblems()
    /// What is being dragged in each zone, and how fast it moved before.
    var dragged: [String?: [(marquee: Marquee, velocity: Int64)]] = [:]
    /// A number that grows when motion is paused or resumed, a variable is set, a message is acknowledged or a button pressed.
    private(set) var steerings = 0
    /// How often urgent messages were acknowledged.
    private(set) var acknowledgements = 0
    /// How often the buttons of each action were pressed.
    private(set) var presses: [InputSettings.Action: Int] = [:]
    /// What the loop has done so far, in some lines.
    var loopReport: ((Instant) -> String)?
    /// What has happened on the device; nil without one.
    var deviceCounters: (() -> RunCounters?)?
    /// What takes pixels from the network; nil where nothing does.
    package var pixels: (any PixelStreamControl)?
    /// What a file says whose images are still being loaded.
    var pending: SignFile?
    /// The file as it was when it was read last, so that a save is not reported twice; nil before it was read again.
    var version: FileStamp?
    /// The sources of values, calendars and images.
    private(set) var sources: [LiveSource]
    /// A number that grows when other sources are asked.
    package private(set) var sourcesRevision = 0
    /// The demand of images for which sources are asked.
    private var askedDemands = 0
    /// What the log says about sources.
    var sourceLog = LiveStatusLog()
    /// The headers of servers that the sign ignores, and the log has named.
    var toldHeaders: Set<String> = []
    private var announcer: CueAnnouncer
    /// Says what is wrong with a file, one problem a line.
    let report: (String) -> Void

    /// - Parameter report: gets what is wrong with a file, one problem a line.
    init(
        _ player: SignPlayer, _ context: Context = Context(), store: SignStore = SignStore(write: nil),
        report: @escaping (String) -> Void
    ) {
        (self.player, self.context, self.store, self.report) = (player, context, store, report)
        announcer = CueAnnouncer(from: context.wall?.shared(context.start) ?? context.start)
        // Those that are asked from the start; `step` adds what the first pictures ask for.
        sources = player.file.sources + player.file.imageSources
        _ = context.events?.watch(player.imageFiles)
    }

    /// A sign without a board and without events.
    package convenience init(_ player: SignPlayer, store: SignStore, report: @escaping (String) -> Void) {
        self.init(player, Context(), store: store, report: report)
    }

    /// What is drawn: always the same object, whose revision grows when news changed its look.
    ///
    /// The brightness of the sign is part of its pictures, because it changes with time.
    var content: any Content { context.wall ?? player }

    /// The controller of the motion, for mouse and keys; nil where the picture does not move.
    package var marquee: Marquee? { player.marquee }

    /// The instant of the controller's time line, which may be behind: it stands still while something more urgent is shown.
    package func handInstant(_ instant: Instant) -> Instant { player.handInstant(time(instant)) }

    /// When the sign ends by itself; nil for never.
    ///
    /// Asked for again after every event.
    var end: Instant? { context.texts == nil ? nil : player.turnEnd }

    /// Whether SIGHUP asks to read the sign file again; without one it ends the sign, like every program whose terminal is
    /// gone.
    var reloadsAtHangup: Bool { context.texts == nil && player.file.isFile }

    /// What is wrong with the sign, a line for each problem; nil where all is well.
    ///
    /// A new one is reported in the status line of an output, or in the log.
    var problem: String? {
        problems.lines(cues: context.cues?.problem, store: store.problem, isWaiting: player.waitsForClock)
    }

    /// What to wait for beside the clock: descriptors that become readable when there is news for `take`.
    ///
    /// They change after a `take` or a command alone, and where `sourcesRevision` grows.
    var descriptors: [Int32] {
        var descriptors = context.events?.descriptors ?? []
        descriptors.append(player.images.descriptor)
        descriptors += context.texts?.descriptors ?? []
        return descriptors
    }

    /// The instant of the content's timeline: that of the wall, if the sign is part of one.
    func time(_ instant: Instant) -> Instant { context.wall?.shared(instant) ?? instant }

    // MARK: Running

    /// Shows the messages and variables that were kept before a restart; returns a line for each that the sign rejects, which is
    /// dropped, and warnings about the rest.
    package func restore(at instant: Instant) -> [String] {
        var lines: [String] = []
        let saved = store.saved
        for (name, value) in saved.variables.sorted(by: { $0.key < $1.key }).prefix(SignStore.maximumVariables) {
            do throws(ControlError) {
                _ = try show(name, value)
                store.set(name, to: value, isSaved: true, at: instant)
            } catch {
                lines.append("the variable \"\(name)\" of the state file: \(error)")
            }
        }
        for message in saved.messages.prefix(SignStore.maximumMessages).compactMap(store.resumed) {
            do throws(ControlError) {
                if let warning = try show(message, at: instant) { lines.append(warning) }
                store.put(message, isSaved: true, at: instant)
            } catch {
                lines.append("the message \"\(message.name)\" of the state file: \(error)")
            }
        }
        return lines
    }

    /// Announces cues, drops pushed messages that have ended, and writes what is to survive a restart; returns when to call it
    /// again at the latest, `distantFuture` for after the next change.
    func step(at instant: Instant) -> Instant {
        let cue = announceCues(at: instant)
        dropEnded(at: instant)
        store.step(at: instant)
        if player.demands != askedDemands {
            askSources()
            recordProblems(at: instant)
        }
        return cue.earlier(nextMessageEnd).earlier(store.due) ?? .distantFuture
    }

    /// Brings the lines of cues to rest, and writes what is to survive a restart.
    package func close(at instant: Instant) {
        context.cues?.end()
        dropEnded(at: instant)
        store.close(at: instant)
    }

    /// Drops the pushed messages that have ended by themselves: shown as often as they say, acknowledged, or past their lifetime.
    func dropEnded(at instant: Instant) {
        let names = player.takeEndedPushes(at: time(instant))
        guard !names.isEmpty else { return }
        store.drop(names, at: instant)
        messagesWent(at: instant)
    }

    /// When a pushed message may end by itself, as of the last `dropEnded`; nil for never.
    private var nextMessageEnd: Instant? { player.nextPushEnd.flatMap(monotonic) }

    /// The instant at which the player's time is another one; nil for one that never comes.
    private func monotonic(_ instant: Instant) -> Instant? {
        guard let wall = context.wall else { return instant }
        return wall.epoch.monotonic(instant)
    }

    /// Passes cues to the thread that plays them, a little before they are due.
    private func announceCues(at instant: Instant) -> Instant? {
        guard let cues = context.cues, !cues.names.isEmpty else { return nil }
        return announcer.step(at: time(instant), next: player.nextCues) { due, name in
            if let due = monotonic(due) { cues.pulse(name, at: due) }
        }.flatMap(monotonic)
    }

    /// Asks what is shown now for values, calendars and images.
    func askSources() {
        askedDemands = player.demands
        if context.events?.watch(player.imageFiles) ?? false { sourcesRevision += 1 }
        guard sources != player.sources else { return }
        sources = player.sources
        context.events?.ask(sources)
        // Also those that the file has only now, or with another initial value.
        for field in player.file.fields where field.isVariable {
            context.events?.set(field.name, to: store.variables[field.name] ?? field.initialText)
        }
        sourcesRevision += 1
    }

    // MARK: Counting

    /// Counts a press of a button, whether or not its action can be done.
    package func count(_ press: InputSettings.Action) {
        presses[press, default: 0] += 1
        steerings &+= 1
    }

    /// Records that viewers have something to learn that the player does not count.
    func recordSteering(acknowledges: Bool = false) {
        if acknowledges { acknowledgements &+= 1 }
        steerings &+= 1
    }
}

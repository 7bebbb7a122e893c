import Boards
import LiveValues
import Marquee
import PixelGraphics
import Settings
import SignFiles
import SignPlayback
import Timelines

/// What commands do to a sign. A zone of nil stands for the whole sign: all zones, and messages that cover them.
extension Sign {
    // MARK: Messages

    /// Shows a message in addition to those of the sign file, and keeps it; replaces one with the same name.
    ///
    /// The keys of `message.look` are those of a message of a sign file; its `text` in JSON is YAML as well
    /// (`message.look.line`).
    ///
    /// - Returns: a warning, for example that it is not shown; nil if there is none.
    package func push(_ message: PushedMessage, at instant: Instant) throws(ControlError) -> String? {
        try store.checkRoom(for: message, at: instant)
        let warning = try show(message, at: instant)
        store.put(message, at: instant)
        return warning
    }

    /// Shows a pushed message.
    func show(_ message: PushedMessage, at instant: Instant) throws(ControlError) -> String? {
        try checkZone(message.zone)
        do {
            let parsed = try SignMessage(message.look, for: player.file)
            guard !parsed.isBlank else {
                throw ControlError.refused("the message is empty; give it a text, an image, parts or a background")
            }
            ProvokedFaults.recordPush(message.mark)
            let isShown = try player.push(parsed, zone: message.zone, mark: message.mark, at: time(instant))
            askSources()
            problems.messages[message.name] = nil
            // It may have taken the place of another one.
            recordProblems(at: instant)
            return isShown ? nil : Self.crashWords("the message \"\(message.name)\"")
        } catch let error as SignError {
            throw .refused("\(error.ofPushed(message.look))")
        } catch {
            throw ControlError(caught: error)
        }
    }

    /// Reads the pushed messages again for another sign file, as after a restart.
    ///
    /// Its `style`, `maps` and `times` are part of them. One that does not fit the file keeps what it has, with a problem.
    func rereadPushed(at instant: Instant) {
        problems.messages = [:]
        for message in store.messages(at: instant) {
            do throws(SignError) {
                try player.update(SignMessage(message.look, for: player.file), at: time(instant))
            } catch {
                problems.messages[message.name] = "\(error.ofPushed(message.look))"
            }
        }
    }

    /// Reports that messages are not shown because of crashes.
    private static func crashWords(_ message: String) -> String {
        "\(message) is not shown, because the program has crashed \(CrashLog.maximumCrashes) times while it was drawn; change it, or "
            + "remove it"
    }

    /// The messages of the file that are not shown because of crashes, one line each.
    func crashWarnings(at instant: Instant) -> [String] {
        listed(at: instant).filter { $0.state == .quarantined && !$0.isPushed }.map { listed in
            Self.crashWords("the message \"\(listed.message.name ?? listed.message.title)\" of the sign file")
        }
    }

    /// Removes a pushed message.
    package func remove(_ name: String, at instant: Instant) throws(ControlError) {
        try store.remove(name, at: instant)
        if player.removePushed(name, at: time(instant)) { messagesWent(at: instant) }
    }

    /// Asks nothing more for messages that are gone, and forgets what was wrong with them.
    func messagesWent(at instant: Instant) {
        let names = Set(store.messages(at: instant).map(\.name))
        problems.messages = problems.messages.filter { names.contains($0.key) }
        askSources()
        recordProblems(at: instant)
    }

    /// The messages that the sign has, in order: those of the sign file and those that were pushed.
    package func listed(at instant: Instant) -> [SignPlayer.Listed] { player.listed(at: time(instant)) }

    // MARK: Zones

    /// Moves content by hand.
    package func drag(_ step: DragStep, at instant: Instant) throws(ControlError) {
        if case .begin(let zone) = step { try checkZone(zone) }
        let shown = player.marquees(zone: step.zone, at: time(instant))
        // Content that is not held, or no longer shown, is left alone.
        let held = shown.compactMap { marquee, instant in
            dragged[step.zone]?.first { $0.marquee === marquee }.map { (marquee, $0.velocity, instant) }
        }
        switch step {
        case .begin(let zone):
            guard !shown.isEmpty else { throw ControlError.refused("no moving text is shown") }
            dragged[zone] = shown.map { ($0.marquee, $0.marquee.velocity) }
            for (marquee, instant) in shown { marquee.beginDrag(at: instant) }
        case .move(_, let pixels):
            for (marquee, _, instant) in held { marquee.drag(by: pixels, at: instant) }
        case .release(let zone, let velocity):
            for (marquee, before, instant) in held {
                marquee.release(velocity: velocity.map { Int64($0) * Subpixel.perPixel } ?? before, at: instant)
            }
            dragged[zone] = nil
        }
    }

    /// The content that moves in a zone, each with the instant of its own timeline.
    func marquees(
        _ zone: String?, at instant: Instant
    ) throws(ControlError) -> [(marquee: Marquee, instant: Instant)] {
        try checkZone(zone)
        return player.marquees(zone: zone, at: time(instant))
    }

    /// Checks that the sign has a zone.
    func checkZone(_ zone: String?) throws(ControlError) {
        guard player.hasZone(zone) else { throw unknownZone(zone) }
    }

    /// Says which zones there are.
    func unknownZone(_ zone: String?) -> ControlError {
        let names = player.zoneNames
        return ControlError.refused(
            "unknown zone \"\(zone ?? "")\"; "
                + (names.isEmpty ? "the sign has no named zones" : "the zones are \(names.joined(separator: ", "))"))
    }

    // MARK: Variables

    /// Sets a variable that texts show, and keeps it; nil unsets it, so that one of the sign file has its initial value again.
    ///
    /// - Returns: a warning, for example that no text shows it; nil if there is none.
    package func set(_ name: String, to value: String?, at instant: Instant) throws(ControlError) -> String? {
        try store.checkVariable(name, value)
        let warning = try show(name, value)
        store.set(name, to: value, at: instant)
        return warning
    }

    /// Lets texts show the value of a variable.
    func show(_ name: String, _ value: String?) throws(ControlError) -> String? {
        let fields = player.file.fields
        let source = fields.first { $0.name == name }
        guard source?.isVariable ?? true else {
            throw ControlError.refused(
                "the field \"\(name)\" of the sign file has its own source, and is not a variable")
        }
        recordSteering()
        context.events?.set(name, to: value ?? source?.initialText)
        guard source == nil, value != nil else { return nil }
        let nearest = NearestName.find(name, among: fields.filter(\.isVariable).map(\.name))
        return "the sign file has no variable \"\(name)\" (fields), so no text shows it"
            + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
    }

    /// The variables that were set, and those of the sign file with their initial values, in the order of their names; nil
    /// for no value.
    package func variables(at instant: Instant) -> [(name: String, value: String?)] {
        var all = Dictionary(defaults.map { ($0.name, $0.value) }) { $1 }
        all.merge(store.variables.mapValues { .some($0) }) { $1 }
        return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The variables of the sign file with their initial values, in the order of the file; nil for none.
    var defaults: [(name: String, value: String?)] {
        player.file.fields.filter(\.isVariable).map { ($0.name, $0.initialText) }
    }
}

/// A step of a drag: how knobs, the page and `drag` move the content by hand.
///
/// A zone of nil stands for the whole sign.
package enum DragStep: Hashable, Sendable {
    /// Grabs the content, which pauses its automatic motion.
    case begin(zone: String?)
    /// Moves it to this many pixels right of (below, for vertical motion) where the drag began, exactly.
    case move(zone: String?, pixels: Int)
    /// Releases it while it moves right (down) at a velocity in pixels per second; nil for the velocity that it had before.
    case release(zone: String?, velocity: Int?)

    /// The most pixels, and the most pixels per second, in either direction.
    package static let maximum = 20_000

    /// The zone that it moves; nil for the whole sign.
    package var zone: String? {
        switch self {
        case .begin(let zone), .move(let zone, _), .release(let zone, _): zone
        }
    }
}

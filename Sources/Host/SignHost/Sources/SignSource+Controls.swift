import Boards
import LiveValues
import Marquee
import PixelGraphics
import Settings
import SignFiles
import SignPlayback
import Timelines

/// What the control socket, knobs and buttons do to a sign.
extension SignSource: SignControls {
    package func push(_ message: PushedMessage, at instant: Instant) throws(ControlError) -> String? {
        try checkZone(message.zone)
        do {
            let parsed = try SignMessage(message.look, for: player.file)
            guard !parsed.isBlank else {
                throw ControlError.refused("the message is empty; give it a text, an image, parts or a background")
            }
            ProvokedFaults.notePush(message.mark)
            let isShown = try player.push(parsed, zone: message.zone, mark: message.mark, at: time(instant))
            askSources()
            // It may have taken the place of another one.
            noteProblems(at: instant)
            return isShown ? nil : Self.crashWords("the message \"\(message.name)\"")
        } catch {
            throw ControlError(caught: error)
        }
    }

    /// Reports that messages are not shown because of crashes.
    private static func crashWords(_ message: String) -> String {
        "\(message) is not shown, because the program has crashed \(CrashLog.mostCrashes) times while it was drawn; change it, or "
            + "remove it"
    }

    /// The messages of the file that are not shown because of crashes, one line each.
    func crashWarnings(at instant: Instant) -> [String] {
        player.listed(at: time(instant)).filter { $0.state == .quarantined && !$0.isPushed }.map { listed in
            Self.crashWords("the message \"\(listed.message.name ?? listed.message.title)\" of the sign file")
        }
    }

    package func remove(_ name: String, at instant: Instant) throws(ControlError) {
        if player.removePushed(name, at: time(instant)) { messagesWent(at: instant) }
    }

    package func takeEndedMessages(at instant: Instant) -> [String] {
        let names = player.takeEndedPushes(at: time(instant))
        if !names.isEmpty { messagesWent(at: instant) }
        return names
    }

    package var nextMessageEnd: Instant? {
        guard let end = player.nextPushEnd else { return nil }
        guard let wall = surroundings.wall else { return end }
        return wall.epoch.monotonic(end)
    }

    /// Asks nothing more for messages that are gone, and forgets what was wrong with them.
    private func messagesWent(at instant: Instant) {
        askSources()
        noteProblems(at: instant)
    }

    package func messages(at instant: Instant) -> [ListedMessage] {
        player.listed(at: time(instant)).map { listed in
            ListedMessage(
                name: listed.message.name, zone: listed.zone, text: listed.message.title,
                priority: listed.message.priority, isPushed: listed.isPushed,
                state: listed.state, next: listed.next.map { Int(($0.count + 999_999_999) / 1_000_000_000) },
                words: listed.words)
        }
    }

    package func pause(zone: String?, at instant: Instant) throws(ControlError) {
        for (marquee, instant) in try marquees(zone, at: instant) { marquee.pause(at: instant) }
        steerings &+= 1
    }

    package func resume(zone: String?, at instant: Instant) throws(ControlError) {
        for (marquee, instant) in try marquees(zone, at: instant) { marquee.resume(at: instant) }
        steerings &+= 1
    }

    package func next(zone: String?, at instant: Instant) throws(ControlError) {
        try checkZone(zone)
        guard player.skip(zone: zone, at: time(instant)) else {
            throw ControlError.refused("no message can be skipped: the sign is dark, or shows all messages together")
        }
    }

    package func acknowledge(zone: String?, at instant: Instant) throws(ControlError) {
        try checkZone(zone)
        guard player.acknowledge(zone: zone, at: time(instant)) else {
            throw ControlError.refused("no message with a priority is shown, so none can be acknowledged")
        }
        acknowledgements &+= 1
        steerings &+= 1
    }

    package func notePress(_ action: InputSettings.Action) {
        presses.note(action)
        steerings &+= 1
    }

    package func setBrightness(percent: Int?, at instant: Instant) throws(ControlError) {
        player.setBrightness(percent, at: time(instant))
    }

    // MARK: Dragging

    package func drag(_ step: DragStep, at instant: Instant) throws(ControlError) {
        switch step {
        case .begin(let zone): try beginDrag(zone, at: instant)
        case .move(let zone, let pixels):
            for (marquee, instant) in heldNow(zone, at: instant) { marquee.drag(by: pixels, at: instant) }
        case .release(let zone, let velocity): release(zone, velocity: velocity, at: instant)
        }
    }

    private func beginDrag(_ zone: String?, at instant: Instant) throws(ControlError) {
        let held = try marquees(zone, at: instant)
        guard !held.isEmpty else { throw ControlError.refused("no moving text is shown") }
        dragged[zone] = held.map { ($0.marquee, $0.marquee.velocity) }
        for (marquee, instant) in held { marquee.beginDrag(at: instant) }
    }

    private func release(_ zone: String?, velocity: Int?, at instant: Instant) {
        let before = dragged[zone] ?? []
        for (marquee, instant) in heldNow(zone, at: instant) {
            let own = before.first { $0.marquee === marquee }?.velocity ?? 0
            marquee.release(velocity: velocity.map { Int64($0) * Subpixel.perPixel } ?? own, at: instant)
        }
        dragged[zone] = nil
    }

    /// The content that is being dragged and still shown.
    private func heldNow(_ zone: String?, at instant: Instant) -> [(marquee: Marquee, instant: Instant)] {
        let held = dragged[zone] ?? []
        return player.marquees(zone: zone, at: time(instant)).filter { shown in
            held.contains { $0.marquee === shown.marquee }
        }
    }

    private func marquees(
        _ zone: String?, at instant: Instant
    ) throws(ControlError) -> [(marquee: Marquee, instant: Instant)] {
        try checkZone(zone)
        return player.marquees(zone: zone, at: time(instant))
    }

    private func checkZone(_ zone: String?) throws(ControlError) {
        guard player.hasZone(zone) else { throw unknownZone(zone) }
    }

    /// Says which zones there are.
    func unknownZone(_ zone: String?) -> ControlError {
        let names = player.zoneNames
        return ControlError.refused(
            "unknown zone \"\(zone ?? "")\"; "
                + (names.isEmpty ? "the sign has no named zones" : "the zones are \(names.joined(separator: ", "))"))
    }

    // MARK: The rest

    package func setVariable(_ name: String, to value: String?, at instant: Instant) throws(ControlError) -> String? {
        let fields = player.file.fields
        let source = fields.first { $0.name == name }
        guard source?.isVariable ?? true else {
            throw ControlError.refused(
                "the field \"\(name)\" of the sign file has a source of its own, and is no variable")
        }
        variables[name] = value
        steerings &+= 1
        surroundings.events?.set(name, to: value ?? source?.initialText)
        guard source == nil, value != nil else { return nil }
        let nearest = NearestName.find(name, among: fields.filter(\.isVariable).map(\.name))
        return "the sign file has no variable \"\(name)\" (fields), so no text shows it"
            + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
    }

    package func variables(at instant: Instant) -> [(name: String, value: String?)] {
        var all: [String: String?] = [:]
        for field in player.file.fields where field.isVariable {
            all.updateValue(field.initialText, forKey: field.name)
        }
        all.merge(variables.mapValues { .some($0) }) { $1 }
        return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    package func pulse(_ cue: String, at instant: Instant) throws(ControlError) {
        guard let steering, steering.cues.names.contains(cue) else {
            throw ControlError.refused("the sign file has no cue \"\(cue)\" (cues)")
        }
        guard steering.cues.pulse(cue, at: instant) else {
            throw ControlError.refused("the line of the cue \"\(cue)\" could not be opened when the sign started")
        }
    }

    package func statistics(at instant: Instant) -> JSONValue {
        var members = [
            JSONMember("file", .text(player.file.path)),
            JSONMember("seconds", .integer((instant - surroundings.start).count / 1_000_000_000)),
            JSONMember("brightness", .integer(player.brightness.percent)),
            JSONMember("clock", .text(surroundings.clock.state)),
            JSONMember("problem", problem.map { .text($0) } ?? .null),
        ]
        if let statistics { members.append(JSONMember("report", .text(statistics(instant)))) }
        let sources = sourceStatuses().map { Self.json($0, at: instant) }
        if !sources.isEmpty { members.append(JSONMember("sources", .list(sources))) }
        if let counts = steering?.cues.counts, !(steering?.cues.names.isEmpty ?? true) {
            members.append(JSONMember("cues-played", .integer(counts.played)))
            members.append(JSONMember("cues-skipped", .integer(counts.skipped)))
            members.append(JSONMember("cues-worst-lateness-us", .integer(counts.worstLateness.count / 1_000)))
        }
        if let status = pixels?.status { members += status.counts }
        return .object(members)
    }

    private static func json(_ status: LiveStatus, at instant: Instant) -> JSONValue {
        func seconds(_ time: Nanoseconds?) -> JSONValue {
            time.map { .integer(max($0.count, 0) / 1_000_000_000) } ?? .null
        }
        return .object([
            JSONMember("name", .text(LiveText.clean(status.name))),
            JSONMember("problem", status.reason.map { .text($0) } ?? .null),
            JSONMember("failures", .integer(status.failures)),
            JSONMember("seconds-since-answer", seconds(status.answeredAt.map { instant - $0 })),
            JSONMember("seconds-to-next-attempt", seconds(status.nextAttempt.map { $0 - instant })),
            JSONMember("report", .text(status.line(at: instant))),
        ])
    }

    package func screenshot(at instant: Instant) throws(ControlError) -> Screenshot {
        guard let board = surroundings.board else { throw ControlError.refused("the sign has no panel") }
        var frame = Frame(size: board.size, format: board.format)
        guard board.size.width * board.size.height <= Screenshot.mostPixels else {
            throw ControlError.refused("the sign has more than \(Screenshot.mostPixels) pixels")
        }
        content.draw(at: instant, into: &frame)
        return Screenshot(frame: frame, ledColor: board.ledColor.color)
    }

    package func readFileAgain(at instant: Instant) throws(ControlError) {
        readAgain(at: instant)
        guard fileProblems.isEmpty else {
            throw ControlError.refused((["keeping the previous sign:"] + fileProblems).joined(separator: "\n"))
        }
    }
}

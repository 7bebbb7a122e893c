import Boards
import LiveValues
import Marquee
import PixelGraphics
import SignContent
import SignControl
import Timelines

/// What the control socket, knobs and buttons do to the sign of `run`.
extension SignFileSource: SignControls {
    func push(_ message: PushedMessage, at instant: Instant) throws(ControlRefusal) -> String? {
        try checkZone(message.zone)
        do {
            let parsed = try SignMessage(parsing: message.look.line, for: player.file)
            guard !parsed.isBlank else {
                throw ControlRefusal("the message shows nothing; give it a text, an image, parts or a background")
            }
            ProvokedFaults.notePush(message.mark)
            let isShown = try player.push(parsed, zone: message.zone, mark: message.mark, at: time(instant))
            askSources()
            return isShown ? nil : Self.crashWords("the message \"\(message.name)\"")
        } catch let refusal as ControlRefusal {
            throw refusal
        } catch {
            throw ControlRefusal("\(error)")
        }
    }

    /// Says that something is not shown because of crashes.
    private static func crashWords(_ message: String) -> String {
        "\(message) is not shown, because the program has crashed \(CrashLog.mostCrashes) times while it was drawn; change it, or "
            + "remove it"
    }

    /// What is not shown of the file because of crashes, a line for each.
    func crashWarnings(at instant: Instant) -> [String] {
        player.listed(at: time(instant)).filter { $0.state == .quarantined && !$0.isPushed }.map { listed in
            Self.crashWords("the message \"\(listed.message.name ?? listed.message.title)\" of the sign file")
        }
    }

    func remove(_ name: String, at instant: Instant) throws(ControlRefusal) {
        _ = player.removePushed(name, at: time(instant))
    }

    func messages(at instant: Instant) -> [ListedMessage] {
        player.listed(at: time(instant)).map { listed in
            ListedMessage(
                name: listed.message.name, zone: listed.zone, text: listed.message.title,
                priority: listed.message.priority, isPushed: listed.isPushed,
                state: ListedMessage.State(rawValue: listed.state.rawValue) ?? .off)
        }
    }

    func pause(zone: String?, at instant: Instant) throws(ControlRefusal) {
        for (marquee, instant) in try marquees(zone, at: instant) { marquee.pause(at: instant) }
    }

    func resume(zone: String?, at instant: Instant) throws(ControlRefusal) {
        for (marquee, instant) in try marquees(zone, at: instant) { marquee.resume(at: instant) }
    }

    func next(zone: String?, at instant: Instant) throws(ControlRefusal) {
        try checkZone(zone)
        guard player.skip(zone: zone, at: time(instant)) else {
            throw ControlRefusal("no message has a turn that could end: nothing is shown, or all are shown together")
        }
    }

    func acknowledge(zone: String?, at instant: Instant) throws(ControlRefusal) {
        try checkZone(zone)
        guard player.acknowledge(zone: zone, at: time(instant)) else {
            throw ControlRefusal("no message with a priority is shown; there is nothing to acknowledge")
        }
    }

    func setBrightness(percent: Int?, at instant: Instant) throws(ControlRefusal) {
        player.setBrightness(percent, at: time(instant))
    }

    // MARK: Hands

    func beginDrag(zone: String?, at instant: Instant) throws(ControlRefusal) {
        let held = try marquees(zone, at: instant)
        guard !held.isEmpty else { throw ControlRefusal("nothing is shown that could be moved") }
        inHand[zone] = held.map { ($0.marquee, $0.marquee.velocity) }
        for (marquee, instant) in held { marquee.beginDrag(at: instant) }
    }

    func drag(by pixels: Int, zone: String?, at instant: Instant) throws(ControlRefusal) {
        for (marquee, instant) in heldNow(zone, at: instant) { marquee.drag(by: pixels, at: instant) }
    }

    func release(velocity: Int?, zone: String?, at instant: Instant) throws(ControlRefusal) {
        let before = inHand[zone] ?? []
        for (marquee, instant) in heldNow(zone, at: instant) {
            let own = before.first { $0.marquee === marquee }?.velocity ?? 0
            marquee.release(velocity: velocity.map { Int64($0) * Subpixel.perPixel } ?? own, at: instant)
        }
        inHand[zone] = nil
    }

    /// What is in hand and still shown.
    private func heldNow(_ zone: String?, at instant: Instant) -> [(marquee: Marquee, instant: Instant)] {
        let held = inHand[zone] ?? []
        return player.marquees(zone: zone, at: time(instant)).filter { shown in
            held.contains { $0.marquee === shown.marquee }
        }
    }

    private func marquees(
        _ zone: String?, at instant: Instant
    ) throws(ControlRefusal) -> [(marquee: Marquee, instant: Instant)] {
        try checkZone(zone)
        return player.marquees(zone: zone, at: time(instant))
    }

    private func checkZone(_ zone: String?) throws(ControlRefusal) {
        guard !player.hasZone(zone) else { return }
        let names = player.zoneNames
        throw ControlRefusal(
            "there is no zone \"\(zone ?? "")\"; "
                + (names.isEmpty ? "the sign has none" : "the zones are \(names.joined(separator: ", "))"))
    }

    // MARK: The rest

    func setVariable(_ name: String, to value: String?, at instant: Instant) throws(ControlRefusal) -> String? {
        let fields = player.file.fields
        let source = fields.first { $0.name == name }
        guard source?.isVariable ?? true else {
            throw ControlRefusal("the field \"\(name)\" of the sign file has a source of its own, and is no variable")
        }
        variables[name] = value
        surroundings.news?.set(name, to: value)
        guard source == nil, value != nil else { return nil }
        let nearest = NearestName.find(name, among: fields.filter(\.isVariable).map(\.name))
        return "the sign file has no variable \"\(name)\" (fields), so nothing shows it"
            + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
    }

    func variables(at instant: Instant) -> [(name: String, value: String?)] {
        variables.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func pulse(_ cue: String, at instant: Instant) throws(ControlRefusal) {
        guard let steering, steering.cues.names.contains(cue) else {
            throw ControlRefusal("the sign file has no cue \"\(cue)\" (cues)")
        }
        guard steering.cues.pulse(cue, at: instant) else {
            throw ControlRefusal("the line of the cue \"\(cue)\" could not be had when the sign was started")
        }
    }

    func statistics(at instant: Instant) -> JSONValue {
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

    func screenshot(at instant: Instant) throws(ControlRefusal) -> Screenshot {
        guard let board = surroundings.board else { throw ControlRefusal("there is no panel to look at") }
        var frame = Frame(size: board.size, format: board.format)
        guard board.size.width * board.size.height <= Screenshot.mostPixels else {
            throw ControlRefusal("the sign has more than \(Screenshot.mostPixels) pixels")
        }
        frame.brightness = brightness
        content.draw(at: instant, into: &frame)
        frame.brightness = min(frame.brightness, brightness)
        return Screenshot(frame: frame, ledColor: board.previewColor)
    }

    func readFileAgain(at instant: Instant) throws(ControlRefusal) {
        readAgain(at: instant)
        guard fileProblems.isEmpty else {
            throw ControlRefusal((["the sign stays as it was:"] + fileProblems).joined(separator: "\n"))
        }
    }
}

import Settings
import SignPlayback
import Timelines

extension Sign {
    /// Performs the request in a line; returns the reply.
    ///
    /// - Parameter line: without its end.
    package func answer(_ line: some Collection<UInt8>, at instant: Instant) -> JSONValue {
        do throws(ControlError) {
            return ControlReply.done(try ControlCommand(parsing: line).perform(on: self, at: instant))
        } catch {
            return ControlReply.failed(error)
        }
    }
}

extension ControlCommand {
    /// Performs the command on a sign; returns the content of the reply.
    package func perform(on sign: Sign, at instant: Instant) throws(ControlError) -> [JSONMember] {
        // Before anything is counted or listed.
        sign.dropEnded(at: instant)
        switch self {
        case .push(let look, let name, let zone):
            let message = PushedMessage(name: name ?? sign.store.freeName(at: instant), zone: zone, look: look)
            let warning = try sign.push(message, at: instant)
            return [JSONMember("name", .text(message.name))] + Self.members(ofWarning: warning)
        case .remove(let name): try sign.remove(name, at: instant)
        case .list: return [JSONMember("messages", .list(sign.listed(at: instant).map(\.json)))]
        case .set(let name, let value): return Self.members(ofWarning: try sign.set(name, to: value, at: instant))
        case .get(let name): return try Self.get(name, of: sign.variables(at: instant))
        case .pause(let zone):
            for (marquee, instant) in try sign.marquees(zone, at: instant) { marquee.pause(at: instant) }
            sign.recordSteering()
        case .resume(let zone):
            for (marquee, instant) in try sign.marquees(zone, at: instant) { marquee.resume(at: instant) }
            sign.recordSteering()
        case .next(let zone): try Self.skip(zone, of: sign, at: instant)
        case .acknowledge(let zone): try Self.acknowledge(zone, of: sign, at: instant)
        case .brightness(let percent): sign.player.setBrightness(percent, at: sign.time(instant))
        case .drag(let pixels, let velocity, let zone):
            try sign.drag(.begin(zone: zone), at: instant)
            try sign.drag(.move(zone: zone, pixels: pixels), at: instant)
            try sign.drag(.release(zone: zone, velocity: velocity), at: instant)
        case .cue(let name): try Self.pulse(name, of: sign.context.cues, at: instant)
        case .pixels(let action): return [JSONMember("pixels", try Self.steerPixels(action, of: sign))]
        case .stats: return [JSONMember("stats", sign.statistics(at: instant))]
        case .screenshot: return try sign.screenshot(at: instant).members
        case .reload: try Self.reload(sign, at: instant)
        }
        return []
    }

    private static func members(ofWarning warning: String?) -> [JSONMember] {
        warning.map { [JSONMember("warning", .text($0))] } ?? []
    }

    private static func get(
        _ name: String?, of all: [(name: String, value: String?)]
    ) throws(ControlError) -> [JSONMember] {
        func json(_ value: String?) -> JSONValue { value.map { .text($0) } ?? .null }
        guard let name else {
            return [JSONMember("variables", .object(all.map { JSONMember($0.name, json($0.value)) }))]
        }
        guard let found = all.first(where: { $0.name == name }) else {
            throw ControlError(.noSuchVariable(name, nearest: NearestName.find(name, among: all.map(\.name))))
        }
        return [JSONMember("value", json(found.value))]
    }

    private static func skip(_ zone: String?, of sign: Sign, at instant: Instant) throws(ControlError) {
        try sign.checkZone(zone)
        guard sign.player.skip(zone: zone, at: sign.time(instant)) else {
            throw ControlError.refused("no message can be skipped: the sign is dark, or shows all messages together")
        }
    }

    private static func acknowledge(_ zone: String?, of sign: Sign, at instant: Instant) throws(ControlError) {
        try sign.checkZone(zone)
        guard sign.player.acknowledge(zone: zone, at: sign.time(instant)) else {
            throw ControlError.refused("no message with a priority is shown, so none can be acknowledged")
        }
        sign.recordSteering(acknowledges: true)
    }

    private static func pulse(_ name: String, of cues: CueService?, at instant: Instant) throws(ControlError) {
        guard let cues, cues.names.contains(name) else {
            throw ControlError.refused("the sign file has no cue \"\(name)\" (cues)")
        }
        guard cues.pulse(name, at: instant) else {
            throw ControlError.refused("the line of the cue \"\(name)\" could not be opened when the sign started")
        }
    }

    private static func steerPixels(_ action: PixelsAction?, of sign: Sign) throws(ControlError) -> JSONValue {
        guard let pixels = sign.pixels else {
            if action == nil { return .null }
            throw ControlError.refused(PixelStreamStatus.noPixels)
        }
        switch action {
        case .stop: pixels.stop()
        case .allow: pixels.allow()
        case nil: break
        }
        return sign.pixelStatus
    }

    private static func reload(_ sign: Sign, at instant: Instant) throws(ControlError) {
        sign.reload(at: instant)
        guard sign.problems.file.isEmpty else {
            throw ControlError.refused((["keeping the previous sign:"] + sign.problems.file).joined(separator: "\n"))
        }
    }
}

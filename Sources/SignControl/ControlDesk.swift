import PixelGraphics
import Timelines

/// Answers requests: tells the sign what to do, and keeps what is to outlive the program.
///
/// For the content thread; nothing here waits.
public final class ControlDesk {
    /// What a sign has of a state file.
    public struct Keeping {
        /// What was read from it.
        let state: ControlState
        /// What has become of the last write.
        let outcome: () -> SaveSchedule.Outcome
        /// Writes it.
        let write: (ControlState) -> Void

        /// Goes on with a state, and has later ones written.
        ///
        /// - Parameters:
        ///   - outcome: what has become of the last write, which is repeated where it has failed.
        ///   - write: begins to write a state; must not wait for the disk.
        public init(
            _ state: ControlState, outcome: @escaping () -> SaveSchedule.Outcome = { .done },
            write: @escaping (ControlState) -> Void
        ) {
            self.state = state
            self.outcome = outcome
            self.write = write
        }
    }

    /// How many variables can be set.
    public static let mostVariables = 256
    /// The bytes of a variable's value.
    public static let longestValue = 4_096

    private weak var controls: (any SignControls)?
    private let keeping: Keeping?
    private let wallTime: () -> Int64?
    private var pushed = PushedMessages()
    private var variables: [String: String] = [:]
    private var schedule = SaveSchedule()

    /// - Parameters:
    ///   - controls: the sign, which is not kept alive.
    ///   - keeping: what outlives the program; nil for nothing.
    ///   - wallTime: nanoseconds since 1970 (UTC), or nil as long as nobody knows the time.
    public init(_ controls: any SignControls, keeping: Keeping? = nil, wallTime: @escaping () -> Int64? = { nil }) {
        self.controls = controls
        self.keeping = keeping
        self.wallTime = wallTime
    }

    // MARK: What outlives the program

    /// Shows again what was pushed before the program was started anew; returns what the sign refuses, which is forgotten, and
    /// what is to be known of the rest.
    public func restore(at instant: Instant) -> [String] {
        guard let state = keeping?.state else { return [] }
        var problems: [String] = []
        let now = wallTime()
        for variable in state.variables.prefix(Self.mostVariables) {
            do throws(ControlRefusal) {
                _ = try controls?.setVariable(variable.name, to: variable.value, at: instant)
                variables[variable.name] = variable.value
            } catch {
                problems.append("the variable \"\(variable.name)\" of the state file: \(error)")
            }
        }
        for saved in state.messages.prefix(PushedMessages.limit) {
            guard let message = saved.resumed(wallTime: now) else { continue }
            do throws(ControlRefusal) {
                if let warning = try controls?.push(message, at: instant) { problems.append(warning) }
                pushed.put(message, at: instant)
            } catch {
                problems.append("the message \"\(message.name)\" of the state file: \(error)")
            }
        }
        return problems
    }

    /// Takes note that a pushed message has ended by itself, so that it does not come back after a restart.
    public func messageEnded(_ name: String, at instant: Instant) {
        if pushed.remove(name) { noteChange(.atOnce, at: instant) }
    }

    /// When `step` is to be called; nil while there is nothing to write.
    public var due: Instant? { schedule.due }

    /// Has the state written where that is due.
    public func step(at instant: Instant) {
        guard let keeping, let due, instant >= due else { return }
        if schedule.step(at: instant, keeping.outcome()) { keeping.write(state(at: instant)) }
    }

    private func noteChange(_ urgency: SaveSchedule.Urgency, at instant: Instant) {
        guard keeping != nil else { return }
        schedule.note(urgency, at: instant)
        step(at: instant)
    }

    /// Has the present state written; for the end of the program.
    public func save(at instant: Instant) {
        guard let keeping else { return }
        keeping.write(state(at: instant))
    }

    /// The present state.
    public func state(at instant: Instant) -> ControlState {
        pushed.removeExpired(at: instant)
        let now = wallTime()
        let messages = pushed.entries.map { entry in
            let left = entry.expires.map { $0 - instant }
            let expires = left.flatMap { left in now.map { (Nanoseconds($0) + left).count } }
            return ControlState.Message(entry.message, left: left, expires: expires)
        }
        return ControlState(
            messages: messages,
            variables: variables.sorted { $0.key < $1.key }.map { ControlState.Variable($0.key, $0.value) })
    }

    // MARK: Requests

    /// Does what a line asks for; returns the answer.
    ///
    /// - Parameter line: without its end.
    public func answer(_ line: some Collection<UInt8>, at instant: Instant) -> JSONValue {
        do throws(ControlError) {
            return ControlReply.done(try perform(try ControlCommand(parsing: line), at: instant))
        } catch {
            return ControlReply.failed(error)
        }
    }

    /// Does what a command says; returns what there is to tell.
    public func perform(_ command: ControlCommand, at instant: Instant) throws(ControlError) -> [JSONMember] {
        guard let controls else { throw ControlError(.refused(ControlRefusal("the sign has ended"))) }
        switch command {
        case .push(let look, let name, let zone):
            return try push(look, name: name, zone: zone, controls, at: instant)
        case .remove(let name): try remove(name, controls, at: instant)
        case .list: return [JSONMember("messages", .list(controls.messages(at: instant).map(\.json)))]
        case .set(let name, let value): return try set(name, to: value, controls, at: instant)
        case .get(let name): return try get(name, controls, at: instant)
        default:
            do throws(ControlRefusal) {
                return try steer(command, controls, at: instant)
            } catch {
                throw ControlError(.refused(error))
            }
        }
        return []
    }

    private func steer(
        _ command: ControlCommand, _ controls: any SignControls, at instant: Instant
    ) throws(ControlRefusal) -> [JSONMember] {
        switch command {
        case .pause(let zone): try controls.pause(zone: zone, at: instant)
        case .resume(let zone): try controls.resume(zone: zone, at: instant)
        case .next(let zone): try controls.next(zone: zone, at: instant)
        case .acknowledge(let zone): try controls.acknowledge(zone: zone, at: instant)
        case .brightness(let percent): try controls.setBrightness(percent: percent, at: instant)
        case .drag(let pixels, let velocity, let zone):
            try controls.beginDrag(zone: zone, at: instant)
            try controls.drag(by: pixels, zone: zone, at: instant)
            try controls.release(velocity: velocity, zone: zone, at: instant)
        case .cue(let name): try controls.pulse(name, at: instant)
        case .stats: return [JSONMember("stats", controls.statistics(at: instant))]
        case .screenshot: return try controls.screenshot(at: instant).members
        case .reload: try controls.readFileAgain(at: instant)
        case .push, .remove, .list, .set, .get: break
        }
        return []
    }

    private func push(
        _ look: JSONValue, name: String?, zone: String?, _ controls: any SignControls, at instant: Instant
    ) throws(ControlError) -> [JSONMember] {
        pushed.removeExpired(at: instant)
        guard pushed.hasRoom(for: name) else { throw ControlError(.tooManyMessages(limit: PushedMessages.limit)) }
        let message = PushedMessage(name: name ?? pushed.freeName, zone: zone, look: look)
        var warning: String?
        try refusable { () throws(ControlRefusal) in warning = try controls.push(message, at: instant) }
        pushed.put(message, at: instant)
        noteChange(.atOnce, at: instant)
        return [JSONMember("name", .text(message.name))] + Self.members(ofWarning: warning)
    }

    private func remove(
        _ name: String, _ controls: any SignControls, at instant: Instant
    ) throws(ControlError) {
        pushed.removeExpired(at: instant)
        guard pushed.remove(name) else {
            throw ControlError(.noSuchMessage(name, nearest: pushed.nearestName(to: name)))
        }
        noteChange(.atOnce, at: instant)
        try refusable { () throws(ControlRefusal) in try controls.remove(name, at: instant) }
    }

    private func set(
        _ name: String, to value: String?, _ controls: any SignControls, at instant: Instant
    ) throws(ControlError) -> [JSONMember] {
        guard value == nil || variables[name] != nil || variables.count < Self.mostVariables else {
            throw ControlError(.tooManyVariables(limit: Self.mostVariables))
        }
        if let value, value.utf8.count > Self.longestValue {
            throw ControlError(
                .wrongValue(
                    field: "value", expected: "a text of at most \(Self.longestValue) bytes",
                    found: "one of \(value.utf8.count)"))
        }
        var warning: String?
        try refusable { () throws(ControlRefusal) in
            warning = try controls.setVariable(name, to: value, at: instant)
        }
        if variables[name] != value {
            variables[name] = value
            // They may change many times a second, and a card wears out.
            noteChange(.soon, at: instant)
        }
        return Self.members(ofWarning: warning)
    }

    private static func members(ofWarning warning: String?) -> [JSONMember] {
        warning.map { [JSONMember("warning", .text($0))] } ?? []
    }

    private func get(
        _ name: String?, _ controls: any SignControls, at instant: Instant
    ) throws(ControlError) -> [JSONMember] {
        let all = controls.variables(at: instant)
        func json(_ value: String?) -> JSONValue { value.map { .text($0) } ?? .null }
        guard let name else {
            return [JSONMember("variables", .object(all.map { JSONMember($0.name, json($0.value)) }))]
        }
        guard let found = all.first(where: { $0.name == name }) else {
            throw ControlError(.noSuchVariable(name, nearest: NearestName.find(name, among: all.map(\.name))))
        }
        return [JSONMember("value", json(found.value))]
    }

    private func refusable(_ body: () throws(ControlRefusal) -> Void) throws(ControlError) {
        do throws(ControlRefusal) {
            try body()
        } catch {
            throw ControlError(.refused(error))
        }
    }
}

extension ListedMessage {
    /// The letters of a text that `list` shows.
    private static let longestText = 200

    var json: JSONValue {
        var members: [JSONMember] = []
        if let name { members.append(JSONMember("name", .text(name))) }
        if let zone { members.append(JSONMember("zone", .text(zone))) }
        let shown = text.count > Self.longestText ? text.prefix(Self.longestText) + "..." : text[...]
        return .object(
            members + [
                JSONMember("text", .text(String(shown))), JSONMember("priority", .integer(priority)),
                JSONMember("pushed", .bool(isPushed)), JSONMember("state", .text(state.rawValue)),
            ])
    }
}

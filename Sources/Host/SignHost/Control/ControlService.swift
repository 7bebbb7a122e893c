import Settings
import Timelines

/// Answers requests, and saves what survives a restart.
///
/// For the content thread; it never waits.
package final class ControlService {
    /// What a sign has of a state file.
    package struct Keeping {
        /// What was read from it.
        let state: ControlState
        /// The outcome of the last write.
        let outcome: () -> SaveSchedule.Outcome
        /// Writes it.
        let write: (ControlState) -> Void

        /// Restores a state and writes later ones.
        ///
        /// - Parameters:
        ///   - outcome: the outcome of the last write, which is retried after a failure.
        ///   - write: starts to write a state; must not wait for the disk.
        package init(
            _ state: ControlState, outcome: @escaping () -> SaveSchedule.Outcome = { .done },
            write: @escaping (ControlState) -> Void
        ) {
            self.state = state
            self.outcome = outcome
            self.write = write
        }
    }

    /// The maximum number of variables.
    package static let mostVariables = 256
    /// The bytes of a variable's value.
    package static let longestValue = 4_096

    private weak var controls: (any SignControls)?
    private let keeping: Keeping?
    private let wallTime: () -> Int64?
    private var pushed = PushedMessages()
    private var variables: [String: String] = [:]
    private var schedule = SaveSchedule()

    /// - Parameters:
    ///   - controls: the sign, which is not kept alive.
    ///   - keeping: the state that survives a restart; nil without a state file.
    ///   - wallTime: nanoseconds since 1970 (UTC), or nil while the time is unknown.
    package init(_ controls: any SignControls, keeping: Keeping? = nil, wallTime: @escaping () -> Int64? = { nil }) {
        self.controls = controls
        self.keeping = keeping
        self.wallTime = wallTime
    }

    // MARK: State

    /// Shows the messages pushed before the restart; returns those that the sign rejects, which are dropped, and
    /// warnings about the rest.
    package func restore(at instant: Instant) -> [String] {
        guard let state = keeping?.state else { return [] }
        var problems: [String] = []
        let now = wallTime()
        for variable in state.variables.prefix(Self.mostVariables) {
            do throws(ControlError) {
                _ = try controls?.setVariable(variable.name, to: variable.value, at: instant)
                variables[variable.name] = variable.value
            } catch {
                problems.append("the variable \"\(variable.name)\" of the state file: \(error)")
            }
        }
        for saved in state.messages.prefix(PushedMessages.limit) {
            guard let message = saved.resumed(wallTime: now) else { continue }
            do throws(ControlError) {
                if let warning = try controls?.push(message, at: instant) { problems.append(warning) }
                pushed.put(message, at: instant)
            } catch {
                problems.append("the message \"\(message.name)\" of the state file: \(error)")
            }
        }
        return problems
    }

    /// Drops the pushed messages that have ended by themselves: they make room for others, and are not restored after a
    /// restart.
    private func dropEnded(at instant: Instant) {
        let names = controls?.takeEndedMessages(at: instant) ?? []
        guard !names.isEmpty else { return }
        for name in names { _ = pushed.remove(name) }
        noteChange(.atOnce, at: instant)
    }

    /// When `step` is to be called; nil while no write is due and no pushed message can end.
    package var due: Instant? {
        guard let end = controls?.nextMessageEnd else { return schedule.due }
        return schedule.due.map { min($0, end) } ?? end
    }

    /// Drops the pushed messages that have ended, and writes the state if that is due.
    package func step(at instant: Instant) {
        dropEnded(at: instant)
        write(at: instant)
    }

    private func write(at instant: Instant) {
        guard let keeping, let due = schedule.due, instant >= due else { return }
        if schedule.step(at: instant, keeping.outcome()) { keeping.write(state(at: instant)) }
    }

    private func noteChange(_ urgency: SaveSchedule.Urgency, at instant: Instant) {
        guard keeping != nil else { return }
        schedule.note(urgency, at: instant)
        write(at: instant)
    }

    /// Writes the current state, at the end of the program.
    package func save(at instant: Instant) {
        dropEnded(at: instant)
        guard let keeping else { return }
        keeping.write(state(at: instant))
    }

    /// The current state.
    package func state(at instant: Instant) -> ControlState {
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

    /// Executes the request in a line; returns the reply.
    ///
    /// - Parameter line: without its end.
    package func answer(_ line: some Collection<UInt8>, at instant: Instant) -> JSONValue {
        do throws(ControlError) {
            return ControlReply.done(try perform(try ControlCommand(parsing: line), at: instant))
        } catch {
            return ControlReply.failed(error)
        }
    }

    /// Executes a command; returns the content of the reply.
    package func perform(_ command: ControlCommand, at instant: Instant) throws(ControlError) -> [JSONMember] {
        guard let controls else { throw ControlError.refused("the sign has ended") }
        // Before anything is counted or listed.
        dropEnded(at: instant)
        switch command {
        case .push(let look, let name, let zone):
            return try push(look, name: name, zone: zone, controls, at: instant)
        case .remove(let name): try remove(name, controls, at: instant)
        case .list: return [JSONMember("messages", .list(controls.messages(at: instant).map(\.json)))]
        case .set(let name, let value): return try set(name, to: value, controls, at: instant)
        case .get(let name): return try get(name, controls, at: instant)
        case .pause(let zone): try controls.pause(zone: zone, at: instant)
        case .resume(let zone): try controls.resume(zone: zone, at: instant)
        case .next(let zone): try controls.next(zone: zone, at: instant)
        case .acknowledge(let zone): try controls.acknowledge(zone: zone, at: instant)
        case .brightness(let percent): try controls.setBrightness(percent: percent, at: instant)
        case .drag(let pixels, let velocity, let zone):
            try controls.drag(.begin(zone: zone), at: instant)
            try controls.drag(.move(zone: zone, pixels: pixels), at: instant)
            try controls.drag(.release(zone: zone, velocity: velocity), at: instant)
        case .cue(let name): try controls.pulse(name, at: instant)
        case .pixels(let action): return [JSONMember("pixels", try controls.steerPixels(action, at: instant))]
        case .stats: return [JSONMember("stats", controls.statistics(at: instant))]
        case .screenshot: return try controls.screenshot(at: instant).members
        case .reload: try controls.readFileAgain(at: instant)
        }
        return []
    }

    private func push(
        _ look: JSONValue, name: String?, zone: String?, _ controls: any SignControls, at instant: Instant
    ) throws(ControlError) -> [JSONMember] {
        pushed.removeExpired(at: instant)
        guard pushed.hasRoom(for: name) else { throw ControlError(.tooManyMessages(limit: PushedMessages.limit)) }
        let message = PushedMessage(name: name ?? pushed.freeName, zone: zone, look: look)
        let warning = try controls.push(message, at: instant)
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
        try controls.remove(name, at: instant)
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
        let warning = try controls.setVariable(name, to: value, at: instant)
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
}

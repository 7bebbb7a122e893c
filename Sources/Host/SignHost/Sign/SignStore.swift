import Boards
import Foundation
import Settings
import SignFiles
import Timelines

/// What a sign keeps for its next start: pushed messages, variables, and the last sign file that it could show.
///
/// For the thread that draws; it never waits.
package final class SignStore {
    /// The maximum number of pushed messages.
    static let maximumMessages = 64
    /// The maximum number of bytes of all pushed messages, with which the state file is not too large to be read.
    static let maximumMessageBytes = 8 << 20
    /// The maximum number of variables.
    package static let maximumVariables = 256
    /// The bytes of a variable's value.
    package static let maximumValueBytes = 4_096

    /// The variables that were set.
    private(set) var variables: [String: String] = [:]
    /// The pushed messages in order, and when the lifetime of each ends; nil for never, and for one that begins when the message may
    /// be shown.
    private var pushed: [(message: PushedMessage, expires: Instant?, bytes: Int)] = []
    private var schedule = SaveSchedule()
    /// What was read when the sign started.
    let saved: ControlState
    private let outcome: () -> SaveSchedule.Outcome
    private let failure: () -> String?
    /// Writes pushed messages and variables; nil where they are kept in memory alone.
    private let write: ((ControlState) -> Void)?
    private let keeper: LastGoodKeeper?
    private let writer: StateWriter?
    private let wallTime: () -> Int64?

    /// Restores a state and writes later ones.
    ///
    /// - Parameters:
    ///   - outcome: the outcome of the last write, which is retried after a failure.
    ///   - writer: ends with the store.
    ///   - wallTime: nanoseconds since 1970 (UTC), or nil while the time is unknown.
    ///   - write: starts to write a state, and must not wait for the disk; nil keeps everything in memory alone.
    package init(
        _ saved: ControlState = ControlState(), outcome: @escaping () -> SaveSchedule.Outcome = { .done },
        failure: @escaping () -> String? = { nil }, keeper: LastGoodKeeper? = nil, writer: StateWriter? = nil,
        wallTime: @escaping () -> Int64? = { nil }, write: ((ControlState) -> Void)?
    ) {
        (self.saved, self.outcome, self.failure, self.write) = (saved, outcome, failure, write)
        (self.keeper, self.writer, self.wallTime) = (keeper, writer, wallTime)
    }

    // MARK: Messages

    /// The pushed messages, in order.
    func messages(at instant: Instant) -> [PushedMessage] {
        removeExpired(at: instant)
        return pushed.map(\.message)
    }

    /// What was read of a message as it is to be shown now; nil if its lifetime is over.
    func resumed(_ message: ControlState.Message) -> PushedMessage? { message.resumed(wallTime: wallTime()) }

    /// A name that no pushed message has: `pushed-1` and so on.
    package func freeName(at instant: Instant) -> String {
        removeExpired(at: instant)
        var number = 1
        while index(of: "pushed-\(number)") != nil { number += 1 }
        return "pushed-\(number)"
    }

    /// Checks that there is room for a message.
    func checkRoom(for message: PushedMessage, at instant: Instant) throws(ControlError) {
        removeExpired(at: instant)
        let others = pushed.filter { $0.message.name != message.name }
        guard others.count < Self.maximumMessages else {
            throw ControlError(
                .tooManyMessages,
                "there are already \(Self.maximumMessages) pushed messages, the maximum; remove one first")
        }
        guard others.reduce(message.byteCount, { $0 + $1.bytes }) <= Self.maximumMessageBytes else {
            throw ControlError(
                .tooManyMessages,
                "the pushed messages have \(Self.maximumMessageBytes >> 20) MiB of images and texts, the maximum; remove one first"
            )
        }
    }

    /// Keeps a message that is shown, in the place of the one with the same name if there is one.
    ///
    /// - Parameter isSaved: whether the file has it already.
    func put(_ message: PushedMessage, isSaved: Bool = false, at instant: Instant) {
        let expires = message.isTimed ? nil : message.lifetime.map { instant + $0 }
        if let index = index(of: message.name) {
            pushed[index] = (message, expires, message.byteCount)
        } else {
            pushed.append((message, expires, message.byteCount))
        }
        if !isSaved { record(at: instant) }
    }

    /// Forgets a message that is removed.
    func remove(_ name: String, at instant: Instant) throws(ControlError) {
        removeExpired(at: instant)
        guard let index = index(of: name) else {
            let quoted = ControlError.quoted(name, among: pushed.map(\.message.name))
            throw ControlError(
                .noSuchMessage, "there is no pushed message \(quoted); `list` shows all messages")
        }
        pushed.remove(at: index)
        record(at: instant)
    }

    /// Forgets messages that have ended by themselves: they make room for others, and are not restored after a restart.
    func drop(_ names: [String], at instant: Instant) {
        guard !names.isEmpty else { return }
        pushed.removeAll { names.contains($0.message.name) }
        record(at: instant)
    }

    private func removeExpired(at instant: Instant) {
        pushed.removeAll { $0.expires.map { $0 <= instant } ?? false }
    }

    private func index(of name: String) -> Int? { pushed.firstIndex { $0.message.name == name } }

    // MARK: Variables

    /// Checks that a variable can be set.
    func checkVariable(_ name: String, _ value: String?) throws(ControlError) {
        guard value == nil || variables[name] != nil || variables.count < Self.maximumVariables else {
            throw ControlError(
                .tooManyVariables,
                "there are already \(Self.maximumVariables) variables, the maximum; unset one first")
        }
        guard let value, value.utf8.count > Self.maximumValueBytes else { return }
        throw ControlError.wrongValue(
            field: "value", expected: "a text of at most \(Self.maximumValueBytes) bytes",
            found: "one of \(value.utf8.count)")
    }

    /// Keeps the value of a variable; nil forgets it.
    ///
    /// - Parameter isSaved: whether the file has it already.
    func set(_ name: String, to value: String?, isSaved: Bool = false, at instant: Instant) {
        guard variables[name] != value else { return }
        variables[name] = value
        // They may change many times a second, and a card wears out.
        if !isSaved { record(isUrgent: false, at: instant) }
    }

    // MARK: Saving

    /// When `step` is to be called; nil while no write is due.
    var due: Instant? {
        guard let state = schedule.due, let sign = keeper?.due else { return schedule.due ?? keeper?.due }
        return min(state, sign)
    }

    /// Writes what is due.
    func step(at instant: Instant) {
        writeIfDue(at: instant)
        keeper?.step(at: instant)
    }

    /// Keeps a copy of a sign file that is shown, for a later start with a broken one.
    func keep(_ file: SignFile, at instant: Instant) { keeper?.keep(file, at: instant) }

    /// Writes the state for the last time, at the end of the sign.
    func close(at instant: Instant) {
        write?(state(at: instant))
        writer?.end()
    }

    /// Why something will not survive a restart; nil if there is no problem.
    var problem: String? { failure() ?? keeper?.problem }

    /// What is kept now.
    func state(at instant: Instant) -> ControlState {
        removeExpired(at: instant)
        let now = wallTime()
        let messages = pushed.map { entry in
            let left = entry.expires.map { $0 - instant }
            let expires = left.flatMap { left in now.map { (Nanoseconds($0) + left).count } }
            return ControlState.Message(message: entry.message, left: left, expires: expires)
        }
        return ControlState(messages: messages, variables: variables)
    }

    private func record(isUrgent: Bool = true, at instant: Instant) {
        guard write != nil else { return }
        schedule.record(isUrgent: isUrgent, at: instant)
        writeIfDue(at: instant)
    }

    private func writeIfDue(at instant: Instant) {
        if let write, schedule.step(at: instant, outcome()) { write(state(at: instant)) }
    }
}

// MARK: - Places

extension SignStore {
    /// Opens the files of a sign; what cannot be opened gets a warning, and is not kept.
    ///
    /// - Parameters:
    ///   - hasSocket: whether the sign has a control socket; without one it keeps no state.
    ///   - board: the board of the sign, to be kept with the last good sign file; nil keeps neither.
    ///   - wallTime: nanoseconds since 1970 (UTC), or nil while the time is unknown.
    static func open(
        _ settings: ControlSettings, signFile: String, hasSocket: Bool, places: SignStatePaths?, board: BoardCopy?,
        wallTime: @escaping () -> Int64?, warn: (String) -> Void
    ) -> SignStore {
        let file = hasSocket ? stateFile(settings, signFile: signFile, places: places) : nil
        let reading = file?.read()
        if let warning = reading?.warning { warn(warning) }
        let writer = file != nil || places != nil ? StateWriter() : nil
        var keeper: LastGoodKeeper?
        if let places, let board, let writer {
            keeper = LastGoodKeeper(StateFile(path: places.good), signFile: signFile, board: board, writer: writer)
        }
        guard let file, let writer else {
            return SignStore(keeper: keeper, writer: writer, wallTime: wallTime, write: nil)
        }
        return SignStore(
            reading?.state ?? ControlState(), outcome: { writer.outcome(of: file) },
            failure: { writer.failure(of: file).map { "pushed messages will not survive a restart: \($0)" } },
            keeper: keeper, writer: writer, wallTime: wallTime
        ) { state in writer.write(file) { Array((state.json.line + "\n").utf8) } }
    }

    /// The default paths of the files that survive a restart; nil if there are no such folders, or if the file disables
    /// them.
    static func places(
        _ settings: ControlSettings, signFile: String, warn: (String) -> Void
    ) -> SignStatePaths? {
        guard settings.state != .none, let places = ControlPaths.ofProcess.state(signFile: signFile) else { return nil }
        do {
            try FileManager.default.createDirectory(
                atPath: places.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return places
        } catch {
            warn("no state is kept for the next start of the sign: cannot make the folder \(places.folder)")
            return nil
        }
    }

    private static func stateFile(
        _ settings: ControlSettings, signFile: String, places: SignStatePaths?
    ) -> StateFile? {
        switch settings.state {
        case .none: return nil
        case .path(let given): return StateFile(path: given.path(givenBy: signFile))
        case .default: return places.map { StateFile(path: $0.state) }
        }
    }
}

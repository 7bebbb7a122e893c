import PixelGraphics
import Settings
import SignFiles
import SignHost
import Timelines

/// A sign that takes everything, and refuses what is not for it.
private final class Sign: SignControls {
    var pushed: [String] = []
    func push(_ message: PushedMessage, at instant: Instant) throws(ControlError) -> String? {
        precondition((try? JSONValue(parsing: Array(message.look.line.utf8))) == message.look, "a look is JSON")
        if message.zone != nil { throw ControlError.refused("there are no zones") }
        pushed.removeAll { $0 == message.name }
        pushed.append(message.name)
        return nil
    }
    func remove(_ name: String, at instant: Instant) throws(ControlError) { pushed.removeAll { $0 == name } }
    func takeEndedMessages(at instant: Instant) -> [String] { [] }
    var nextMessageEnd: Instant? { nil }
    func messages(at instant: Instant) -> [ListedMessage] { pushed.map { ListedMessage(name: $0, text: $0) } }
    func setVariable(_ name: String, to value: String?, at instant: Instant) throws(ControlError) -> String? { nil }
    func variables(at instant: Instant) -> [(name: String, value: String?)] { [] }
    func pause(zone: String?, at instant: Instant) throws(ControlError) {}
    func resume(zone: String?, at instant: Instant) throws(ControlError) {}
    func next(zone: String?, at instant: Instant) throws(ControlError) {}
    func acknowledge(zone: String?, at instant: Instant) throws(ControlError) {}
    func notePress(_ action: InputSettings.Action) {}
    func setBrightness(percent: Int?, at instant: Instant) throws(ControlError) {}
    func drag(_ step: DragStep, at instant: Instant) throws(ControlError) {}
    func pulse(_ cue: String, at instant: Instant) throws(ControlError) {}
    func steerPixels(
        _ action: ControlCommand.PixelsAction?, at instant: Instant
    ) throws(ControlError) -> JSONValue { .null }
    func statistics(at instant: Instant) -> JSONValue { .object([]) }
    func screenshot(at instant: Instant) throws(ControlError) -> Screenshot {
        Screenshot(frame: Frame(size: Size(width: 2, height: 2), format: .rgb), ledColor: .white)
    }
    func readFileAgain(at instant: Instant) throws(ControlError) { throw ControlError.refused("nothing to read") }
}

/// What clients send, in pieces; and the same as a state file.
///
/// Every line has one answer, which is JSON on one line, and the state can always be read again.
let fuzzControl: FuzzTarget = { data, count in
    let bytes = input(data, count)
    let sign = Sign()
    var written = ControlState()
    let desk = ControlService(
        sign, keeping: .init(ControlState()) { written = $0 }, wallTime: { 1_700_000_000_000_000_000 })
    var buffer = LineBuffer(limit: 4_096)
    var instant = Instant.zero
    for start in stride(from: 0, to: bytes.count, by: 13) {
        buffer.feed(bytes[start..<min(start + 13, bytes.count)])
        precondition(buffer.count <= 4_096 + 13, "no more than a line is held")
        while let line = buffer.takeLine() {
            guard case .bytes(let line) = line else { continue }
            let answer = desk.answer(line, at: instant)
            let text = answer.line
            precondition(!text.utf8.contains(10), "an answer is one line")
            precondition((try? JSONValue(parsing: Array(text.utf8), depth: 24)) == answer, "an answer is JSON")
            precondition(answer["ok"] == .bool(answer["error"] == nil), "an answer says whether all went well")
            instant = instant + .seconds(1)
        }
    }
    precondition(sign.pushed.count <= 64 + bytes.count, "messages are bounded")
    do throws(ControlStateError) {
        let read = try ControlState(parsing: Array(written.json.line.utf8))
        precondition(read == written, "a state that was written is read again")
    } catch {
        fatalError("a state that was written cannot be read: \(error)")
    }
    if let value = try? JSONValue(parsing: bytes), let picture = Screenshot(value) {
        precondition(picture.frame.canvas.size.width > 0, "a picture has pixels")
    }
    do throws(ControlStateError) {
        let state = try ControlState(parsing: bytes)
        _ = ControlService(sign, keeping: .init(state) { _ in }).restore(at: .zero)
    } catch {
        precondition(!error.description.isEmpty, "an error has words")
    }
    return 0
}

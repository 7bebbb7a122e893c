import PixelGraphics
import Settings
import SignFiles
import SignHost
import Timelines

/// A sign that records its commands.
final class RecordedSign: SignControls {
    private(set) var calls: [String] = []
    private(set) var pushed: [PushedMessage] = []
    private(set) var values: [String: String] = [:]
    /// What is refused, whatever it is.
    var refusal: ControlError?

    private func note(_ call: String) throws(ControlError) {
        if let refusal { throw refusal }
        calls.append(call)
    }

    private func zoned(_ zone: String?) -> String { zone.map { " in \($0)" } ?? "" }

    func push(_ message: PushedMessage, at instant: Instant) throws(ControlError) -> String? {
        try note("push \(message.name)\(zoned(message.zone))")
        pushed.removeAll { $0.name == message.name }
        pushed.append(message)
        return warning
    }

    func remove(_ name: String, at instant: Instant) throws(ControlError) {
        try note("remove \(name)")
        pushed.removeAll { $0.name == name }
    }

    /// The messages that have ended by themselves and were not taken yet.
    var ended: [String] = []
    var nextMessageEnd: Instant?

    func takeEndedMessages(at instant: Instant) -> [String] {
        defer { ended = [] }
        pushed.removeAll { ended.contains($0.name) }
        return ended
    }

    func messages(at instant: Instant) -> [ListedMessage] {
        pushed.map { ListedMessage(name: $0.name, zone: $0.zone, text: $0.look["text"]?.text ?? "", isPushed: true) }
    }

    /// The warning for a pushed message or a variable.
    var warning: String?

    func setVariable(_ name: String, to value: String?, at instant: Instant) throws(ControlError) -> String? {
        try note("set \(name) \(value ?? "-")")
        values[name] = value
        return warning
    }

    func variables(at instant: Instant) -> [(name: String, value: String?)] {
        values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func pause(zone: String?, at instant: Instant) throws(ControlError) { try note("pause\(zoned(zone))") }
    func resume(zone: String?, at instant: Instant) throws(ControlError) { try note("resume\(zoned(zone))") }
    func next(zone: String?, at instant: Instant) throws(ControlError) { try note("next\(zoned(zone))") }
    func acknowledge(zone: String?, at instant: Instant) throws(ControlError) {
        try note("acknowledge\(zoned(zone))")
    }

    private(set) var presses = ButtonPresses()
    func notePress(_ action: InputSettings.Action) { presses.note(action) }

    func setBrightness(percent: Int?, at instant: Instant) throws(ControlError) {
        try note("brightness \(percent.map { "\($0)" } ?? "usual")")
    }

    func drag(_ step: DragStep, at instant: Instant) throws(ControlError) {
        switch step {
        case .begin(let zone): try note("hold\(zoned(zone))")
        case .move(let zone, let pixels): try note("drag \(pixels)\(zoned(zone))")
        case .release(let zone, let velocity):
            try note("release \(velocity.map { "\($0)" } ?? "own")\(zoned(zone))")
        }
    }

    func pulse(_ cue: String, at instant: Instant) throws(ControlError) { try note("pulse \(cue)") }

    func steerPixels(
        _ action: ControlCommand.PixelsAction?, at instant: Instant
    ) throws(ControlError) -> JSONValue {
        try note("pixels \(action?.rawValue ?? "-")")
        return .object([JSONMember("frames", .integer(3))])
    }

    func statistics(at instant: Instant) -> JSONValue { .object([JSONMember("frames", .integer(7))]) }

    func screenshot(at instant: Instant) throws(ControlError) -> Screenshot {
        try note("screenshot")
        var frame = Frame(size: Size(width: 2, height: 1), format: .rgb)
        frame.canvas.set(Point(x: 1, y: 0), to: Ink(Color(red: 1, green: 2, blue: 255)))
        frame.brightness = Brightness(percent: 40)
        return Screenshot(frame: frame, ledColor: .white)
    }

    func readFileAgain(at instant: Instant) throws(ControlError) { try note("reload") }
}

/// An instant some milliseconds after the zero of the clock.
func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

import Marquee
import PixelGraphics
import Settings
import Timelines

/// Key frames as a sign file writes them: what one does not say is as in the one before.
package struct SignKeyFrames: Equatable, Sendable {
    /// The stops; `x` and `y` are distances from the place of the part, in thousandths of a pixel.
    package var frames: [KeyFrame]
    /// The point of the part that moves, and about which it turns and grows, in thousandths of a pixel from its top left
    /// corner; nil for its middle.
    package var anchor: Point?
    /// Whether it starts again after the last one.
    package var loops = true
    /// Whether nothing may move, so that it jumps from one to the next.
    package var jumps = false

    /// The key frames that a part may have.
    static let most = 500
}

extension SignKeyFrames {
    /// Reads the key frames of a part; nil within an optional where it has none.
    static func reading(_ fields: inout SignFields, jumps: Bool) -> SignKeyFrames?? {
        for key in ["key-frames", "anchor", "loop"] { fields.accept(key) }
        let anchor = fields.has("key-frames") ? fields.optionalPlace("anchor") : .some(nil)
        let loops = fields.has("key-frames") ? fields.flag("loop", default: true) : true
        guard fields.has("key-frames") else { return .some(nil) }
        var before = KeyFrame()
        var isFirst = true
        let frames = fields.list(
            "key-frames", expected: "a list of key frames, each with an offset and what changes", most: most
        ) { fields -> KeyFrame? in
            let frame = KeyFrame.reading(&fields, after: before, isFirst: isFirst)
            isFirst = false
            before = frame ?? before
            return frame
        }
        guard let anchor, let loops, let frames else { return nil }
        guard !frames.isEmpty else {
            fields.noteProblem(
                .outOfRange(key: "key-frames", expected: "at least one key frame", found: "an empty list"),
                at: fields.place(of: "key-frames"))
            return nil
        }
        return SignKeyFrames(frames: frames, anchor: anchor, loops: loops, jumps: jumps)
    }
}

extension KeyFrame {
    fileprivate static func reading(_ fields: inout SignFields, after before: KeyFrame, isFirst: Bool) -> KeyFrame? {
        var frame = before
        let offset = fields.optional("offset", expected: "a time such as 0.2s", SignFields.time)
        let duration = fields.optional("duration", expected: "a time such as 0.1s", SignFields.time)
        let easing = fields.parsed(
            "easing", expected: "\(EasingName.expected), or \(PartEasing.forms.joined(separator: ", "))",
            default: Easing.linear,
            PartEasing.read)
        let isPlaced = frame.readPlace(&fields)
        let brightness = fields.integer("brightness", in: 0...100, default: before.brightness)
        let color = fields.color("color", default: before.color)
        guard let offset, let duration, let easing, isPlaced, let brightness, let color else { return nil }
        if isFirst, let offset, offset > .zero {
            fields.note(.part(.firstOffset), at: fields.keyPlace(of: "offset"))
            return nil
        }
        (frame.offset, frame.duration, frame.easing) = (offset ?? .zero, duration, easing)
        (frame.brightness, frame.color) = (brightness, color)
        return frame
    }

    /// Reads place, scale and turn; what the file does not say stays.
    private mutating func readPlace(_ fields: inout SignFields) -> Bool {
        let x = fields.optionalThousandths("x", in: -10_000...10_000)
        let y = fields.optionalThousandths("y", in: -10_000...10_000)
        let scale = fields.optionalThousandths("scale", in: -100...100)
        let scaleX = fields.optionalThousandths("scale-x", in: -100...100)
        let scaleY = fields.optionalThousandths("scale-y", in: -100...100)
        let rotation = fields.optionalThousandths("rotation", in: -360_000...360_000)
        guard let x, let y, let scale, let scaleX, let scaleY, let rotation else { return false }
        (self.x, self.y) = (x ?? self.x, y ?? self.y)
        (self.scaleX, self.scaleY) = (scaleX ?? scale ?? self.scaleX, scaleY ?? scale ?? self.scaleY)
        self.rotation = rotation ?? self.rotation
        return true
    }
}

/// Easings of key frames: those of messages, a step at the end, and springs.
enum PartEasing {
    static let forms = ["step", "spring", "spring(response,damping)"]

    static func read(_ text: String) -> SignFields.Outcome<Easing> {
        switch text {
        case "step": return .value(.step)
        case "spring": return .value(.spring(Spring(response: .milliseconds(500), dampingThousandths: 500)))
        default: break
        }
        if text.hasPrefix("spring("), text.hasSuffix(")") {
            let parts = text.dropFirst(7).dropLast().split(separator: ",", omittingEmptySubsequences: false)
                .map { String($0.filter { $0 != " " }) }
            guard parts.count == 2, case .value(let response) = SignFields.time(parts[0]),
                case .value(let damping) = SignFields.thousandths(parts[1], in: 0...1)
            else { return .wrongType }
            guard (Nanoseconds.milliseconds(1) ... .seconds(3600)).contains(response), damping >= 50 else {
                return .outOfRange
            }
            return .value(.spring(Spring(response: response, dampingThousandths: damping)))
        }
        return EasingName.read(text)
    }
}

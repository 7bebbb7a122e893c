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
    static let maximum = 500
}

extension SignKeyFrames {
    /// Reads the key frames of a part; nil where it has none, and where there are problems.
    static func reading(_ fields: inout SignFields, jumps: Bool) -> SignKeyFrames? {
        for key in ["key-frames", "anchor", "loop"] { fields.accept(key) }
        guard fields.has("key-frames") else { return nil }
        var read = SignKeyFrames(frames: [], jumps: jumps)
        fields.readPlace("anchor", into: &read.anchor)
        fields.read("loop", into: &read.loops)
        var before = KeyFrame()
        var isFirst = true
        let frames = fields.list(
            "key-frames", expected: "a list of key frames, each with an offset and what changes", maximum: maximum
        ) { fields -> KeyFrame? in
            let frame = KeyFrame.reading(&fields, after: before, isFirst: isFirst)
            isFirst = false
            before = frame ?? before
            return frame
        }
        guard let frames else { return nil }
        guard !frames.isEmpty else {
            fields.recordProblem(
                .outOfRange(key: "key-frames", expected: "at least one key frame", found: "an empty list"),
                at: fields.place(of: "key-frames"))
            return nil
        }
        read.frames = frames
        return read
    }
}

extension KeyFrame {
    /// Reads a key frame; what the file does not say stays, but for the times and the easing.
    fileprivate static func reading(_ fields: inout SignFields, after before: KeyFrame, isFirst: Bool) -> KeyFrame? {
        var frame = before
        (frame.offset, frame.duration, frame.easing) = (.zero, nil, .linear)
        fields.read("offset", as: .time("a time such as 0.2s"), into: &frame.offset)
        fields.read("duration", as: .time("a time such as 0.1s"), into: &frame.duration)
        fields.read("easing", as: .keyFrameEasing, into: &frame.easing)
        fields.read("x", as: .thousandths(in: -10_000...10_000), into: &frame.x)
        fields.read("y", as: .thousandths(in: -10_000...10_000), into: &frame.y)
        var scale: Int?
        fields.read("scale", as: .thousandths(in: -100...100), into: &scale)
        (frame.scaleX, frame.scaleY) = (scale ?? frame.scaleX, scale ?? frame.scaleY)
        fields.read("scale-x", as: .thousandths(in: -100...100), into: &frame.scaleX)
        fields.read("scale-y", as: .thousandths(in: -100...100), into: &frame.scaleY)
        fields.read("rotation", as: .thousandths(in: -360_000...360_000), into: &frame.rotation)
        fields.read("brightness", in: 0...100, into: &frame.brightness)
        fields.read("color", into: &frame.color)
        guard fields.problems.isEmpty else { return nil }
        if isFirst, frame.offset > .zero {
            fields.record(.part(.firstOffset), at: fields.keyPlace(of: "offset"))
            return nil
        }
        return frame
    }
}

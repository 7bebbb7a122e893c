import Settings
import SignFiles
import Timelines

/// Moves the content right (down) by pixels, and releases it at a velocity in pixels per second.
enum DragVerb: SignVerb {
    static let name = "drag"
    static let summary = "Move the text by a number of pixels, right or down; a negative number moves it back."
    static let fields = [
        VerbField.integer("pixels", range, " (pixels right or down)"),
        VerbField.integer("velocity", range, " (pixels per second)").optional, .zone,
    ]
    static let permission: MQTTSettings.Permission? = .steer
    static let addresses = [VerbAddress("POST", "drag")]

    private static let range = -DragStep.maximum...DragStep.maximum

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        let zone = command.zone
        try sign.drag(.begin(zone: zone), at: instant)
        try sign.drag(.move(zone: zone, pixels: command.integer("pixels") ?? 0), at: instant)
        try sign.drag(.release(zone: zone, velocity: command.integer("velocity")), at: instant)
        return []
    }
}

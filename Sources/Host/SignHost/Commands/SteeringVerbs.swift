import Settings
import SignFiles
import SignPlayback
import Timelines

enum PauseVerb: SignVerb {
    static let name = "pause"
    static let summary = "Pause motion."
    static let fields = [VerbField.zone]
    static let permission: MQTTSettings.Permission? = .steer
    static let addresses = [VerbAddress("POST", "pause")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        for (marquee, instant) in try sign.marquees(command.zone, at: instant) { marquee.pause(at: instant) }
        sign.recordSteering()
        return []
    }
}

enum ResumeVerb: SignVerb {
    static let name = "resume"
    static let summary = "Resume motion after a pause."
    static let fields = [VerbField.zone]
    static let permission: MQTTSettings.Permission? = .steer
    static let addresses = [VerbAddress("POST", "resume")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        for (marquee, instant) in try sign.marquees(command.zone, at: instant) { marquee.resume(at: instant) }
        sign.recordSteering()
        return []
    }
}

enum NextVerb: SignVerb {
    static let name = "next"
    static let summary = "Skip to the next message."
    static let fields = [VerbField.zone]
    static let permission: MQTTSettings.Permission? = .steer
    static let addresses = [VerbAddress("POST", "next")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        try sign.checkZone(command.zone)
        guard sign.player.skip(zone: command.zone, at: sign.time(instant)) else {
            throw ControlError.refused("no message can be skipped: the sign is dark, or shows all messages together")
        }
        return []
    }
}

/// Acknowledges the message with the highest priority that is shown, which ends its turn.
enum AcknowledgeVerb: SignVerb {
    static let name = "acknowledge"
    static let summary = "Acknowledge an urgent message, and stop showing it."
    static let fields = [VerbField.zone]
    static let permission: MQTTSettings.Permission? = .steer
    static let addresses = [VerbAddress("POST", "acknowledge")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        try sign.checkZone(command.zone)
        guard sign.player.acknowledge(zone: command.zone, at: sign.time(instant)) else {
            throw ControlError.refused("no message with a priority is shown, so none can be acknowledged")
        }
        sign.recordSteering(acknowledges: true)
        return []
    }
}

/// Sets the brightness, or returns to that of the sign file.
enum BrightnessVerb: SignVerb {
    static let name = "brightness"
    static let summary = "Set the brightness until the sign restarts."
    static let fields = [
        VerbField.integer("percent", 0...100, ", or null for the brightness of the sign file", takesNull: true)
    ]
    static let permission: MQTTSettings.Permission? = .brightness
    static let addresses = [VerbAddress("PUT", "brightness")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) -> [JSONMember] {
        sign.player.setBrightness(command.integer("percent"), at: sign.time(instant))
        return []
    }
}

/// Moves the content right (down) by pixels, and releases it at a velocity in pixels per second.
enum DragVerb: SignVerb {
    static let name = "drag"
    static let summary = "Move the text by a number of pixels, right or down; a negative number moves it back."
    static let fields = [
        VerbField.integer("pixels", range, " (pixels right or down)"),
        VerbField.integer("velocity", range, " (pixels per second)", isRequired: false), .zone,
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

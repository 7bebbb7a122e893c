extension ControlVerb {
    /// All verbs, in the order of the documentation and of the help.
    ///
    /// A new verb is a line here, a case of `ControlCommand` with its action, a row in docs/control.md, and its command of
    /// `ledsign ctl`.
    package static let all: [ControlVerb] = [
        ControlVerb("push", "Add a message to those of the sign file.", .message, .zone) {
            .push(look: $0.look, name: $0.name, zone: $1)
        },
        ControlVerb("remove", "Remove a pushed message.", .name(of: "a pushed message")) { .remove(name: $0) },
        ControlVerb("list", "List the messages of the sign file and the pushed ones.", command: .list),
        ControlVerb("set", "Set a variable that texts show as {name}.", .name(of: "a variable"), .value) {
            .set(name: $0, value: $1)
        },
        ControlVerb("get", "Show the value of one variable, or of all.", .optionalName(of: "a variable")) {
            .get(name: $0)
        },
        ControlVerb("pause", "Pause motion.", .zone) { .pause(zone: $0) },
        ControlVerb("resume", "Resume motion after a pause.", .zone) { .resume(zone: $0) },
        ControlVerb("next", "Skip to the next message.", .zone) { .next(zone: $0) },
        ControlVerb("acknowledge", "Acknowledge an urgent message, and stop showing it.", .zone) {
            .acknowledge(zone: $0)
        },
        ControlVerb("brightness", "Set the brightness until the sign restarts.", .percent) {
            .brightness(percent: $0)
        },
        ControlVerb(
            "drag", "Move the text by a number of pixels, right or down; a negative number moves it back.",
            .pixels, .velocity, .zone
        ) { .drag(pixels: $0, velocity: $1, zone: $2) },
        ControlVerb("cue", "Pulse the line of a cue now, to test its wiring.", .name(of: "a cue")) { .cue(name: $0) },
        ControlVerb(
            "pixels", "Show who sends pixels over the network, take the sign back, or allow the sender again.",
            .pixelsAction
        ) { .pixels($0) },
        ControlVerb("stats", "Show the counters and the state of the sign.", command: .stats),
        ControlVerb("screenshot", "Take a picture of what the sign shows.", command: .screenshot),
        ControlVerb("reload", "Read the sign file again; a file with errors changes nothing.", command: .reload),
    ]

    /// The names of all verbs.
    package static let names = all.map(\.name)

    /// Returns the verb with this name, if there is one.
    package static func named(_ name: String) -> ControlVerb? { all.first { $0.name == name } }
}

/// What a client can ask for.
public enum ControlCommand: Hashable, Sendable {
    /// Shows a message; without a name it gets one.
    case push(look: JSONValue, name: String?, zone: String?)
    /// Takes a pushed message away.
    case remove(name: String)
    /// Tells the messages.
    case list
    /// Sets a variable; nil is as if it had never been set.
    case set(name: String, value: String?)
    /// Tells one variable, or all.
    case get(name: String?)
    /// Lets the sign stand still.
    case pause(zone: String?)
    /// Goes on.
    case resume(zone: String?)
    /// Goes on to the next message.
    case next(zone: String?)
    /// Takes note of an urgent message.
    case acknowledge(zone: String?)
    /// Sets the brightness; nil is that of the sign file.
    case brightness(percent: Int?)
    /// Moves the content to the right (down) by pixels, and lets it go at some pixels per second.
    case drag(pixels: Int, velocity: Int?, zone: String?)
    /// Pulses the line of a cue at once.
    case cue(name: String)
    /// Tells what has happened.
    case stats
    /// Tells what the sign shows.
    case screenshot
    /// Reads the sign file again.
    case reload

    /// The names of the commands, in the order of the documentation.
    public static let names = [
        "push", "remove", "list", "set", "get", "pause", "resume", "next", "acknowledge", "brightness", "drag", "cue",
        "stats", "screenshot", "reload",
    ]

    /// The pixels that a drag may ask for, either way, and the pixels per second.
    public static let greatestDrag = 20_000
    /// The letters that names of messages, zones and variables may have.
    public static let longestName = 64
}

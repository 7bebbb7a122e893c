import Timelines

/// What somebody outside can do to a running sign: the control socket, a rotary encoder, buttons.
///
/// The sign implements it. All calls come from the content thread, with instants of CLOCK_MONOTONIC in order, and none may
/// wait for anything. A zone of nil stands for the whole sign: all zones, and messages that cover them.
public protocol SignControls: AnyObject {
    /// Shows a message in addition to those of the sign file; one with the same name takes the place of the other.
    ///
    /// The keys of `message.look` are those of a message of a sign file; its `text` in JSON is YAML as well
    /// (`message.look.line`).
    ///
    /// - Returns: what whoever pushes it should know, such as that it is not shown; nil where all is well.
    func push(_ message: PushedMessage, at instant: Instant) throws(ControlRefusal) -> String?

    /// Takes a pushed message away.
    func remove(_ name: String, at instant: Instant) throws(ControlRefusal)

    /// The messages that the sign has, in order: those of the sign file and those that were pushed.
    func messages(at instant: Instant) -> [ListedMessage]

    /// Sets a variable that texts show; nil is as if it had never been set.
    ///
    /// - Returns: what whoever sets it should know, such as that nothing shows it; nil where all is well.
    func setVariable(_ name: String, to value: String?, at instant: Instant) throws(ControlRefusal) -> String?

    /// The variables that were set, and those that the sign file names, in the order of their names.
    func variables(at instant: Instant) -> [(name: String, value: String?)]

    /// Lets everything stand still where it is.
    func pause(zone: String?, at instant: Instant) throws(ControlRefusal)

    /// Goes on after `pause`.
    func resume(zone: String?, at instant: Instant) throws(ControlRefusal)

    /// Goes on to the next message.
    func next(zone: String?, at instant: Instant) throws(ControlRefusal)

    /// Takes note of an urgent message: it is shown no longer.
    func acknowledge(zone: String?, at instant: Instant) throws(ControlRefusal)

    /// Sets the brightness in percent, 0 to 100; nil is that of the sign file.
    func setBrightness(percent: Int?, at instant: Instant) throws(ControlRefusal)

    /// Takes the content in hand: the automatic motion waits.
    func beginDrag(zone: String?, at instant: Instant) throws(ControlRefusal)

    /// Moves the content in hand to `pixels` right of (below, for vertical motion) where it was taken, exactly.
    func drag(by pixels: Int, zone: String?, at instant: Instant) throws(ControlRefusal)

    /// Lets the content go while it moves to the right (down) at some pixels per second; nil is the speed it had before.
    func release(velocity: Int?, zone: String?, at instant: Instant) throws(ControlRefusal)

    /// Pulses the line of a cue of the sign file, at once.
    func pulse(_ cue: String, at instant: Instant) throws(ControlRefusal)

    /// What has happened so far: an object of numbers and texts.
    func statistics(at instant: Instant) -> JSONValue

    /// The picture that the sign shows.
    func screenshot(at instant: Instant) throws(ControlRefusal) -> Screenshot

    /// Reads the sign file again; with problems everything stays as it was.
    func readFileAgain(at instant: Instant) throws(ControlRefusal)
}

/// Why the sign does not do what it was asked for, for people.
public struct ControlRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was asked for, what is possible, and the cure.
    public let description: String

    /// Words a refusal.
    public init(_ description: String) {
        self.description = description
    }
}

/// A message as `list` shows it.
public struct ListedMessage: Hashable, Sendable {
    /// What the message is doing.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It can be seen.
        case shown
        /// Its turn comes.
        case waiting
        /// A more urgent one, or one for the whole sign, is shown in its place.
        case interrupted
        /// It is not its time.
        case off
        /// The program has crashed over it, and does not show it any more.
        case quarantined
    }

    /// Its name; nil where it has none.
    public var name: String?
    /// Its zone; nil where the sign has none.
    public var zone: String?
    /// What it says.
    public var text: String
    /// 0 to 9, 9 is urgent.
    public var priority: Int
    /// Whether it was pushed, and is not in the sign file.
    public var isPushed: Bool
    /// What it is doing.
    public var state: State

    /// Describes a message.
    public init(
        name: String?, zone: String? = nil, text: String, priority: Int = 0, isPushed: Bool = false,
        state: State = .shown
    ) {
        self.name = name
        self.zone = zone
        self.text = text
        self.priority = priority
        self.isPushed = isPushed
        self.state = state
    }
}

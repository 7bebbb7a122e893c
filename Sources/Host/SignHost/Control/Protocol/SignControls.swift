import Settings
import SignFiles
import Timelines

/// What the control socket, a rotary encoder and buttons can do to a running sign.
///
/// The sign implements it. All calls come from the content thread, with instants of CLOCK_MONOTONIC in order, and no call may
/// wait for anything. A zone of nil stands for the whole sign: all zones, and messages that cover them.
package protocol SignControls: AnyObject {
    /// Shows a message in addition to those of the sign file; replaces one with the same name.
    ///
    /// The keys of `message.look` are those of a message of a sign file; its `text` in JSON is YAML as well
    /// (`message.look.line`).
    ///
    /// - Returns: a warning, for example that it is not shown; nil if there is none.
    func push(_ message: PushedMessage, at instant: Instant) throws(ControlError) -> String?

    /// Removes a pushed message.
    func remove(_ name: String, at instant: Instant) throws(ControlError)

    /// Takes the pushed messages off that have ended by themselves: shown as often as they say, acknowledged, or past
    /// their lifetime.
    ///
    /// - Returns: their names.
    func takeEndedMessages(at instant: Instant) -> [String]

    /// When a pushed message may end by itself, as of the last `takeEndedMessages`; nil for never.
    var nextMessageEnd: Instant? { get }

    /// The messages that the sign has, in order: those of the sign file and those that were pushed.
    func messages(at instant: Instant) -> [ListedMessage]

    /// Sets a variable that texts show; nil unsets it, so that one of the sign file has its initial value again.
    ///
    /// - Returns: a warning, for example that no text shows it; nil if there is none.
    func setVariable(_ name: String, to value: String?, at instant: Instant) throws(ControlError) -> String?

    /// The variables that were set, and those of the sign file with their initial values, in the order of their names; nil
    /// for no value.
    func variables(at instant: Instant) -> [(name: String, value: String?)]

    /// Stops all motion.
    func pause(zone: String?, at instant: Instant) throws(ControlError)

    /// Resumes after `pause`.
    func resume(zone: String?, at instant: Instant) throws(ControlError)

    /// Skips to the next message.
    func next(zone: String?, at instant: Instant) throws(ControlError)

    /// Acknowledges an urgent message, which is then no longer shown.
    func acknowledge(zone: String?, at instant: Instant) throws(ControlError)

    /// Sets the brightness in percent, 0 to 100; nil for that of the sign file.
    func setBrightness(percent: Int?, at instant: Instant) throws(ControlError)

    /// Moves the content by hand.
    func drag(_ step: DragStep, at instant: Instant) throws(ControlError)

    /// Notes that a button was pressed, whether or not its action can be done.
    func notePress(_ action: InputSettings.Action)

    /// Pulses the line of a cue of the sign file, at once.
    func pulse(_ cue: String, at instant: Instant) throws(ControlError)

    /// Who sends pixels over the network, after something was done about it; null on a sign that takes none.
    ///
    /// - Throws: for an action on a sign that takes no pixels.
    func steerPixels(_ action: ControlCommand.PixelsAction?, at instant: Instant) throws(ControlError) -> JSONValue

    /// The counts so far, as an object of numbers and texts.
    func statistics(at instant: Instant) -> JSONValue

    /// The picture that the sign shows.
    func screenshot(at instant: Instant) throws(ControlError) -> Screenshot

    /// Reloads the sign file; if it has problems, everything stays as it was.
    func readFileAgain(at instant: Instant) throws(ControlError)
}

import Settings

/// What a request asks for; `ControlVerb.all` says which request is read as which command.
package enum ControlCommand: Hashable, Sendable {
    /// A message without a name gets one.
    case push(look: JSONValue, name: String?, zone: String?)
    case remove(name: String)
    case list
    /// A value of nil unsets the variable.
    case set(name: String, value: String?)
    /// A name of nil gets all variables.
    case get(name: String?)
    case pause(zone: String?)
    case resume(zone: String?)
    case next(zone: String?)
    case acknowledge(zone: String?)
    /// A percentage of nil restores the brightness of the sign file.
    case brightness(percent: Int?)
    /// Moves the content right (down) by pixels, and releases it at a velocity in pixels per second.
    case drag(pixels: Int, velocity: Int?, zone: String?)
    case cue(name: String)
    /// Without an action, the answer only says who sends pixels.
    case pixels(PixelsAction?)
    case stats
    case screenshot
    case reload

    /// What is done about who sends pixels.
    package enum PixelsAction: String, Hashable, Sendable, CaseIterable {
        /// Ends the stream, and refuses its sender until that is silent.
        case stop
        /// Takes pixels of a sender again that was stopped.
        case allow
    }

    /// The most characters in the name of a message, zone or variable.
    package static let maximumNameLength = 64
}

extension ControlCommand {
    /// Reads a request: a JSON object with the field `command`, which names a verb, and the fields of that verb.
    ///
    /// - Parameter line: one line without its end.
    package init(parsing line: some Collection<UInt8>) throws(ControlError) {
        let request = try ControlRequest(parsing: line)
        self = try request.verb().command(of: request)
    }
}

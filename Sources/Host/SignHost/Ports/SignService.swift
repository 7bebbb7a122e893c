import Timelines

/// Lets others reach a running sign: the control socket, buttons, HTTP, MQTT, pixels, the keys of a preview.
///
/// All calls come from the thread of the sign's loop, with instants of CLOCK_MONOTONIC in order; none may wait.
package protocol SignService: AnyObject {
    /// What keeps it from working, in a line, which it has logged; nil where all is well.
    var problem: String? { get }

    /// What to wait for beside the clock; `take` gets `readable` then. They change in `begin` and `take` alone.
    var descriptors: [Int32] { get }

    /// When `update` and `take(.due)` are due at the latest; nil for never.
    var due: Instant? { get }

    /// Begins to serve a sign; throws where the sign cannot run without it.
    func begin(_ sign: Sign, at start: Instant) throws

    /// Handles an event; returns whether the sign keeps running.
    func take(_ event: ServiceEvent, at instant: Instant) throws -> Bool

    /// Records what has changed; called in every round of the loop, and must not allocate where nothing has.
    ///
    /// - Parameter problem: what is wrong with the sign, a line for each problem; nil where all is well.
    func update(problem: String?, at instant: Instant)

    /// Gives back what it has taken, such as the terminal; also after an error.
    func close()
}

extension SignService {
    package var problem: String? { nil }
    package var due: Instant? { nil }
    package func update(problem: String?, at instant: Instant) {}
    package func close() {}
}

/// What a service may have to handle.
package enum ServiceEvent: Hashable, Sendable {
    /// One of its descriptors can be read, or has ended.
    case readable(Int32)
    /// The instant of `due` has come.
    case due
    /// The window of the terminal has another size.
    case resized
    /// The process is about to be stopped.
    case suspended
    /// The process continues after SIGCONT.
    case resumed
}

/// What a product connects with a sign.
package struct SignConnections {
    package var outputs: [any FrameOutput]
    package var services: [any SignService]

    /// Connects nothing but what is given.
    package init(outputs: [any FrameOutput] = [], services: [any SignService] = []) {
        (self.outputs, self.services) = (outputs, services)
    }
}

import Timelines

/// Functions that the loop of a running sign calls, for example to inform a service manager.
struct SignHooks {
    /// Called once, when the first picture is shown.
    var ready: () -> Void = {}
    /// Called before the panel goes dark for good.
    var stopping: () -> Void = {}
    /// Called before a reload by SIGHUP.
    var reloading: () -> Void = {}
    /// Called after a reload by SIGHUP, with the problem that there is.
    var reloaded: (_ problem: String?) -> Void = { _ in }
    /// Called when the problem of the sign or of what shows it changes, with nil when it is solved.
    var problemChanged: (_ problem: String?) -> Void = { _ in }
    /// The longest time between two calls of `alive` while the panel is driven; nil for never.
    var aliveInterval: Nanoseconds?
    var alive: () -> Void = {}
    /// Retries messages that could not be sent; returns when to call it next, nil for never.
    var retry: (Instant) -> Instant? = { _ in nil }
}

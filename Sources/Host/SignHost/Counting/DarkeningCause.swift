/// What made the panel dark while it should be lit.
package enum DarkeningCause: Int, CaseIterable, Hashable, Sendable {
    /// The device did not respond.
    case error
    /// The content thread was silent.
    case stall
    /// The guardian saw that the refresh stood still, or it was lost and none could be started.
    case guardian

    /// What made the panel dark, as it follows "by".
    var words: String {
        switch self {
        case .error: "errors of the device"
        case .stall: "content that hung"
        case .guardian: "the guardian"
        }
    }
}

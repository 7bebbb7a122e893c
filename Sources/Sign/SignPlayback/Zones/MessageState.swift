/// What a message of a sign is doing.
package enum MessageState: String, Hashable, Sendable, CaseIterable {
    case shown
    /// Its turn comes.
    case waiting
    /// A more urgent one, or one for the whole sign, is shown in its place.
    case interrupted
    /// It is not its time, or it is over.
    case off
    /// The program has crashed over it, and does not show it any more.
    case quarantined
}

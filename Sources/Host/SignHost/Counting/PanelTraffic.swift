/// What a panel has sent to its device; zero for panels without such counts.
package struct PanelTraffic: Hashable, Sendable {
    /// All messages: starts, changed pictures, healings, stops.
    package var messages = 0
    /// The bytes of all messages.
    package var bytes = 0
    /// The messages that repeated unchanged registers because that was due.
    package var healings = 0

    package init() {}
}

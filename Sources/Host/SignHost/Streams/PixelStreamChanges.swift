import Settings

/// What viewers get an event for when it changes: who sends pixels to the sign.
package struct PixelStreamChanges: Hashable, Sendable {
    package var owner: PixelStreamStatus.Sender?
    package var stopped: PixelStreamStatus.Sender?
    /// Whether the stream is what its zone shows.
    package var isShown: Bool

    package init(_ status: PixelStreamStatus, isShown: Bool) {
        (owner, stopped, self.isShown) = (status.owner, status.stopped, isShown)
    }

    /// The event.
    package var event: JSONValue {
        .object([
            JSONMember("event", .text("pixels")), JSONMember("owner", owner?.json ?? .null),
            JSONMember("stopped", stopped?.json ?? .null), JSONMember("shown", .bool(isShown)),
        ])
    }
}

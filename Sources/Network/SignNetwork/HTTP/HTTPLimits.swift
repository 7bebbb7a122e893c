import Timelines

/// The limits of the server, so that no client can exhaust its memory or its descriptors.
package struct HTTPLimits: Sendable {
    /// Connections at once; a browser holds up to seven for a page.
    package var connections = 64
    /// Connections of one address.
    package var connectionsPerAddress = 32
    /// How many seconds a connection may be silent.
    package var idleSeconds = 10
    /// The request line and all headers in bytes.
    package var headerBytes = 16_384
    /// How long a request may take to arrive, and an answer to be read, however slowly they move.
    package var transferTime = Nanoseconds.seconds(20)
    /// The body of a request in bytes.
    package var bodyBytes = 65_536
    /// Viewers of the live picture.
    package var viewers = 8
    /// Those of them that have no token.
    package var guestViewers = 6
    /// Those of them that have no token and come from one address.
    package var guestViewersPerAddress = 3
    /// Pictures that are made in a second for all who have the token, and as many for all others.
    package var picturesPerSecond = 5
    /// Pictures that are made in a second for one address without the token.
    package var guestPicturesPerSecond = 2
    /// Requests without the token that may wait for the sign at once; fewer than the mailbox has room for.
    package var guestOrders = 8
    /// Steps of drags that may wait for the sign at once; further ones are merged meanwhile.
    package var handOrders = 2
    /// How long the sign may take to answer.
    package var answerTime = Nanoseconds.seconds(2)

    /// The default limits.
    package init() {}
}

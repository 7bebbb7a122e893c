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
    /// How long the sign may take to answer.
    package var answerTime = Nanoseconds.seconds(2)

    /// The usual limits.
    package init() {}
}

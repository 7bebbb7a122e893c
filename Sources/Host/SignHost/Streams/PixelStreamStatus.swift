import PixelGraphics

/// Who sends pixels to a sign, and how much has come.
package struct PixelStreamStatus: Hashable, Sendable {
    /// A program that sends pixels.
    package struct Sender: Hashable, Sendable {
        /// An address, and where the protocol has one a name, as it came.
        package var name: String
        /// `ddp`, `e131`, `art-net`, `flaschen-taschen` or `http`.
        package var proto: String

        package init(name: String, proto: String) { (self.name, self.proto) = (name, proto) }
    }

    /// The extent of the stream's pictures.
    package var size: Size
    /// Whose pixels are shown; nil while there is no stream.
    package var owner: Sender?
    /// The sender that was stopped and has not been silent since; nil for none.
    package var stopped: Sender?
    /// Others who have sent since the stream began, the first of them.
    package var others: [Sender] = []
    /// Pictures that were published since the start.
    package var frames = 0
    /// Packets that have come since the start, those of HTTP included.
    package var packets = 0
    /// Packets that were wrong, from other senders, or from one that was stopped.
    package var dropped = 0

    package init(size: Size) { self.size = size }

    /// How many others are named.
    package static let maximumOthers = 8
}

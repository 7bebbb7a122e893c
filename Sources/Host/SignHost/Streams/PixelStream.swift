import LinuxSystem
import PixelGraphics
import Settings

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

extension PixelStreamStatus {
    /// Why nothing can be done about pixels, and the fix.
    package static let noPixels =
        "the sign takes no pixels over the network; add `pixels: {}` to the sign file and restart ledsign"

    /// The members that `pixels` and `state` have.
    ///
    /// - Parameter isShown: whether the stream is what its zone shows.
    package func members(isShown: Bool) -> [JSONMember] {
        [
            JSONMember("width", .integer(size.width)), JSONMember("height", .integer(size.height)),
            JSONMember("shown", .bool(isShown)), JSONMember("owner", owner?.json ?? .null),
            JSONMember("stopped", stopped?.json ?? .null),
            JSONMember("others", .list(others.prefix(Self.maximumOthers).map(\.json))),
            JSONMember("frames", .integer(frames)), JSONMember("packets", .integer(packets)),
            JSONMember("dropped", .integer(dropped)),
        ]
    }

    /// The members that the statistics of the sign have.
    var counts: [JSONMember] {
        let others = others.prefix(Self.maximumOthers).map(\.words).joined(separator: ", ")
        return [
            JSONMember("pixels-from", owner.map { .text($0.words) } ?? .null),
            JSONMember("pixels-frames", .integer(frames)), JSONMember("pixels-packets", .integer(packets)),
            JSONMember("pixels-dropped", .integer(dropped)),
        ] + (others.isEmpty ? [] : [JSONMember("pixels-others", .text(others))])
    }
}

extension PixelStreamStatus.Sender {
    /// For people, in a line without control characters: names come from foreign programs.
    package var words: String { PrintableText.line("\(name) (\(proto))") }

    var json: JSONValue {
        ["name": .text(PrintableText.line(name)), "protocol": .text(proto)]
    }
}

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
        [
            "event": "pixels", "owner": owner?.json ?? .null, "stopped": stopped?.json ?? .null,
            "shown": .bool(isShown),
        ]
    }
}

/// What takes pixels from the network, as servers and verbs steer it.
///
/// May be called by any thread; no call may wait for the content thread or for the network.
package protocol PixelStreamControl: AnyObject, Sendable {
    /// Takes pixels of a part of the stream's picture, as a frame of its own; what it does not cover stays as it was.
    ///
    /// - Parameters:
    ///   - area: in pixels of the stream's zone; beyond it nothing is taken.
    ///   - bytes: three for each pixel, red first, row by row; another number changes nothing.
    ///   - sender: the address of who sends them, for people.
    func submit(_ area: Rectangle, _ bytes: [UInt8], from sender: String) -> PixelSubmission

    /// Ends the stream and refuses its sender until that was silent for the timeout; without a stream nothing happens.
    func stop()

    /// Takes pixels of a sender again that was stopped.
    func allow()

    /// Who sends, and how much has come.
    var status: PixelStreamStatus { get }

    /// A number that is another one whenever there is another owner, or one was stopped or allowed; costs next to nothing.
    var revision: Int { get }
}

/// What becomes of pixels that were submitted.
package enum PixelSubmission: Hashable, Sendable {
    /// They are shown, at most a frame later.
    case taken
    /// Another sender owns the stream; its name is for people.
    case owned(by: String)
    /// The sender was stopped and was not silent since.
    case stopped
}

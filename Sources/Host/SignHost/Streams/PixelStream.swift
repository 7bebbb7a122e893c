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

    /// What `pixels` and `state` show.
    ///
    /// - Parameter isShown: whether the stream is what its zone shows.
    func json(isShown: Bool) -> JSONValue {
        [
            "width": .integer(size.width), "height": .integer(size.height), "shown": .bool(isShown),
            "owner": owner?.json ?? .null, "stopped": stopped?.json ?? .null,
            "others": .list(others.prefix(Self.maximumOthers).map(\.json)), "frames": .integer(frames),
            "packets": .integer(packets), "dropped": .integer(dropped),
        ]
    }

    /// The event that viewers get when the sender is another one, was stopped or allowed, or its stream appears or goes.
    package func event(isShown: Bool) -> JSONValue {
        [
            "event": "pixels", "owner": owner?.json ?? .null, "stopped": stopped?.json ?? .null,
            "shown": .bool(isShown),
        ]
    }

    /// The members that the statistics of the sign have.
    var counts: [JSONMember] {
        let others = others.prefix(Self.maximumOthers).map(\.words).joined(separator: ", ")
        let counts: JSONValue = [
            "pixels-from": owner.map { .text($0.words) } ?? .null, "pixels-frames": .integer(frames),
            "pixels-packets": .integer(packets), "pixels-dropped": .integer(dropped),
            "pixels-others": others.isEmpty ? nil : .text(others),
        ]
        return counts.members ?? []
    }
}

extension PixelStreamStatus.Sender {
    /// For people, in a line without control characters: names come from foreign programs.
    package var words: String { PrintableText.line("\(name) (\(proto))") }

    var json: JSONValue {
        ["name": .text(PrintableText.line(name)), "protocol": .text(proto)]
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

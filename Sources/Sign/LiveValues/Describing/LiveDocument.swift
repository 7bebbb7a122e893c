import Glibc
import LinuxSystem
import Timelines

/// A document that other targets decode: a calendar, an image.
package struct LiveDocument: Equatable, Sendable {
    /// The bytes that all documents may have together, 32 MiB: they stay in memory.
    static let maximumTotal = 32 << 20

    /// Its bytes, as they came.
    package let bytes: [UInt8]
    /// What the reader decoded; nil without a reader, and for kinds that it does not decode.
    package let content: (any Sendable)?
    /// What the server said of it that was asked for one turn; nil for other documents.
    package let answer: TronbytAnswer?

    /// Describes a document.
    package init(bytes: [UInt8], content: (any Sendable)? = nil, answer: TronbytAnswer? = nil) {
        (self.bytes, self.content, self.answer) = (bytes, content, answer)
    }

    /// Whether the bytes are the same, from which all else is made.
    package static func == (first: LiveDocument, second: LiveDocument) -> Bool { first.bytes == second.bytes }
}

/// Decodes a document, on a thread of its own; returns what the bytes decode to, nil in it if they stay as they are.
///
/// If it refuses a document the last good copy stays, also in the cache folder.
package typealias LiveDocumentReader =
    @Sendable (_ source: LiveSource, _ bytes: [UInt8]) -> Result<(any Sendable)?, WordedError>

/// What a Tronbyt server says of a picture: in the header of its answer (tronbyt/server, handlers_device_api.go), or in texts before and
/// after the picture (websockets.go).
package struct TronbytAnswer: Hashable, Sendable {
    /// The turn that it was asked for.
    package var turn = 0
    /// How long the picture is to be shown; nil if the server does not say it, or says something else than 0 to 299 s.
    package var dwell: Nanoseconds?
    /// How bright it is to be, 0 to 100; nil if the server does not say it.
    package var brightness: Int?
    /// Whether it is to be shown at once.
    package var isImmediate = false
    /// The names of the headers that ask for what a sign never does: to install firmware, to ask another server, to start again.
    package var ignored: [String] = []

    private static let dwells = 0...299
    private static let refused = ["tronbyt-ota-url", "tronbyt-image-url", "tronbyt-reboot"]

    /// Describes an answer without any of them.
    package init() {}

    /// Takes a line of the header; of several of one name the last counts.
    ///
    /// - Parameter name: the name in small letters.
    mutating func take(_ name: String, _ value: Substring) {
        let isNumber = !value.isEmpty && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let number = isNumber ? Int(value) : nil
        switch name {
        case "tronbyt-dwell-secs":
            dwell = number.flatMap { Self.dwells.contains($0) ? .seconds(Int64($0)) : nil }
        case "tronbyt-brightness": brightness = number.flatMap { (0...100).contains($0) ? $0 : nil }
        case _ where Self.refused.contains(name) && !ignored.contains(name): ignored.append(name)
        default: break
        }
    }
}

/// A connection over which a server gives pictures by itself, the next one when the one before is shown.
///
/// Used by one thread; no call waits.
package protocol LiveConnection: AnyObject {
    /// What poll(2) is to wait for.
    var wait: pollfd { get }
    /// When to call `run` although poll(2) has nothing; the past where that is now.
    var due: Instant { get }

    /// Tells the server that the turn of the last picture has begun, or that it will have none, and that the next picture may come.
    func beginTurn()

    /// Continues; returns what has come, one thing at a time, nil for nothing.
    ///
    /// - Throws: why the connection is over.
    func run(at now: Instant) throws(WordedError) -> LiveArrival?
}

/// Begins to connect to a server, whose key is among the lines of the header.
package typealias LiveConnector =
    @Sendable (_ address: LiveAddress, _ limit: Int, _ now: Instant) throws(WordedError) -> any LiveConnection

/// What has come over a connection.
package enum LiveArrival: Equatable, Sendable {
    /// The bytes of a picture, and what the server says of it.
    case picture([UInt8], TronbytAnswer)
    /// What the server says of the last picture now.
    case answer(TronbytAnswer)
    /// Why the server has no picture; the connection stays.
    case problem(WordedError)
}

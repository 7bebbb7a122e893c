import ImageFiles
import LiveValues
import PixelGraphics
import Settings
import Timelines

/// How a message takes a picture for each of its turns from a Tronbyt server, which renders apps of Pixlet.
///
/// With every request the server turns to its next app: nothing but a turn may ask.
package struct SignTronbyt: Equatable, Sendable {
    /// Whether the sign is at most as bright as the server says.
    package var followsBrightness = false
    /// How long the last picture is shown while the server gives no other one.
    package var stale = Nanoseconds.seconds(600)
    /// The turn whose picture is shown, which makes no difference between two messages; 0 before the first.
    package var turn = 0

    /// The time within which the server has to answer: it may render for 25 s.
    static let timeout = Nanoseconds.seconds(30)
    /// The bytes that a picture may have.
    static let maximumBytes = 1 << 20
    /// The times that the last picture may be shown.
    static let staleTimes = Nanoseconds.seconds(10) ... .seconds(86_400)

    /// Whether both ask and show in the same way.
    package static func == (first: SignTronbyt, second: SignTronbyt) -> Bool {
        first.followsBrightness == second.followsBrightness && first.stale == second.stale
    }
}

extension SignImage {
    /// Reads `tronbyt`, `token`, `fit`, `scaling`, `brightness` and `stale`; nil if there are problems.
    ///
    /// - Parameter isPushed: whether the message comes from outside of the file, and may not ask servers.
    init?(tronbyt fields: inout SignFields, isPushed: Bool) {
        var key: String?
        var tronbyt = SignTronbyt()
        (fit, origin) = (.contain, .fixed(.file("")))
        let isRight = [
            fields.read("token", as: fields.paths("the path of a file with the key of the device"), into: &key),
            fields.read("fit", into: &fit), fields.read("scaling", into: &scaling),
            fields.read(
                "brightness", as: .word(of: [("ignore", false), ("follow", true)]), into: &tronbyt.followsBrightness),
            fields.read("stale", as: .time(in: SignTronbyt.staleTimes), into: &tronbyt.stale),
        ]
        let expected =
            "the http(s) or ws(s) URL of a device of a Tronbyt server, without a user, such as http://nas.local:8000/kitchen/next"
        let address = fields.value(
            "tronbyt",
            as: .text(expected) { [key] text in
                // Redirects stay at the server: it alone may have the key.
                LiveAddress(text, takesWebSocket: true)?.server.flatMap {
                    LiveAddress(text, servers: [$0], keyFile: key, takesWebSocket: true)
                }
            })
        if isPushed {
            let words = "only messages of the sign file can show a Tronbyt server; push an image instead"
            fields.record(.image(words), at: fields.keyPlace(of: "tronbyt"))
        }
        guard let address, !isRight.contains(false), !isPushed else { return nil }
        (origin, self.tronbyt) = (.fixed(.url(address)), tronbyt)
        place.place = fields.place(of: "tronbyt")
    }

    /// The source that asks a server for the picture of a turn, once.
    package static func source(of address: LiveAddress, turn: Int) -> LiveSource {
        var source = LiveSource(liveName(of: address, isTurn: true), .url(address), form: .document(.image))
        // Over a WebSocket a picture comes when the one before is shown.
        (source.interval, source.timeout) = (.max, address.isWebSocket ? .max : SignTronbyt.timeout)
        (source.limit, source.turn) = (SignTronbyt.maximumBytes, turn)
        return source
    }

    /// Whether its server gives the same pictures in the same look as that of another one.
    package func hasSamePictures(as other: SignImage?) -> Bool {
        origin == other?.origin && fit == other?.fit && scaling == other?.scaling
    }
}

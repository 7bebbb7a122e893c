import PixelGraphics
import Settings
import SignFiles
import SignPlayback
import Timelines

/// Pixels from the network, which a service brings.
extension Sign {
    /// Who may send pixels, and where they are shown; nil where the sign takes none.
    package var pixelSettings: PixelSettings? { player.file.installation.pixels }

    /// The extent of a stream's pictures; nil where the sign takes none.
    package var streamSize: Size? { player.streamSize }

    /// Shows a picture of a stream, and begins the stream where there is none; does not allocate in one that has begun.
    package func showStream(_ picture: StreamPicture, at instant: Instant) {
        player.showStream(picture, at: time(instant))
    }

    /// Ends the stream; what it covered goes on where it stood.
    package func endStream(at instant: Instant) { player.endStream(at: time(instant)) }

    /// What viewers see of who sends pixels; nil on a sign that takes none.
    var pixelNews: PixelStreamNews? {
        pixels.map { PixelStreamNews($0.status, isShown: player.isStreamShown) }
    }

    /// Who sends pixels, and how much has come; null on a sign that takes none.
    var pixelStatus: JSONValue {
        guard let status = pixels?.status else { return .null }
        return .object(status.members(isShown: player.isStreamShown))
    }
}

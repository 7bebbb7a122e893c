import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// Pixels from the network: a stream is a message of a zone, or of the whole sign, that has a priority like any other.
extension SignPlayer {
    /// The extent of a stream's pictures: that of its zone; nil where the file takes no pixels.
    package var streamSize: Size? {
        guard let settings = file.installation.pixels else { return nil }
        guard let zone = settings.zone else { return size }
        return players(of: zone).first?.size
    }

    /// Whether there is a stream, seen or not.
    package var hasStream: Bool {
        for number in zonePlayers.indices where zonePlayers[number].hasStream { return true }
        return cover.hasStream
    }

    /// Shows a picture of a stream from an instant on, and begins the stream where there is none.
    ///
    /// Does not allocate in a stream that has begun, unless the picture has another size than the one before.
    package func showStream(_ picture: RGBBitmap, at instant: Instant) {
        guard let settings = file.installation.pixels else { return }
        stream.take(picture)
        guard hasStream else { return beginStream(settings, at: instant) }
        if isStreamShown { streamRevision &+= 1 }
    }

    /// Ends the stream, so that what it covered resumes where it stood; nothing happens without one.
    package func endStream(at instant: Instant) {
        guard hasStream else { return }
        let now = advance(to: instant)
        for player in players(of: nil) { player.removeStream() }
        brightnessController.streamEnded()
        decideAgain(at: now)
    }

    private func beginStream(_ settings: PixelSettings, at instant: Instant) {
        // A zone that is no longer in the file has nothing to show.
        guard let player = settings.zone == nil ? wholePlayer : players(of: settings.zone).first else { return }
        let now = advance(to: instant)
        var message = SignMessage(SignMessage.titleOfStream)
        message.priority = settings.priority
        player.addStream(stream, message, coversSign: settings.zone == nil)
        if settings.wakes { brightnessController.streamBegan() }
        decideAgain(at: now)
    }

    /// Whether the stream is what its zone shows, as of the last decision.
    package var isStreamShown: Bool {
        for number in zonePlayers.indices where zonePlayers[number].showsStream { return true }
        return cover.showsStream
    }
}

extension SignMessage {
    /// What a stream is called in lists.
    package static let titleOfStream = "network pixels"
}

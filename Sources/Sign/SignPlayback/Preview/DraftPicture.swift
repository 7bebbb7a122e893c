import PixelGraphics
import Schedules
import SignFiles
import Timelines

/// Draws sign files that no sign shows, for people who write them: what a sign would show now if it had run for a while.
///
/// Fonts and images are loaded. No source is read: fields and calendars say what a running sign knows of the same ones.
package enum DraftPicture {
    /// How long the sign has run unless a caller says otherwise: long enough for what comes in at first.
    package static let usualTime = Nanoseconds.seconds(2)
    /// The longest time that it may have run; all decisions until then are taken.
    package static let longestTime = Nanoseconds.seconds(600)
    /// The most pixels of the sign, or of the panel wall that it is a part of.
    package static let mostPixels = 1 << 20

    /// Draws a file.
    ///
    /// - Parameters:
    ///   - subject: what the running sign knows.
    ///   - size: the extent of the panel in pixels.
    ///   - format: that of the panel.
    ///   - time: how long the sign has run, up to `longestTime`.
    ///   - fonts: where fonts come from.
    /// - Returns: the picture; nil if the sign has more than `mostPixels`.
    /// - Throws: everything that is wrong with the file.
    package static func frame(
        of file: SignFile, _ subject: PreviewSubject, size: Size, format: Canvas.Format, after time: Nanoseconds,
        fonts: SignFonts
    ) throws(SignError) -> Frame? {
        let whole = file.installation.wall?.size ?? size
        guard whole.width * whole.height <= mostPixels, size.width * size.height <= mostPixels else { return nil }
        let time = min(max(time, .zero), longestTime)
        let reading = subject.reading
        let clock = ManualWallClock(wall: reading.wall - time, isSynchronized: reading.isSynchronized)
        let player = try SignPlayer(file, size: whole, fonts: fonts, clock: clock, start: .zero)
        player.take(subject.knowledge(of: file), at: .zero)
        let instant = Instant.zero + time
        player.direct(at: instant)
        var frame = Frame(size: size, format: format)
        let origin = file.installation.wall?.origin ?? .zero
        let area = Rectangle(x: 0 - origin.x, y: 0 - origin.y, width: whole.width, height: whole.height)
        frame.withArea(area) { player.draw(at: instant, into: &$0) }
        return frame
    }
}

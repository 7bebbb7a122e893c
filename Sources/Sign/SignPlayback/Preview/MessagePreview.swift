import BitmapFonts
import Marquee
import PixelGraphics
import Settings
import SignFiles
import Timelines

/// Draws messages without a sign, for people who write them: a text that would move stands still, in its whole width.
///
/// For one thread, which may wait for the disk; fonts stay loaded from one picture to the next.
package final class MessagePreview {
    private let fonts: SignFonts
    private var cache: FontCache
    private var made = 0

    /// The most pixels of a picture, beyond which a text is cut off.
    static let mostPixels = 1 << 16
    /// The instant at which clocks and timelines are drawn: late enough for what comes in at first.
    private static let instant = Instant.zero + .seconds(2)
    /// The pictures after which fonts are forgotten, so that texts of long ago take no memory.
    private static let mostPictures = 256

    /// - Parameter fonts: where fonts come from.
    package init(fonts: SignFonts) {
        self.fonts = fonts
        cache = FontCache(fonts)
    }

    /// Draws a message.
    ///
    /// - Parameters:
    ///   - look: the keys of the message.
    ///   - format: that of the panel.
    /// - Throws: everything that is wrong with the message.
    package func frame(
        of look: JSONValue, _ subject: PreviewSubject, format: Canvas.Format
    ) throws(SignError) -> Frame {
        let message = try SignMessage(look, for: subject.file)
        made += 1
        if made.isMultiple(of: Self.mostPictures) { cache = FontCache(fonts) }
        let maker = maker(subject)
        do throws(SignError) {
            return try draw(message, subject.size, format, maker)
        } catch {
            // It does not stand in the file.
            throw SignError(
                problems: error.problems.map { SignProblem($0.reason, path: SignMessage.pathOfPushed, place: $0.place) }
            )
        }
    }

    private func maker(_ subject: PreviewSubject) -> MessageMaker {
        let values = TextValues()
        values.take(subject.file)
        values.scope = subject.scope
        values.reading = subject.reading
        return MessageMaker(
            file: subject.file, fonts: cache, values: values, time: ClockFace(subject.reading, zone: subject.file.zone))
    }

    private func draw(
        _ message: SignMessage, _ size: Size, _ format: Canvas.Format, _ maker: MessageMaker
    ) throws(SignError) -> Frame {
        try maker.probeImages(of: message, size: size)
        maker.images.request(maker.imageKeys(of: message, size: size))
        maker.images.settle()
        try maker.check(message, size: size)
        if let parts = message.parts {
            var frame = Frame(size: size, format: format)
            let content = try maker.parts(parts, size: size, start: .zero)
            content.draw(at: Self.instant, into: &frame)
            return frame
        }
        let still = try Self.still(maker.message(message, size: size), on: size)
        var frame = Frame(size: Self.size(of: still, on: size), format: format)
        let content: MessageContent
        do throws(LayoutError) {
            content = try MessageContent(still, size: frame.canvas.size)
        } catch {
            throw maker.file.error([(.layout(error), message.places.text)])
        }
        content.draw(at: Self.instant, into: &frame)
        return frame
    }

    /// The message without its motion; lines that would move up stand from the top.
    private static func still(_ message: Message, on size: Size) -> Message {
        var still = message
        if message.isWrapped(in: size) { still.overflow = .wrap }
        still.motion.scroll = .never
        return still
    }

    /// The extent of the picture: as wide as a text that would move along its line.
    private static func size(of message: Message, on size: Size) -> Size {
        let isLine = message.overflow == .scroll && message.motion.direction.isHorizontal && !message.reducesMotion
        guard isLine, message.image == nil, let strip = try? message.strip() else { return size }
        let most = max(size.width, mostPixels / max(1, size.height))
        return Size(width: min(max(size.width, strip.size.width), most), height: size.height)
    }
}

import BitmapFonts
import LinuxSystem
import Marquee
import PixelGraphics
import SignFiles
import Timelines

extension PartsEnvironment {
    /// The ways of a sign whose texts are made like its messages.
    init(
        _ maker: MessageMaker, time: any LocalTimeSource & Sendable = UnknownLocalTime(),
        image: ((String, Instant) -> Result<(content: any Content, size: Size), WordedError>)? = nil
    ) {
        self.init(
            path: maker.file.path, time: time,
            text: { message, size, start throws(SignError) in try maker.content(message, size: size, start: start) },
            strip: { message, size throws(SignError) in try maker.strip(message, size: size) },
            fonts: { message, height throws(SignError) in
                try maker.fonts.chain(for: message, of: maker.file, height: height)
            },
            image: image ?? { path, start in
                maker.image(atPath: path).map { animation in
                    // What is being loaded is not shown yet: a message waits for its images.
                    animation.map { (ImageContent($0, start: start), $0.size) } ?? (Nothing(), .zero)
                }
            })
        message = { given, size in try? maker.message(given, size: size) }
    }
}

extension MessageMaker {
    /// Lays a message out as one strip for a line on an area of a size, without its background.
    func strip(_ given: SignMessage, size: Size) throws(SignError) -> ColoredStrip {
        let message = try message(given, size: size)
        do throws(LayoutError) {
            return try message.forSharedLine(size).strip()
        } catch {
            throw file.error([(.layout(error), given.places.text)])
        }
    }
}

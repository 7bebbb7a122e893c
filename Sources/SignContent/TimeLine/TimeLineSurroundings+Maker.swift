import BitmapFonts
import ImageFiles
import Marquee
import PixelGraphics
import Timelines

extension TimeLineSurroundings {
    /// The ways of a sign whose texts are made like its messages.
    init(
        _ maker: MessageMaker, time: any LocalTimeSource & Sendable = UnknownLocalTime(),
        image: ((String, Instant) -> Result<(content: any Content, size: Size), TimeLineTrouble>)? = nil
    ) {
        self.init(
            path: maker.file.path, time: time,
            text: { message, size, start throws(SignError) in try maker.content(message, size: size, start: start) },
            band: { message, size throws(SignError) in try maker.band(message, size: size) },
            fonts: { message, height throws(SignError) in
                try maker.fonts.chain(for: message, of: maker.file, height: height)
            }, image: image ?? { path, start in Self.picture(maker.file.path(of: path, ending: ""), start: start) })
    }

    /// Reads a picture; its animation starts at an instant.
    private static func picture(
        _ path: String, start: Instant
    ) -> Result<(content: any Content, size: Size), TimeLineTrouble> {
        do throws(ImageFileError) {
            let animation = try ImageAnimation.read(path: path)
            return .success((ImageContent(animation, start: start), animation.size))
        } catch {
            return .failure(TimeLineTrouble("\(error)"))
        }
    }
}

extension MessageMaker {
    /// Lays a message out as one band, without its background.
    func band(_ given: SignMessage, size: Size) throws(SignError) -> Band {
        let message = try message(given, size: size)
        do throws(LayoutError) {
            return try message.band()
        } catch {
            throw file.error([(.layout(error), given.places.text)])
        }
    }
}

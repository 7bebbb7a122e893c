import BitmapFonts
import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// Makes content of messages.
struct MessageMaker {
    /// The file that the messages are of.
    let file: SignFile
    /// The fonts, each read once.
    let fonts: FontCache
    /// The values and times in texts.
    let values: TextValues
    /// The wall clock, for clocks among the parts of messages.
    var time: any LocalTimeSource & Sendable = UnknownLocalTime()
    /// The images, loaded in the background.
    var images = ImageCache()

    /// A message with its fonts.
    func message(_ given: SignMessage, size: Size) throws(SignError) -> Message {
        let chain = try fonts.chain(for: given, of: file, height: size.height)
        var message = given.message(fonts: chain, size: size)
        guard given.image == nil else {
            message.image = image(of: given, size: size)?.animation
            return message
        }
        guard given.markup.isStyled else {
            message.text = given.markup.plainText()
            return message
        }
        let resources = try fonts.resources(for: given, chain: chain, of: file)
        message.setText(values.styled(given, resources: resources))
        message.motion = given.motion(message.motion, of: message.text)
        return message
    }

    /// How a message comes in or goes out.
    func settings(_ given: SignEffect?) throws(SignError) -> EffectSettings? {
        guard let given else { return nil }
        var sprite: ColoredStrip?
        switch given.sprite {
        case .named(let name): sprite = name.strip
        case .file(let path): sprite = try fonts.sprite(path, given, of: file)
        case nil: break
        }
        return EffectSettings(
            given.effect, duration: given.duration, easing: given.easing, sprite: sprite, light: given.color)
    }

    /// A message on its own; with an instant at which an effect has brought it in, it moves from then on.
    func content(
        _ given: SignMessage, size: Size, start: Instant, arrival: Instant? = nil
    ) throws(SignError) -> MessageContent {
        var message = try message(given, size: size)
        message.imageStart = start
        do throws(LayoutError) {
            return try MessageContent(message, size: size, start: start, arrival: arrival)
        } catch {
            throw file.error([(.layout(error), given.places.text)])
        }
    }

    /// Parts over each other, whose time starts at an instant.
    func parts(_ parts: SignParts, size: Size, start: Instant) throws(SignError) -> PartsContent {
        try PartsBuilder(PartsEnvironment(self, time: time)).content(parts, size: size, start: start)
    }

    /// Lets a message take the place of another one.
    func replace(
        _ text: MessageContent, by given: SignMessage, size: Size, at instant: Instant
    ) throws(SignError) {
        var message = try message(given, size: size)
        message.imageStart = instant
        do throws(LayoutError) {
            try text.replace(message, swap: given.swap, at: instant)
        } catch {
            throw file.error([(.layout(error), given.places.text)])
        }
    }

    /// A message as a part of a line, on which the time of images starts at an instant.
    func item(_ given: SignMessage, size: Size, start: Instant) throws(SignError) -> Item {
        var message = try message(given, size: size)
        message.imageStart = start
        do throws(LayoutError) {
            let strip = try message.forSharedLine(size).strip()
            let background = given.background.map { ItemBackground(.box, color: $0) }
            return Item(
                strip, color: message.color, background: background, horizontalPadding: background == nil ? 0 : 2)
        } catch {
            throw file.error([(.layout(error), given.places.text)])
        }
    }
}

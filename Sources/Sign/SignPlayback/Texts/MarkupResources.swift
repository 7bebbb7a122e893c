import BitmapFonts
import ImageFiles
import LiveValues
import Marquee
import PixelGraphics
import Settings
import SignFiles

/// What a text with tags needs from files: fonts, the icons' font, pictures; loaded once.
package struct MarkupResources: Sendable {
    /// The fonts of a `<font=NAME>`, by its name, with those of the message behind them.
    var fonts: [String: FontChain] = [:]
    /// The pictures of an `<image=PATH>`, by its path.
    var pictures: [String: ImageAnimation] = [:]
    /// The fonts that icons are asked from; nil for those of the message.
    var icons: FontChain?

    /// The fonts of the message alone.
    package init() {}

    /// Loads everything that a text names.
    ///
    /// - Parameters:
    ///   - fonts: the fonts of the message, which stand behind those of tags.
    ///   - loadFont: loads a font by its name or path; its errors are shown to users.
    ///   - loadPicture: loads a picture by its path; its errors are shown to users.
    /// - Returns: the resources, and the problems of those that are missing or unreadable, at their places.
    package static func load(
        for markup: SignMarkup, fonts: FontChain, loadFont: (String) throws -> BitmapFont,
        loadPicture: (String) throws -> ImageAnimation
    ) -> (resources: MarkupResources, problems: [TextError]) {
        var resources = MarkupResources()
        var problems: [TextError] = []
        var refused: Set<String> = []
        func attempt<Value>(_ name: String, _ offset: Int, _ known: Value?, _ load: () throws -> Value) -> Value? {
            if known != nil || refused.contains(name) { return known }
            do {
                return try load()
            } catch {
                refused.insert(name)
                problems.append(TextError("\(error)", at: offset))
                return nil
            }
        }
        for need in markup.needs {
            switch need.resource {
            case .font(let name):
                resources.fonts[name] = attempt("font " + name, need.offset, resources.fonts[name]) {
                    fonts.preceded(by: try loadFont(name))
                }
            case .picture(let path):
                resources.pictures[path] = attempt("image " + path, need.offset, resources.pictures[path]) {
                    try loadPicture(path)
                }
            case .icons:
                let name = SignIcon.fontName(rows: fonts.ascent + fonts.descent)
                // Icons have the colour of the letters, also those whose characters are emoji.
                resources.icons = attempt("icons", need.offset, resources.icons) {
                    FontChain([try loadFont(name)] + fonts.fonts)
                }
            }
        }
        return (resources, problems)
    }

    /// Reads an image file; an animated one moves by its own frames: at most 256, of 2^18 pixels together.
    package static func readPicture(path: String) throws(ImageFileError) -> ImageAnimation {
        let limits = ImageLimits(
            maximumSide: 1024, maximumPixels: 1 << 18, maximumFrames: 256, maximumFileBytes: 4 << 20)
        return try ImageAnimation.read(path: path, limits: limits)
    }
}

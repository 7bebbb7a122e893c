import BitmapFonts
import ImageFiles
import LiveValues
import Marquee
import PixelGraphics

/// What a text with tags needs from files: fonts, the icons' font, pictures; loaded once.
public struct MarkupResources: Sendable {
    /// The fonts of a `<font=NAME>`, by its name, with those of the message behind them.
    var fonts: [String: FontChain] = [:]
    /// The pictures of an `<image=PATH>`, by its path.
    var pictures: [String: InlinePicture] = [:]
    /// The fonts that icons are asked from; nil for those of the message.
    var icons: FontChain?

    /// Nothing but the fonts of the message.
    public init() {}

    /// Loads everything that a text names.
    ///
    /// - Parameters:
    ///   - fonts: the fonts of the message, which stand behind those of tags.
    ///   - loadFont: loads a font by its name or path; its errors are told to people.
    ///   - loadPicture: loads a picture by its path; its errors are told to people.
    /// - Returns: the resources, and at their places those that cannot be had.
    public static func load(
        for markup: SignMarkup, fonts: FontChain, loadFont: (String) throws -> BitmapFont,
        loadPicture: (String) throws -> InlinePicture
    ) -> (resources: MarkupResources, problems: [MarkupProblem]) {
        var resources = MarkupResources()
        var problems: [MarkupProblem] = []
        var refused: Set<String> = []
        func attempt<Value>(_ name: String, _ offset: Int, _ known: Value?, _ load: () throws -> Value) -> Value? {
            if known != nil || refused.contains(name) { return known }
            do {
                return try load()
            } catch {
                refused.insert(name)
                problems.append(MarkupProblem(.resource("\(error)"), at: offset))
                return nil
            }
        }
        for need in markup.needs {
            switch need.resource {
            case .font(let name):
                resources.fonts[name] = attempt("font " + name, need.offset, resources.fonts[name]) {
                    FontChain([try loadFont(name)] + fonts.fonts)
                }
            case .picture(let path):
                resources.pictures[path] = attempt("image " + path, need.offset, resources.pictures[path]) {
                    try loadPicture(path)
                }
            case .icons:
                let name = SignIcon.fontName(rows: fonts.ascent + fonts.descent)
                resources.icons = attempt("icons", need.offset, resources.icons) {
                    FontChain([try loadFont(name)] + fonts.fonts)
                }
            }
        }
        return (resources, problems)
    }

    /// Reads a PNG or GIF file; an animated one moves by its own frames: at most 256, of 2^18 pixels together.
    ///
    /// - Throws: `ImageFileError`.
    public static func readPicture(path: String) throws -> InlinePicture {
        let limits = ImageLimits(
            maximumSide: 1024, maximumPixels: 1 << 18, maximumFrames: 256, maximumFileBytes: 4 << 20)
        let animation = try ImageAnimation.read(path: path, limits: limits)
        return InlinePicture(animation) ?? InlinePicture(RGBBitmap(size: .zero))
    }
}

extension SignMarkup {
    /// Something that a text needs from a file, and where it names it.
    struct Need: Equatable {
        var resource: Resource
        var offset: Int

        enum Resource: Equatable {
            case font(String)
            case picture(String)
            case icons
        }
    }

    /// Everything that the text needs from files, in its order.
    var needs: [Need] {
        var needs: [Need] = []
        for piece in pieces {
            if let font = piece.look.font { needs.append(Need(resource: .font(font), offset: piece.offset)) }
            switch piece.content {
            case .icon: needs.append(Need(resource: .icons, offset: piece.offset))
            case .image(let path): needs.append(Need(resource: .picture(path), offset: piece.offset))
            case .each(let each, let template):
                let start = piece.offset + 1 + each.templateOffset
                needs += template.needs.map { Need(resource: $0.resource, offset: start + $0.offset) }
            case .field(.value(let field)):
                for tag in field.conditions.flatMap(\.tags) {
                    guard let resource = Self.resource(of: tag) else { continue }
                    needs.append(Need(resource: resource, offset: piece.offset + 1 + tag.offset))
                }
            case .text, .field: continue
            }
        }
        return needs
    }

    private static func resource(of tag: FieldTag) -> Need.Resource? {
        switch MarkupTag.read(tag.words) {
        case .success(.icon): .icons
        case .success(.image(let path)): .picture(path)
        case .success(.look(.font(let name), _)): .font(name)
        default: nil
        }
    }
}

import BitmapFonts
import Marquee
import PixelGraphics
import SettingsFiles

/// The fonts of a sign, each read once.
final class FontCache {
    private let fonts: SignFonts
    private var loaded: [String: Result<BitmapFont, FontTrouble>] = [:]
    private var chains: [[String]: FontChain] = [:]
    private var tags: [[String]: MarkupResources] = [:]
    private var sprites: [String: Band] = [:]

    /// Why a font cannot be had, in the words of the layer that knows.
    struct FontTrouble: Error, CustomStringConvertible {
        let words: String
        var description: String { words }
    }

    init(_ fonts: SignFonts) {
        self.fonts = fonts
    }

    /// The fonts of a message on an area of some rows, in order, with those behind them.
    ///
    /// - Throws: every font that cannot be had, at its place in the file.
    func chain(for message: SignMessage, of file: SignFile, height: Int) throws(SignError) -> FontChain {
        let names = fonts.names(for: message, of: file, height: height)
        if let chain = chains[names] { return chain }
        var found: [BitmapFont] = []
        var problems: [(reason: SignProblem.Reason, place: TextPlace?)] = []
        for (index, name) in names.enumerated() {
            switch font(name) {
            case .success(let font): found.append(font)
            case .failure(let trouble):
                let places = message.places.fonts
                problems.append((.font(trouble.words), places.indices.contains(index) ? places[index] : nil))
            }
        }
        guard problems.isEmpty else { throw file.error(problems) }
        let chain = FontChain(found)
        chains[names] = chain
        return chain
    }

    /// The fonts of a message that cannot be had.
    func problems(of message: SignMessage, in file: SignFile, height: Int) -> [SignProblem] {
        do throws(SignError) {
            _ = try chain(for: message, of: file, height: height)
            return []
        } catch {
            return error.problems
        }
    }

    /// The rows of a font that a file names; nil where it cannot be had.
    func rows(of name: String, in file: SignFile) -> Int? {
        guard case .success(let font) = font(file.path(ofFont: name)) else { return nil }
        return font.ascent + font.descent
    }

    /// The fonts and pictures that the tags of a message name.
    ///
    /// - Throws: those that cannot be had, at their places in the text.
    func resources(
        for message: SignMessage, chain: FontChain, of file: SignFile
    ) throws(SignError) -> MarkupResources {
        let key = message.fonts + [message.text]
        if let known = tags[key] { return known }
        let (resources, problems) = MarkupResources.load(for: message.markup, fonts: chain) { name in
            try font(file.path(ofFont: name)).get()
        } loadPicture: { path in
            try MarkupResources.readPicture(path: file.path(of: path))
        }
        guard problems.isEmpty else {
            throw file.error(
                problems.map { (.markup($0.fault), message.places.tags[$0.offset] ?? message.places.text) })
        }
        tags[key] = resources
        return resources
    }

    /// The small picture of an effect.
    func sprite(_ path: String, _ effect: SignEffect, of file: SignFile) throws(SignError) -> Band {
        let path = file.path(of: path)
        if let known = sprites[path] { return known }
        do {
            let picture = try MarkupResources.readPicture(path: path)
            let band = Band(image: picture.image, mask: picture.mask)
            sprites[path] = band
            return band
        } catch {
            throw file.error([(.image("\(error)"), effect.place.sprite)])
        }
    }

    private func font(_ name: String) -> Result<BitmapFont, FontTrouble> {
        if let known = loaded[name] { return known }
        let result: Result<BitmapFont, FontTrouble>
        do {
            result = .success(try fonts.load(name))
        } catch {
            result = .failure(FontTrouble(words: "\(error)"))
        }
        loaded[name] = result
        return result
    }
}

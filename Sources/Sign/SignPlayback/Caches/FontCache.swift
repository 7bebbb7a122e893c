import BitmapFonts
import ImageFiles
import LinuxSystem
import Marquee
import PixelGraphics
import Settings
import SignFiles

/// The fonts of a sign, each read once.
final class FontCache {
    private let fonts: SignFonts
    private var loaded: [String: Result<BitmapFont, any Error>] = [:]
    /// The outline fonts with smooth edges.
    private var smooth: [String: BitmapFont] = [:]
    /// The fonts of looks, until there are many of them.
    private var chains: [ChainKey: FontChain] = [:]
    /// What the tags of texts name, until there are many of them.
    private var resources: [ResourcesKey: MarkupResources] = [:]
    /// The pictures of tags and effects by their paths.
    private(set) var pictures: [String: ImageAnimation] = [:]
    /// Which version of the file of each was looked at last.
    private var stamps: [String: FileStamp] = [:]
    private let memory: ImageMemory

    init(_ fonts: SignFonts, memory: ImageMemory = .shared) {
        (self.fonts, self.memory) = (fonts, memory)
    }

    /// The fonts of a look on an area of some rows, in order, with those behind them.
    ///
    /// - Throws: every font that is missing or unreadable, at its place in the file.
    func chain(for look: SignLook, of file: SignFile, height: Int) throws(SignError) -> FontChain {
        let key = ChainKey(names: look.letters.fonts, path: file.path, height: height, edges: look.edges)
        if let known = chains[key] { return known }
        let names = fonts.names(for: look, of: file, height: height)
        var found: [BitmapFont] = []
        var problems: [(reason: SignReason, place: TextPlace?)] = []
        let own = look.letters.fonts?.count ?? 0
        for (index, name) in names.enumerated() {
            // Icons that stand in for letters are as high as these.
            let rows = found.first?.lineHeight
            var name = name
            if index >= own, let rows, let letters = found.first {
                if SignIcon.isFont(name) {
                    name = SignIcon.fontName(rows: rows)
                } else if let capitals = letters.capitals {
                    name = FontName(name: FontName(name).name, factor: capitals / Self.fallbackCapitals).description
                }
            }
            switch font(name, rows: height, edges: look.edges) {
            case .success(let font): found.append(font)
            case .failure(let problem):
                let places = look.fontPlaces
                problems.append((.font("\(problem)"), places.indices.contains(index) ? places[index].place : nil))
            }
        }
        guard problems.isEmpty else { throw file.error(problems) }
        if chains.count >= 64 { chains = [:] }
        let chain = FontChain(found, emoji: fonts.emoji)
        chains[key] = chain
        return chain
    }

    /// The rows of the capitals of the fonts that stand in for outline fonts.
    private static let fallbackCapitals = 7

    /// What decides the fonts of a look.
    private struct ChainKey: Hashable {
        let names: [String]?
        let path: String
        let height: Int
        let edges: LetterEdges
    }

    /// What decides what the tags of a text name.
    private struct ResourcesKey: Hashable {
        let text: String
        let fonts: ChainKey
    }

    /// The names of the fonts among which the largest is looked for: those of a look, else the defaults for small and large areas.
    func candidates(for look: SignLook) -> [FontName] {
        let names = look.letters.fonts ?? [8, 16].map(fonts.defaultName)
        return names.map { FontName($0).sized(nil) }
    }

    /// A font that a file names, of an outline font without a size the largest of some rows; nil if it is missing or unreadable.
    func font(named name: String, in file: SignFile, rows: Int? = nil) -> BitmapFont? {
        try? font(file.path(ofFont: name), rows: rows).get()
    }

    /// The fonts and pictures that the tags of a message name, for an area of some rows.
    ///
    /// - Throws: those that are missing or unreadable, at their places in the text.
    func resources(
        for message: SignMessage, chain: FontChain, of file: SignFile, height: Int
    ) throws(SignError) -> MarkupResources {
        let edges = message.look.edges
        let fonts = ChainKey(names: message.look.letters.fonts, path: file.path, height: height, edges: edges)
        let key = ResourcesKey(text: message.text, fonts: fonts)
        if let known = self.resources[key] { return known }
        let (resources, problems) = MarkupResources.load(for: message.markup, fonts: chain) { name in
            try font(file.path(ofFont: name), rows: height, edges: edges).get()
        } loadPicture: { path in
            try picture(file.path(of: path))
        }
        guard problems.isEmpty else {
            throw file.error(
                problems.map { (.markup($0), message.places.tags[$0.offset] ?? message.places.text) })
        }
        if self.resources.count >= 64 { self.resources = [:] }
        self.resources[key] = resources
        return resources
    }

    /// The small picture of an effect.
    func sprite(_ path: String, _ effect: SignEffect, of file: SignFile) throws(SignError) -> ColoredStrip {
        do {
            return ColoredStrip(try picture(file.path(of: path)).still)
        } catch {
            throw file.error([(.image("\(error)"), effect.place.place)])
        }
    }

    /// Forgets the pictures that none of some messages has.
    func keep(_ messages: [SignMessage], of file: SignFile) {
        let needed = Set(messages.flatMap { $0.pictures.map(file.path(of:)) })
        pictures = pictures.filter { needed.contains($0.key) }
        stamps = stamps.filter { needed.contains($0.key) }
        resources = [:]
    }

    /// Reads the pictures again whose files are others now; returns their paths.
    ///
    /// One that is missing or broken stays as it was.
    func takeChangedPictures() -> Set<String> {
        var changed: Set<String> = []
        for (path, known) in pictures {
            guard let stamp = FileStamp(path: path), stamp != stamps[path] else { continue }
            pictures[path] = nil
            if (try? picture(path)) != nil { changed.insert(path) } else { pictures[path] = known }
        }
        if !changed.isEmpty { resources = [:] }
        return changed
    }

    private func picture(_ path: String) throws -> ImageAnimation {
        if let known = pictures[path] { return known }
        stamps[path] = FileStamp(path: path)
        switch memory.load({ () throws(ImageFileError) in try MarkupResources.readPicture(path: path) }) {
        case .loaded(let image):
            pictures[path] = image
            return image
        case .unreadable(let error): throw error
        case .full(let needed): throw WordedError("\(path): \(ImageMemory.words(needed: needed))")
        }
    }

    /// A font by its name or path, with the edges that suit its size and the panel.
    private func font(_ name: String, rows: Int, edges: LetterEdges) -> Result<BitmapFont, any Error> {
        let result = font(name, rows: rows)
        guard case .success(let font) = result, let capitals = font.capitals, fonts.format == .rgb,
            edges.isSmooth(capitals: capitals)
        else { return result }
        let key = "\(name) \(capitals)"
        let known = smooth[key] ?? font.smooth()
        smooth[key] = known
        return known.map { .success($0) } ?? result
    }

    /// A font by its name or path; an outline font without a size is as large as fits into some rows.
    private func font(_ name: String, rows: Int?) -> Result<BitmapFont, any Error> {
        let result = loaded[name] ?? Result { try fonts.load(name) }
        loaded[name] = result
        guard let rows, case .failure(let error as FontError) = result, error.needsSize, FontName(name).factor == 1
        else { return result }
        return font(FontName(name).sized(.rows(min(max(rows, 1), FontLimits.boxExtent))).description, rows: nil)
    }
}

/// Where the fonts of a sign come from.
package struct SignFonts: Sendable {
    let defaultName: @Sendable (_ height: Int) -> String
    private let fallbacks: [String]
    let load: @Sendable (_ nameOrPath: String) throws -> BitmapFont
    /// What has pictures of emoji in colour.
    let emoji: EmojiFont?
    /// The pixels of the panel.
    private(set) var format = Canvas.Format.rgb

    /// The same fonts for a panel with other pixels.
    package func on(_ format: Canvas.Format) -> SignFonts {
        var fonts = self
        fonts.format = format
        return fonts
    }

    /// Takes the ways to fonts.
    ///
    /// - Parameters:
    ///   - defaultName: the font for an area of some rows, where a message names no font.
    ///   - fallbacks: the fonts behind those of a message, for the characters that these lack.
    ///   - load: loads a font; its errors are shown to users.
    ///   - emoji: what has pictures of emoji in colour; nil for none.
    package init(
        defaultName: @escaping @Sendable (_ height: Int) -> String, fallbacks: [String],
        load: @escaping @Sendable (_ nameOrPath: String) throws -> BitmapFont, emoji: EmojiFont? = nil
    ) {
        self.defaultName = defaultName
        self.fallbacks = fallbacks
        self.load = load
        self.emoji = emoji
    }

    /// The fonts of a look on an area of some rows, in the order in which they are asked for a character.
    func names(for look: SignLook, of file: SignFile, height: Int) -> [String] {
        let given = look.letters.fonts ?? []
        let chosen = given.isEmpty ? [defaultName(height)] : given.map { file.path(ofFont: $0) }
        // What stands in for letters is as large as they are.
        let factor = chosen.first.map { FontName($0).factor } ?? 1
        let fallbacks = fallbacks.map { FontName(name: $0, factor: factor).description }
        return chosen + fallbacks.filter { !chosen.contains($0) }
    }
}

/// Fonts in the order in which they are searched for a character, and what is drawn if none has it.
public struct FontChain: Sendable {
    /// The fonts; the first one gives the line its height.
    public let fonts: [BitmapFont]
    /// What is drawn for a character that no font has; always with ink.
    ///
    /// Of the first font that has one, the glyph of its own DEFAULT_CHAR or of U+FFFD, blank ones left out; where no
    /// font has either, a box as large as a capital letter of the first font.
    public let replacement: Glyph
    /// What has pictures of emoji in colour; nil for none.
    public let emoji: EmojiFont?
    /// What shapes the letters of each font.
    let shapers: [FontShaper]
    /// Whether each font draws outlines: asking the font itself copies it.
    let drawsOutlines: [Bool]

    /// Creates a chain; without any font every character is drawn as a box of 5 x 7 pixels.
    public init(_ fonts: [BitmapFont], emoji: EmojiFont? = nil) {
        (self.fonts, self.emoji) = (fonts, emoji)
        shapers = fonts.map(FontShaper.init)
        drawsOutlines = fonts.map { $0.outlines != nil }
        let own = fonts.lazy.compactMap { font -> Glyph? in
            let preferred = font.defaultCharacter.flatMap { font.glyph(for: $0) }
            let candidates = [preferred, font.isUnicode ? font.glyph(for: 0xFFFD) : nil]
            return candidates.lazy.compactMap { $0 }.first { $0.hasInk }
        }
        replacement = own.first ?? .box(like: fonts.first)
    }

    /// Where a glyph is: its font in the chain, nil for the replacement, its position in the font, and the code that it is drawn
    /// for.
    ///
    /// Unlike the glyph itself it is copied without counting references.
    struct Found {
        let font: Int?
        let position: Int
        let code: UInt32

        static let replacement = Found(font: nil, position: 0, code: 0)
    }

    /// The glyph that was found.
    func glyph(of found: Found) -> Glyph {
        guard let font = found.font else { return replacement }
        guard drawsOutlines[font] else { return fonts[font].glyphs[found.position] }
        return fonts[font].glyph(at: found.position, code: found.code)
    }

    /// Returns the glyph of the first font that has the scalar itself; see ``find(_:)``.
    func glyph(for code: UInt32) -> Glyph? { find(code).map { glyph(of: $0) } }

    /// Returns the place of the glyph of the first font that has the scalar itself.
    ///
    /// Fonts whose codes are not Unicode are searched only for the characters that all charsets share, 0x20 to 0x7E.
    func find(_ code: UInt32) -> Found? {
        for index in fonts.indices where fonts[index].isUnicode || (0x20...0x7E).contains(code) {
            let position =
                drawsOutlines[index] ? fonts[index].position(of: code) : fonts[index].glyphs.position(of: code)
            if let position {
                return Found(font: index, position: position, code: code)
            }
        }
        return nil
    }

    /// Returns the place of the glyph of the first font that has the scalar or a character that means the same: a no-break
    /// space is served by a space, and the Unicode hyphens by a hyphen-minus.
    func findEquivalent(_ code: UInt32) -> Found? {
        find(code) ?? Unicode.Scalar(code)?.plainEquivalent.flatMap(find)
    }

    /// The chain with another font before all others.
    package func preceded(by font: BitmapFont) -> FontChain { FontChain([font] + fonts, emoji: emoji) }

    /// The glyph of the first character of a sequence; the replacement if no font has it.
    package func letter(for sequence: Character) -> Glyph {
        sequence.unicodeScalars.first.flatMap { glyph(for: $0.value) } ?? replacement
    }

    /// The picture in colour that is drawn for a character among letters of the chain; nil if it is a letter itself.
    package func emojiPicture(of character: Character) -> EmojiFont.Picture? {
        guard let emoji, character.isColorEmoji else { return nil }
        return emoji.picture(of: character, rows: ascent + descent)
    }

    /// Returns the number of the first font that has the scalar, a character that means the same, or its parts.
    func font(for code: UInt32) -> Int? {
        findEquivalent(code)?.font ?? fonts.indices.first { has(code, in: $0) }
    }

    /// Whether a font has a scalar, a character that means the same, or its parts: a letter and a mark.
    func has(_ code: UInt32, in font: Int) -> Bool { shapers[font].has(code) }

    /// The rows above the base line of a line that only the first font serves.
    public var ascent: Int { fonts.first?.ascent ?? replacement.top }
    /// The rows below the base line of a line that only the first font serves.
    public var descent: Int { fonts.first?.descent ?? 0 }
}

extension Glyph {
    /// Whether any pixel is lit.
    var hasInk: Bool { columns.contains { $0 != 0 } }

    /// A glyph without pixels that takes no space.
    static let nothing = Glyph(code: 0, advance: 0, left: 0, top: 0, width: 0, height: 0, columns: [])

    /// The empty box: one pixel of outline, as large as the font's `H` (else as its ascent), at least 3 x 3.
    static func box(like font: BitmapFont?) -> Glyph {
        let capital = font?.glyph(for: 0x48)
        let width = min(max(capital?.width ?? 5, 3), 64)
        let height = min(max(capital?.top ?? font?.ascent ?? 7, 3), 64)
        let full: UInt64 = height == 64 ? .max : (1 << UInt64(height)) - 1
        let ends: UInt64 = 1 | 1 << UInt64(height - 1)
        let columns = (0..<width).map { $0 == 0 || $0 == width - 1 ? full : ends }
        return Glyph(
            code: 0xFFFD, advance: width + 1, left: 0, top: height, width: width, height: height, columns: columns[...])
    }
}

/// Which fonts of a chain draw a text, and what none of them has.
///
/// Its description is what `ledsign font coverage` prints.
package struct CoverageReport: Sendable {
    /// A scalar that no font has; the replacement glyph is drawn for it (for a combining mark nothing).
    package struct Missing: Hashable, Sendable {
        package let scalar: Unicode.Scalar
        /// How often the text holds it.
        package let count: Int
        /// The place of the first one, counted in scalars from 0.
        package let firstIndex: Int
    }

    /// What one font of the chain draws.
    package struct Service: Sendable {
        /// The font's place in the chain.
        package let fontIndex: Int
        /// The font's name, or where it was read from.
        package let name: String
        /// The scalars that it draws, each once, in the order of their codes.
        ///
        /// Letters that are drawn precomposed are listed so; joined Arabic letters as they are in the text.
        package let scalars: [Unicode.Scalar]
        /// The number of characters that it draws.
        package let count: Int
    }

    /// What no font has, in the order of the first places.
    package let missing: [Missing]
    /// The fonts that draw something, in the order of the chain.
    package let services: [Service]

    /// Whether every character of the text is drawn.
    package var isComplete: Bool { missing.isEmpty }

    /// Reports on a text; texts of any length, O(n).
    ///
    /// Characters that draw nothing (line ends, tabs, joiners, direction marks) count neither as served nor as missing.
    ///
    /// - Parameter inColor: whether the panel has colours, so that emoji may be pictures, which no font has to have.
    package init(
        of text: String, fonts: FontChain, direction: TextDirection = .automatic, inColor: Bool = false
    ) {
        let hasPictures = inColor && fonts.emoji != nil && text.mayHaveColorEmoji
        let letters =
            hasPictures
            ? text.map { character in
                let isLetter = fonts.emojiPicture(of: character) == nil
                return isLetter ? "\(character)" : String(repeating: "\u{200B}", count: character.unicodeScalars.count)
            }.joined() : text
        let scalars = Array(letters.unicodeScalars)
        var missing: [Unicode.Scalar: (count: Int, first: Int)] = [:]
        var served = [[Unicode.Scalar: Int]](repeating: [:], count: fonts.fonts.count)
        for paragraph in TextLayout.paragraphs(of: scalars[...]) {
            _ = ParagraphShaper.shape(scalars[paragraph.content], fonts: fonts, direction: direction) { use in
                if let font = use.font {
                    served[font][use.scalar, default: 0] += 1
                } else {
                    missing[use.scalar, default: (0, paragraph.content.lowerBound + use.index)].count += 1
                }
            }
        }
        self.missing = missing.map { Missing(scalar: $0.key, count: $0.value.count, firstIndex: $0.value.first) }
            .sorted { $0.firstIndex < $1.firstIndex }
        services = served.enumerated().compactMap { index, served in
            guard !served.isEmpty else { return nil }
            let font = fonts.fonts[index]
            return Service(
                fontIndex: index, name: font.name.isEmpty ? font.source : font.name,
                scalars: served.keys.sorted { $0.value < $1.value }, count: served.values.reduce(0, +))
        }
    }
}

extension CoverageReport: CustomStringConvertible {
    /// One line per font with what it draws, then one line per missing scalar, then the verdict.
    package var description: String {
        var lines = services.map { service in
            "\(service.name): \(Self.characters(service.count)): " + Self.list(service.scalars)
        }
        for scalar in missing {
            let name = scalar.scalar.properties.name.map { " " + $0 } ?? ""
            lines.append(
                "missing: \(Self.code(scalar.scalar)) \(Self.shown(scalar.scalar))\(name), "
                    + "\(scalar.count == 1 ? "once" : "\(scalar.count) times"), first at character \(scalar.firstIndex + 1)"
            )
        }
        lines.append(
            isComplete
                ? "every character has a glyph"
                : "\(missing.count) of \(missing.count + services.reduce(0) { $0 + $1.scalars.count }) different characters "
                    + "have no glyph; add a font that has them as a fallback")
        return lines.joined(separator: "\n")
    }

    private static func characters(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }

    /// The scalars themselves if they are visible, else their codes.
    private static func list(_ scalars: [Unicode.Scalar]) -> String {
        scalars.map { shown($0) }.joined(separator: " ")
    }

    /// A scalar as it looks in a terminal: a mark over a dotted circle; spaces, controls and the like as a code.
    private static func shown(_ scalar: Unicode.Scalar) -> String {
        if scalar.isMark { return "\u{25CC}" + String(scalar) }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            return code(scalar)
        default: return String(scalar)
        }
    }

    private static func code(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

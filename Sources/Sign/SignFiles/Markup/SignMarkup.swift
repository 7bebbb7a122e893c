import LiveValues

/// A text with tags and fields, read: pieces with looks of their own, and places for values.
///
///     Bread <red>fresh</> until {clock HH:mm} <icon=bread>
///
/// `<` begins a tag and `{` a field; `<<` and `{{` stand for the characters themselves. Reading never fails: what is
/// wrong is reported, and left out of the text.
package struct SignMarkup: Equatable, Sendable {
    /// A part of the text.
    package struct Piece: Equatable, Sendable {
        package let content: Content
        package let look: MarkupLook
        /// The number of characters (Unicode scalars) of the text before it.
        package let offset: Int
    }

    /// What a piece is.
    package indirect enum Content: Equatable, Sendable {
        /// Letters as they are.
        case text(String)
        /// The place of a value or of a time.
        case field(FieldReference)
        /// The place of a list, and what is repeated for each of its elements.
        case each(EachField, SignMarkup)
        /// A picture of the icon font.
        case icon(SignIcon)
        /// A picture of a file, by its path.
        case image(String)
    }

    /// The parts in their order; no two neighbouring texts look the same.
    package internal(set) var pieces: [Piece] = []

    /// The most tags and fields of a text.
    package static let mostParts = 1_000
    /// How deep tags may be within each other.
    package static let mostDepth = 32

    /// Takes a text as it is: without tags and fields.
    package init(literal text: String) {
        pieces = text.isEmpty ? [] : [Piece(content: .text(text), look: MarkupLook(), offset: 0)]
    }

    init(pieces: [Piece]) { self.pieces = pieces }

    /// Reads a text; O(its length).
    ///
    /// - Parameter fields: the names of the fields that there are; nil takes every name.
    /// - Returns: the text without what is wrong, and all that is wrong in the order of the text.
    package static func parse(
        _ text: String, fields: [String]? = nil
    ) -> (markup: SignMarkup, problems: [MarkupProblem]) {
        var parser = MarkupParser(text, fields: fields)
        parser.parseAll()
        return (SignMarkup(pieces: parser.pieces), parser.problems)
    }

    /// The pieces, each behind it those that it repeats, and the characters of the text before each.
    var flattened: [(piece: Piece, offset: Int)] {
        pieces.flatMap { piece -> [(piece: Piece, offset: Int)] in
            guard case .each(let each, let template) = piece.content else { return [(piece, piece.offset)] }
            let start = piece.offset + 1 + each.templateOffset
            return [(piece, piece.offset)] + template.flattened.map { ($0.piece, start + $0.offset) }
        }
    }

    /// Whether values or the time change it.
    package var hasFields: Bool {
        pieces.contains { piece in
            switch piece.content {
            case .field, .each: true
            case .text, .icon, .image: false
            }
        }
    }

    /// The names of the sources that it shows values of.
    package var sources: Set<String> {
        var names: Set<String> = []
        for (piece, _) in flattened {
            switch piece.content {
            case .field(let field):
                if let name = field.source { names.insert(name) }
            case .each(let field, _): names.insert(field.name)
            case .text, .icon, .image: continue
            }
        }
        return names
    }

    /// The fields that the wall clock fills in, those within repetitions among them.
    package var times: [TimeField] { placedTimes.map(\.field) }

    /// Whether a part of it changes the speed.
    package var changesSpeed: Bool { flattened.contains { $0.piece.look.speed != nil } }
}

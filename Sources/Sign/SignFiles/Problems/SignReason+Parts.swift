import Settings

extension SignReason {
    /// What can be wrong with the parts of a message.
    package enum PartReason: Equatable, Sendable {
        /// A part without content; the keys of which it has one.
        case noContent(keys: [String])
        /// A character of pixel art without a colour.
        case unknownPixel(Character)
        /// The first key frame has an offset.
        case firstOffset
        /// A cue of a part that takes turns with others.
        case cueInTurns
        /// Parts within parts beyond the limit.
        case tooDeep(limit: Int)
        /// More pixels or copies than a message may have.
        case tooLarge(pixels: Int, copies: Int)
        /// Ticks of several kinds, or of no kind.
        case ticks
    }
}

extension SignReason.PartReason: CustomStringConvertible {
    /// What is wrong, and what to do about it.
    package var description: String {
        switch self {
        case .noContent(let keys): "this part has no content; give it one of \(keys.joined(separator: ", "))"
        case .unknownPixel(let character):
            "unknown pixel \(ShownText.quoted(String(character))); the letters are R O Y G C B M P W K (half as bright in lower "
                + "case), # is the colour of the part, and \"palette\" adds others"
        case .firstOffset:
            "the first key frame cannot have an \"offset\"; remove it, or add a key frame before this one"
        case .cueInTurns:
            "a part in \"turns\" cannot have cues, because it comes and goes; give the cue to a part beside it, with the same "
                + "ticks"
        case .tooDeep(let limit): "parts are nested too deep; the limit is \(limit) levels"
        case .tooLarge(let pixels, let copies):
            "the parts have more than \(pixels) pixels or \(copies) copies in total; make them smaller or fewer"
        case .ticks:
            "ticks need exactly one of \"every\" (optionally with \"from\"), \"animation\" (optionally with \"paused\"), \"at\" "
                + "and \"cycle\""
        }
    }
}

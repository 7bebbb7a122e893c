/// What can be wrong with the parts of a time-line.
public enum TimeLineFault: Equatable, Sendable {
    /// A part with nothing to show.
    case noContent
    /// A character of pixel art without a colour.
    case unknownPixel(Character)
    /// The first key frame has an offset.
    case firstOffset
    /// A cue of a part that takes turns with others.
    case cueInTurns
    /// Parts within parts beyond measure.
    case tooDeep
    /// More pixels or copies than a sign may have.
    case tooLarge
    /// Ticks that come in none of the ways, or in several.
    case ticks
    /// An image that cannot be had; why, in the words of the layer that knows.
    case image(String)
}

extension TimeLineFault: CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .noContent:
            "this part shows nothing; give it one of \(SignPart.contentKeys.joined(separator: ", "))"
        case .unknownPixel(let character):
            "the pixel \"\(character)\" has no colour; the letters are R O Y G C B M P W K (small ones half as bright), # is the "
                + "colour of the part, and \"palette\" gives colours to others"
        case .firstOffset:
            "the first key frame is how it begins, and has no \"offset\"; remove it, or add a key frame before"
        case .cueInTurns:
            "a part that takes turns gives no cues, because it comes and goes; give the cue to a part beside it, at the same "
                + "ticks"
        case .tooDeep: "parts lie within parts at most \(SignTimeLine.mostLevels) deep"
        case .tooLarge:
            "the parts have more than \(TimeLineBuilder.mostPixels) pixels or \(TimeLineBuilder.mostContents) copies "
                + "together; make them smaller or fewer"
        case .ticks:
            "ticks come in one way: \"every\" (perhaps with \"from\"), \"animation\" (perhaps \"paused\"), \"at\" or \"cycle\""
        case .image(let words): words
        }
    }
}

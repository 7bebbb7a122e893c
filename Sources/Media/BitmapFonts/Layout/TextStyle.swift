/// Where a line lies in a block, or a block in an area, that is wider than it.
public enum TextAlignment: String, CaseIterable, Sendable {
    /// At the left side.
    case left
    /// In the middle; of an odd pixel the right side gets the larger part.
    case center
    /// At the right side.
    case right

    /// Returns how far from the left edge something begins that leaves that number of pixels free; negative if it is wider
    /// than its place.
    package func start(free: Int) -> Int {
        switch self {
        case .left: return 0
        case .center: return free >> 1
        case .right: return free
        }
    }
}

/// The direction of a paragraph, which decides on which side it begins and where neutral characters go.
public enum TextDirection: String, CaseIterable, Sendable {
    /// That of the first strong character, left to right if there is none (rules P2 and P3 of UAX #9).
    case automatic
    /// As in Latin script.
    case leftToRight
    /// As in Hebrew and Arabic script.
    case rightToLeft
}

/// How text is set: the distances, the side and the direction.
public struct TextStyle: Hashable, Sendable {
    /// The largest spacing of either kind, in pixels, up or down; larger numbers count as this.
    public static let spacingLimit = 1024

    /// Pixels added between letters, -1024 to 1024; negative numbers tighten, but never below an advance of zero.
    ///
    /// Joined Arabic letters stay joined: nothing is added between them.
    public var letterSpacing: Int { didSet { letterSpacing = Self.clamp(letterSpacing) } }
    /// Pixels added between lines, -1024 to 1024; negative numbers let lines overlap.
    public var lineSpacing: Int { didSet { lineSpacing = Self.clamp(lineSpacing) } }
    /// The side on which the lines of a block lie.
    public var alignment: TextAlignment
    /// The direction of every paragraph.
    public var direction: TextDirection

    /// Creates a style; without arguments the plain one: no extra space, left aligned.
    ///
    /// Numbers beyond their range count as the nearest in range.
    public init(
        letterSpacing: Int = 0, lineSpacing: Int = 0, alignment: TextAlignment = .left,
        direction: TextDirection = .automatic
    ) {
        self.letterSpacing = Self.clamp(letterSpacing)
        self.lineSpacing = Self.clamp(lineSpacing)
        self.alignment = alignment
        self.direction = direction
    }

    static func clamp(_ spacing: Int) -> Int { min(max(spacing, -spacingLimit), spacingLimit) }
}

/// A part of a text with its own fonts and letter spacing.
public struct TextRun: Sendable {
    /// What it says; may hold line ends and be empty.
    public var text: String
    /// The fonts that are searched for its characters, in order.
    public var fonts: FontChain
    /// Pixels added between its letters, and behind its last one; clamped to the range of ``TextStyle``.
    public var letterSpacing: Int
    /// A picture that replaces the text, once; its pixels are those of its mask.
    public var picture: Glyph?

    /// Creates a run.
    public init(_ text: String, fonts: FontChain, letterSpacing: Int = 0, picture: Glyph? = nil) {
        self.text = text
        self.fonts = fonts
        self.letterSpacing = letterSpacing
        self.picture = picture
    }

    /// The character that marks a picture in a text: OBJECT REPLACEMENT CHARACTER.
    static let pictureScalar: Unicode.Scalar = "\u{FFFC}"
}

/// The columns of one run on a line; where bidirectional text is mixed a run may have several.
public struct RunSpan: Hashable, Sendable {
    /// The number of the run.
    public let run: Int
    /// The columns from the pen before its first letter to the pen behind its last one, from the line's start.
    public internal(set) var columns: Range<Int>

    /// Names the columns of a run.
    public init(run: Int, columns: Range<Int>) {
        self.run = run
        self.columns = columns
    }
}

/// What a run means for the lines that it is part of.
struct RunMeasure {
    /// Pixels between clusters.
    var letterSpacing: Int
    /// The rows above and below the base line.
    var ascent: Int
    var descent: Int
    /// What is shown where a word is broken at a soft hyphen.
    var hyphen: Glyph?
    /// The digits' common advance and the columns in which any of them has ink; nil if they are not equally wide.
    var figures: (advance: Int, ink: Range<Int>)?

    init(_ fonts: FontChain, letterSpacing: Int) {
        self.letterSpacing = letterSpacing
        ascent = fonts.ascent
        descent = fonts.descent
        hyphen = fonts.glyph(for: 0x2010) ?? fonts.glyph(for: 0x2D)
        figures = Self.figures(of: fonts)
    }

    /// Whether a character is one of the digits 0 to 9.
    static func isDigit(_ code: UInt32) -> Bool { (0x30...0x39).contains(code) }

    private static func figures(of fonts: FontChain) -> (advance: Int, ink: Range<Int>)? {
        var figures: (advance: Int, ink: Range<Int>)?
        for code in UInt32(0x30)...0x39 {
            guard let glyph = fonts.glyph(for: code), let ink = glyph.placedInk else { return nil }
            let all = figures ?? (glyph.advance, ink)
            guard glyph.advance == all.advance else { return nil }
            figures = (all.advance, all.ink.union(ink))
        }
        return figures
    }
}

/// The runs of a text, and where each of them ends in it.
struct RunMap {
    let runs: [TextRun]
    /// The offset behind the last scalar of each run.
    private(set) var ends: [Int] = []
    /// The scalars of all runs, one after the other.
    private(set) var scalars: [Unicode.Scalar] = []

    init(_ runs: [TextRun]) throws(LayoutError) {
        self.runs = runs
        for run in runs {
            if run.picture == nil {
                scalars += try TextLayout.scalars(of: run.text)
            } else {
                scalars.append(TextRun.pictureScalar)
            }
            guard scalars.count <= TextLayout.maximumLength else { throw .textTooLong(limit: TextLayout.maximumLength) }
            ends.append(scalars.count)
        }
    }

    /// The number of the run that a scalar belongs to, of the last one behind the end; O(log n).
    func number(at offset: Int) -> Int {
        var low = 0
        var high = runs.count - 1
        while low < high {
            let middle = (low + high) >> 1
            if ends[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

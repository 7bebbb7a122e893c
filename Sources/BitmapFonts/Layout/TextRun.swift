/// A part of a text that is set in fonts and a letter spacing of its own.
public struct TextRun: Sendable {
    /// What it says; may hold line ends and be empty.
    public var text: String
    /// The fonts that are asked for its characters, in order.
    public var fonts: FontChain
    /// Pixels added between its letters, and behind its last one; clamped to the range of ``TextStyle``.
    public var letterSpacing: Int
    /// A picture that stands in place of the text, once; its pixels are those of its mask.
    public var picture: Glyph?

    /// Creates a run.
    public init(_ text: String, fonts: FontChain, letterSpacing: Int = 0, picture: Glyph? = nil) {
        self.text = text
        self.fonts = fonts
        self.letterSpacing = letterSpacing
        self.picture = picture
    }

    /// What stands in a text for a picture: OBJECT REPLACEMENT CHARACTER.
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

    init(_ fonts: FontChain, letterSpacing: Int) {
        self.letterSpacing = letterSpacing
        ascent = fonts.ascent
        descent = fonts.descent
        hyphen = fonts.find(0x2010)?.glyph ?? fonts.find(0x2D)?.glyph
    }

    /// The right edge of the hyphen.
    var hyphenRight: Int { hyphen.map { $0.left + $0.width } ?? 0 }
    /// How far the pen moves for it.
    var hyphenAdvance: Int { hyphen?.advance ?? 0 }
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
                for scalar in run.text.unicodeScalars {
                    guard scalars.count < TextLayout.maximumLength else {
                        throw .textTooLong(limit: TextLayout.maximumLength)
                    }
                    scalars.append(scalar)
                }
            } else {
                scalars.append(TextRun.pictureScalar)
            }
            ends.append(scalars.count)
        }
        guard scalars.count <= TextLayout.maximumLength else { throw .textTooLong(limit: TextLayout.maximumLength) }
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

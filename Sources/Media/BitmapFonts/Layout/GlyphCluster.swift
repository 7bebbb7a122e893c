/// A glyph of a cluster and where its pen stands, in columns from the cluster's own pen.
struct ClusterGlyph {
    var glyph: Glyph
    var dx: Int
}

/// A base character with its marks: the smallest part of a text that lines are made of.
struct GlyphCluster {
    /// The scalars, as indices of the paragraph.
    var scalars: Range<Int>
    /// The glyphs, as indices of the paragraph's list; empty for what is not drawn.
    var glyphs: Range<Int>
    /// How far the pen moves; for a tab it is decided by the line.
    var advance: Int
    /// The columns that have ink, counted from the cluster's pen; nil without ink.
    var ink: Range<Int>?
    /// What it means for breaking lines.
    var breaks: BreakClass
    /// Whether it is a tab.
    var isTab: Bool
    /// Whether nothing goes between it and the next cluster: it is joined to it, or takes no space of its own.
    var isTight: Bool
    /// The number of the run that it is from.
    var run = 0

    /// Whether it is left out at the end of a wrapped line: white space, and what is not seen and takes no space.
    var hangs: Bool { breaks.contains(.space) || (glyphs.isEmpty && advance == 0 && !isTab) }
}

/// A paragraph turned into clusters in reading order.
struct ShapedParagraph {
    /// The clusters in reading order.
    var clusters: [GlyphCluster] = []
    /// The glyphs of all clusters.
    var glyphs: [ClusterGlyph] = []
    /// The directions, or nil for a plain left-to-right paragraph.
    var bidi: BidiParagraph?
}

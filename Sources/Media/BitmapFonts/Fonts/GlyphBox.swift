/// The metrics of a glyph as read from a file, before they are known to be sane.
struct GlyphBox: Equatable {
    var advance = 0
    var left = 0
    var top = 0
    var width = 0
    var height = 0

    /// Whether every number is within `FontLimits`.
    var isWithinLimits: Bool {
        let extents = 0...FontLimits.boxExtent
        let distances = -FontLimits.distance...FontLimits.distance
        return extents.contains(width) && extents.contains(height) && distances.contains(advance)
            && distances.contains(left) && distances.contains(top)
    }

    /// The number of column words that the box takes; only for a box within limits.
    var wordCount: Int { width * ((height + 63) >> 6) }
}

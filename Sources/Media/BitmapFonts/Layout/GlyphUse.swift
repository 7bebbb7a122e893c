/// Receives which font drew which scalar; the layout is generic over it so that a plain layout pays nothing.
protocol GlyphUseRecorder {
    /// Notes that a scalar at an index of the paragraph was drawn from a font of the chain.
    mutating func served(_ scalar: Unicode.Scalar, by font: Int)
    /// Notes that no font has the scalar.
    mutating func missing(_ scalar: Unicode.Scalar, at index: Int)
}

/// Ignores everything.
struct NoRecorder: GlyphUseRecorder {
    mutating func served(_ scalar: Unicode.Scalar, by font: Int) {}
    mutating func missing(_ scalar: Unicode.Scalar, at index: Int) {}
}

/// Something that hears the edges on a bundle of wires: a simulated panel, a recording, a file.
public protocol WireListener {
    /// Hears that a wire changes its level.
    ///
    /// - Parameters:
    ///   - wire: the place of the wire in the bundle, from 0.
    ///   - level: the level from now on.
    ///   - time: nanoseconds on the bundle's timeline; never earlier than that of the edge before.
    mutating func edge(on wire: Int, to level: Bool, at time: Int64)
}

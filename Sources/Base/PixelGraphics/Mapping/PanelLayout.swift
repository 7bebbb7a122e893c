/// How the pixels of a sign are wired: the matrix that the driver shifts out, made of panels in chains.
///
/// Column 0 of the matrix is the far end of the chains; the panel next to the controller has the right-most columns.
/// Parallel chains lie below each other.
public struct PanelLayout: Hashable, Sendable {
    /// The extent of the matrix.
    public let size: Size
    /// The number of panels that each chain has, at least 1.
    public let chain: Int
    /// The number of chains, at least 1.
    public let parallel: Int

    /// Creates the layout of a matrix; numbers of panels below 1 count as 1.
    public init(size: Size, chain: Int = 1, parallel: Int = 1) {
        self.size = size
        self.chain = max(chain, 1)
        self.parallel = max(parallel, 1)
    }

    /// The columns of one panel: `size.width / chain`.
    var panelWidth: Int { size.width / chain }
    /// The rows of one panel: `size.height / parallel`.
    var panelHeight: Int { size.height / parallel }
}

import PixelGraphics

/// Where the pixels of a panel lie in what is shifted out: one tile, which repeats over the panel.
///
/// Outdoor panels light more than two rows at once, so that their shift registers are longer than their rows and fold
/// over the panel. The tile says for each of its pixels the column and row of the matrix; the tile to its right goes on
/// `matrixSize.width` columns further, the one below it `matrixSize.height` rows further.
package struct MultiplexingTable: Hashable, Sendable {
    /// The extent of the tile on the panel.
    package let size: Size
    /// The extent of what it takes of the matrix.
    package let matrixSize: Size
    /// The place in the matrix of every pixel of the tile, row by row.
    package let places: [Point]

    /// Creates a table.
    ///
    /// - Precondition: there are as many places as the tile has pixels; each lies in the tile's part of the matrix, and
    ///   no two are the same.
    init(size: Size, matrixSize: Size, places: [Point]) {
        precondition(places.count == size.width * size.height, "a place for every pixel")
        self.size = size
        self.matrixSize = matrixSize
        self.places = places
    }

    /// Returns the column and row of the matrix in which a pixel of the panel lies.
    ///
    /// - Precondition: neither is negative.
    package func matrixPoint(x: Int, y: Int) -> Point {
        let place = places[y % size.height * size.width + x % size.width]
        return Point(
            x: x / size.width * matrixSize.width + place.x, y: y / size.height * matrixSize.height + place.y)
    }
}

/// The multiplexing of all panels of a board, as a map of pixels.
struct MultiplexingMapper: PixelMapper {
    /// What the panels are.
    let model: PanelModel

    var description: String { "multiplexing" }

    /// The pixels of all panels, in the order of the matrix.
    func visibleSize(of layout: PanelLayout) -> Size {
        Size(width: layout.chain * model.size.width, height: layout.parallel * model.size.height)
    }

    func matrixPoint(x: Int, y: Int, layout: PanelLayout) -> Point? {
        let (column, row) = (x / model.size.width, y / model.size.height)
        let inPanel = Point(x: x % model.size.width, y: y % model.size.height)
        let place = model.multiplexing?.matrixPoint(x: inPanel.x, y: inPanel.y) ?? inPanel
        return Point(x: column * model.shiftedColumns + place.x, y: row * 2 * model.rowPairs + place.y)
    }
}

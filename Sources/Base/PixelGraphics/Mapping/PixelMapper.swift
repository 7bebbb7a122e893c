/// A rearrangement of pixels: says which pixel of the matrix shows a pixel of the visible picture.
///
/// Mappers only serve to build a `PixelMap` once; drawing uses that table. The description is the name with the
/// parameters, as `PixelMapperChain` reads them: `Rotate:90`.
public protocol PixelMapper: Sendable, CustomStringConvertible {
    /// Returns the extent of the picture that a layout shows through this mapper.
    ///
    /// - Throws: `PixelMapperError.unsuitableLayout` when the mapper does not fit the layout.
    func visibleSize(of layout: PanelLayout) throws(PixelMapperError) -> Size

    /// Returns the matrix pixel behind a visible one, or nil if none shows it.
    ///
    /// Asked only for points within the visible size of a layout that fits.
    func matrixPoint(x: Int, y: Int, layout: PanelLayout) -> Point?
}

extension PixelMapper {
    /// The error of this mapper about a layout that it does not fit.
    func unsuitable(_ layout: PanelLayout, needs: String) -> PixelMapperError {
        .unsuitableLayout(mapper: description, needs: needs, layout: layout)
    }

    /// Throws unless the matrix consists of whole panels.
    func requireWholePanels(_ layout: PanelLayout) throws(PixelMapperError) {
        guard layout.size.width % layout.chain == 0, layout.size.height % layout.parallel == 0 else {
            throw unsuitable(layout, needs: "a matrix whose columns and rows the panels share evenly")
        }
    }
}

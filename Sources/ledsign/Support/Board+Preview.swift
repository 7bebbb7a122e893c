import Boards
import PixelGraphics

extension Board {
    /// The colour of the panel's LEDs, for pictures of mono panels.
    var previewColor: Color { ledColor.color }
}

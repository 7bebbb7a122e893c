import Marquee

/// One of several things that slide by.
package struct SignItem: Equatable, Sendable {
    /// Its text with font and colour; nil for a picture.
    package var message: SignMessage?
    /// A picture of rows of characters; nil for a text.
    package var pixels: SignPixelArt?
    /// What stands behind it.
    package var background: ItemBackground?
    /// Empty pixels left and right of it.
    package var horizontalPadding = 0
    /// Empty pixels above and below it.
    package var verticalPadding = 0
}

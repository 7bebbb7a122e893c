/// What a cell of the terminal shows.
enum TerminalCell: Hashable, Sendable {
    /// Nothing was drawn since the screen was cleared.
    case blank
    /// Two dots above each other; 0xRRGGBB, or the palette's number.
    case dots(upper: UInt32, lower: UInt32)
    /// A character.
    case character(UInt8)
}

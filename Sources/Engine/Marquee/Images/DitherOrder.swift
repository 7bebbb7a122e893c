/// The order in which the pixels of an even pattern are lit.
enum DitherOrder {
    /// Returns the turn of a pixel, 0 to 63, in an order in which any first so many are evenly spread: the ordered
    /// dithering matrix of 8x8 (Bayer, 1973).
    static func turn(x: Int, y: Int) -> Int {
        let (across, down) = (x ^ y, y)
        var turn = 0
        for bit in 0..<3 {
            turn = (turn << 2) | ((across >> bit & 1) << 1) | (down >> bit & 1)
        }
        return turn
    }
}

import PixelGraphics

extension ModuleType {
    /// Returns the place of the LED on a segment of a digit: column from the left and row from the top.
    ///
    /// - Parameters:
    ///   - digit: 0 to 7.
    ///   - bit: the segment's bit in the digit's register, 7 for DP.
    /// - Precondition: both lie in 0 to 7.
    public func pixel(digit: Int, bit: Int) -> Point {
        precondition((0...7).contains(digit) && (0...7).contains(bit), "digit \(digit), bit \(bit)")
        let along = reversesDigits ? 7 - digit : digit
        let across = reversesBits ? 7 - bit : bit
        return digitsAreRows ? Point(x: 7 - across, y: along) : Point(x: 7 - along, y: across)
    }

    /// Returns the 8x8 pixels that a module of this type lights for the content of its digit registers.
    ///
    /// - Parameter digits: the registers of digits 0 to 7; missing ones are dark.
    public func picture(digits: [UInt8]) -> MonoBitmap {
        var bitmap = MonoBitmap(width: 8, height: 8)
        for (digit, value) in digits.prefix(8).enumerated() {
            for bit in 0..<8 where value >> UInt8(bit) & 1 == 1 {
                let place = pixel(digit: digit, bit: bit)
                bitmap[place.x, place.y] = true
            }
        }
        return bitmap
    }
}

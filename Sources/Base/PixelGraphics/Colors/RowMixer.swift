/// Mixes rows of two pictures in linear light.
///
/// Most pixels of text are equal in both pictures, and the others are few pairs of colours again and again: equal ones are
/// copied several at a time, and the mixes of the last two pairs are remembered.
struct RowMixer {
    private let tables: LinearLight.Pointers
    /// The part of the second picture, 0 to 256.
    private let share: UInt32
    /// The last two pairs of colours, the second picture's in the upper half, and their mixes; at first both are black.
    private var last: (pair: UInt64, mix: Color) = (0, .black)
    private var lastButOne: (pair: UInt64, mix: Color) = (0, .black)

    /// Begins with no pair of colours.
    init(tables: LinearLight.Pointers, share: UInt32) {
        self.tables = tables
        self.share = share
    }

    /// Mixes a number of pixels.
    @inline(__always)
    mutating func mix(
        _ first: UnsafePointer<Color>, _ second: UnsafePointer<Color>, into target: UnsafeMutablePointer<Color>,
        count: Int
    ) {
        var column = 0
        while column < count {
            if column &+ 8 <= count, Self.copyEqual(first + column, second + column, to: target + column) {
                column &+= 8
                continue
            }
            let end = min(column &+ 8, count)
            while column < end {
                let color = first[column]
                let other = second[column]
                target[column] = color == other ? color : mix(color, other)
                column &+= 1
            }
        }
    }

    /// Copies eight pixels if they are equal in both pictures, and returns whether they are.
    @inline(__always)
    private static func copyEqual(
        _ first: UnsafePointer<Color>, _ second: UnsafePointer<Color>, to target: UnsafeMutablePointer<Color>
    ) -> Bool {
        let colors = UnsafeRawPointer(first).loadUnaligned(as: SIMD4<UInt64>.self)
        let changes = colors ^ UnsafeRawPointer(second).loadUnaligned(as: SIMD4<UInt64>.self)
        let two = changes.lowHalf | changes.highHalf
        guard two[0] | two[1] == 0 else { return false }
        UnsafeMutableRawPointer(target).storeBytes(of: colors, as: SIMD4<UInt64>.self)
        return true
    }

    @inline(__always)
    private mutating func mix(_ first: Color, _ second: Color) -> Color {
        let pair = UInt64(first.rawValue) | UInt64(second.rawValue) << 32
        if pair == last.pair { return last.mix }
        if pair == lastButOne.pair { return lastButOne.mix }
        lastButOne = last
        last = (pair, tables.mix(first, second, share: share))
        return last.mix
    }
}

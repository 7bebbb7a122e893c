/// The way from stored channel values to light and back: the CIE 1931 lightness of 0...255 as 16-bit linear light.
///
/// The tables come from integer arithmetic, so every machine has the same ones. Source of the curve: CIE 1931,
/// L = 100 c / 255; Y = L / 902.3 up to L = 8, else ((L + 16) / 116)^3.
///
/// Unchecked: the memory is filled before anything can see it, and neither changed nor freed after that.
struct LinearLight: @unchecked Sendable {
    /// The light of every channel value, 0...65535, nearest.
    private let light: UnsafeBufferPointer<UInt16>
    /// The smallest light whose nearest channel value is above the index; no light reaches the last one.
    private let thresholds: UnsafeBufferPointer<UInt32>
    /// The channel value of the first light of every sixteen.
    private let values: UnsafeBufferPointer<UInt8>

    /// The tables, built at the first use.
    static let tables = LinearLight()

    private init() {
        let light = (0..<256).map(Self.exactLight(of:))
        // Two neighbouring lights are more than 16 apart everywhere, so sixteen lights hold at most one threshold.
        let thresholds = (0..<256).map { value in
            value == 255 ? UInt32.max : (UInt32(light[value]) + UInt32(light[value + 1]) + 1) / 2
        }
        var value = 0
        values = Self.kept(
            stride(from: UInt32(0), to: 65536, by: 16).map { first in
                while first >= thresholds[value] { value += 1 }
                return UInt8(value)
            })
        (self.light, self.thresholds) = (Self.kept(light), Self.kept(thresholds))
    }

    /// A table in memory of its own that loops over pixels read without reference counts.
    private static func kept<Element>(_ table: [Element]) -> UnsafeBufferPointer<Element> {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: table.count)
        _ = memory.initialize(from: table)
        return UnsafeBufferPointer(memory)
    }

    /// The light of one channel value, rounded to the nearest of 0...65535.
    private static func exactLight(of value: Int) -> UInt16 {
        // L <= 8 is 100 c <= 8 * 255.
        guard 100 * value > 8 * 255 else {
            let divisor = 255 * 9023
            return UInt16((2 * 65535 * 1000 * value + divisor) / (2 * divisor))
        }
        let base = 100 * value + 16 * 255
        let divisor = (116 * 255) * (116 * 255) * (116 * 255)
        return UInt16((2 * 65535 * base * base * base + divisor) / (2 * divisor))
    }

    /// The channel value whose light, 0 to 65535, is nearest; the brighter one of two equally near.
    @inline(__always)
    func value(of light: UInt32) -> UInt8 {
        let value = values[Int(light &>> 4)]
        return light >= thresholds[Int(value)] ? value &+ 1 : value
    }

    /// The light of a channel value, 0 to 65535.
    @inline(__always)
    func light(of value: UInt8) -> UInt32 { UInt32(light[Int(value)]) }

    /// Mixes two colours; `share` is the part of the second, 0 to 256.
    @inline(__always)
    func mix(_ first: Color, _ second: Color, share: UInt32) -> Color {
        Color(
            red: mix(first.red, second.red, share), green: mix(first.green, second.green, share),
            blue: mix(first.blue, second.blue, share))
    }

    @inline(__always)
    private func mix(_ first: UInt8, _ second: UInt8, _ share: UInt32) -> UInt8 {
        let sum = light(of: first) &* (256 &- share) &+ light(of: second) &* share
        return value(of: (sum &+ 128) &>> 8)
    }
}

extension Color {
    /// Mixes two colours in linear light, channel by channel, as ``Canvas/blend(_:_:fraction:)`` does.
    ///
    /// - Parameter share: the part of the other one, 0 to 256; other numbers are clamped.
    public func mixed(with other: Color, share: Int) -> Color {
        LinearLight.tables.mix(self, other, share: UInt32(min(max(share, 0), 256)))
    }
}

/// Mixes rows of two pictures in linear light.
///
/// Most pixels of text are equal in both pictures, and the others are few pairs of colours again and again: equal ones are
/// copied several at a time, and the mixes of the last two pairs are remembered.
struct RowMixer {
    private let tables = LinearLight.tables
    /// The part of the second picture, 0 to 256.
    private let share: UInt32
    /// The last two pairs of colours, the second picture's in the upper half, and their mixes; at first both are black.
    private var last: (pair: UInt64, mix: Color) = (0, .black)
    private var lastButOne: (pair: UInt64, mix: Color) = (0, .black)

    /// Begins with no pair of colours.
    init(share: UInt32) {
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

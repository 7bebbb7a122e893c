/// A speed in pixels per second as an exact decimal fraction, so that no motion ever drifts from it.
///
/// The sign gives the direction: positive speeds move content to the left (or up), negative ones to the right
/// (or down). At most 1,000,000 px/s either way, with at most six decimals.
public struct Speed: Hashable, Sendable {
    /// The numerator in lowest terms; carries the sign.
    public let numerator: Int64
    /// The denominator in lowest terms, positive.
    public let denominator: Int64

    /// The fastest speed, in px/s.
    public static let limit: Int64 = 1_000_000

    /// Creates a speed of `numerator / denominator` px/s; speeds beyond the limit are clamped to it.
    ///
    /// - Precondition: `denominator` lies in 1...1,000,000.
    public init(_ numerator: Int64, over denominator: Int64 = 1) {
        precondition((1...1_000_000).contains(denominator), "speed denominator \(denominator) is not in 1...1000000")
        let bound = Speed.limit * denominator
        let clamped = min(max(numerator, -bound), bound)
        let divisor = Speed.greatestCommonDivisor(clamped.magnitude, UInt64(denominator))
        self.numerator = clamped / Int64(divisor)
        self.denominator = denominator / Int64(divisor)
    }

    /// Reads a decimal such as `30`, `-12.3` or `0.5`.
    ///
    /// Returns nil if the text is not a plain decimal, has more than six decimals, or is beyond the limit.
    public init?(decimal text: some StringProtocol) {
        var digits = Substring(text)
        let isNegative = digits.hasPrefix("-")
        if isNegative || digits.hasPrefix("+") { digits = digits.dropFirst() }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else {
            return nil
        }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard !(parts[0].isEmpty && fraction.isEmpty), parts[0].utf8.count <= 18, fraction.utf8.count <= 6 else {
            return nil
        }
        let scale = (0..<fraction.utf8.count).reduce(Int64(1)) { power, _ in power * 10 }
        let whole = parts[0].isEmpty ? 0 : Int64(parts[0]) ?? 0
        guard whole <= Speed.limit else { return nil }
        let magnitude = whole * scale + (fraction.isEmpty ? 0 : Int64(fraction) ?? 0)
        guard magnitude <= Speed.limit * scale else { return nil }
        self.init(isNegative ? -magnitude : magnitude, over: scale)
    }

    /// Standing still.
    public static let zero = Speed(0)

    /// Whether nothing moves.
    public var isZero: Bool { numerator == 0 }

    /// The same speed in the opposite direction.
    public var reversed: Speed { Speed(-numerator, over: denominator) }

    /// The speed in 1/65536 px per second, rounded towards zero: the unit of positions.
    public var subpixelsPerSecond: Int64 { Int64(Int128(numerator) * 65536 / Int128(denominator)) }

    static func greatestCommonDivisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
        var (larger, smaller) = (first, second)
        while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
        return max(larger, 1)
    }
}

/// How fast a cycle is travelled.
public enum Pace: Hashable, Sendable {
    /// At a mean speed; its sign is the direction of the offset.
    case speed(Speed)
    /// In a fixed time for the whole cycle, holds included.
    case cycle(Nanoseconds)
}

/// The unit of positions: 1/65536 of a pixel.
public enum Subpixel {
    /// The number of fraction bits of a position.
    public static let bits = 16
    /// One pixel.
    public static let perPixel: Int64 = 1 << 16

    /// Returns a position in whole pixels as a position; saturates.
    public static func pixels(_ count: Int) -> Int64 {
        Int64(clamping: Int128(count) << 16)
    }
}

/// The resolution of a position: what counts as a change of it.
public enum MotionStep: Int, Sendable {
    /// Whole pixels.
    case pixel = 16
    /// 1/256 pixel, the steps of blended columns.
    case blend = 8

    /// Returns the number of whole steps in a position, rounded down.
    @inline(__always)
    public func index(of position: Int64) -> Int64 { position >> Int64(rawValue) }
}

/// A cubic Bezier from (0, 0) to (1, 1): time on x, value on y, as CSS defines `cubic-bezier()`.
public struct CubicBezier: Hashable, Sendable {
    private let x1: Int64
    private let y1: Int64
    private let x2: Int64
    private let y2: Int64

    /// Creates a curve from its two control points in thousandths (420 is 0.42).
    ///
    /// The x of both is clamped to 0...1000, so that time never runs backwards, the y to -10000...10000.
    public init(thousandths x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) {
        func fixed(_ thousandths: Int, _ range: ClosedRange<Int>) -> Int64 {
            (Int64(min(max(thousandths, range.lowerBound), range.upperBound)) << 32) / 1000
        }
        self.x1 = fixed(x1, 0...1000)
        self.y1 = fixed(y1, -10000...10000)
        self.x2 = fixed(x2, 0...1000)
        self.y2 = fixed(y2, -10000...10000)
    }

    /// CSS `ease-in`.
    public static let easeIn = CubicBezier(thousandths: 420, 0, 1000, 1000)
    /// CSS `ease-out`.
    public static let easeOut = CubicBezier(thousandths: 0, 0, 580, 1000)
    /// CSS `ease-in-out`.
    public static let easeInOut = CubicBezier(thousandths: 420, 0, 580, 1000)

    /// Returns the value at a progress in time, both with 32 fraction bits; finds the parameter by bisection.
    public func value(at progress: Int64) -> Int64 {
        var low: Int64 = 0
        var high = FixedPoint.one
        while high - low > 1 {
            let middle = (low + high) >> 1
            if CubicBezier.coordinate(x1, x2, at: middle) <= progress { low = middle } else { high = middle }
        }
        return CubicBezier.coordinate(y1, y2, at: low)
    }

    /// 3(1-s)^2 s a + 3(1-s) s^2 b + s^3.
    private static func coordinate(_ a: Int64, _ b: Int64, at s: Int64) -> Int64 {
        let rest = FixedPoint.one - s
        let first = 3 * FixedPoint.multiply(FixedPoint.multiply(FixedPoint.multiply(rest, rest), s), a)
        let second = 3 * FixedPoint.multiply(FixedPoint.multiply(FixedPoint.multiply(rest, s), s), b)
        return first + second + FixedPoint.multiply(FixedPoint.multiply(s, s), s)
    }
}

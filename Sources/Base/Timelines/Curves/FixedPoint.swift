/// Arithmetic on numbers with 32 fraction bits in an `Int64`, in integers only, so that every machine draws the same.
///
/// Results are exact to about 2^-30. Nothing allocates.
public enum FixedPoint {
    /// The number 1.
    public static let one: Int64 = 1 << 32
    /// A quarter of a turn, pi / 2, with 60 fraction bits.
    private static let quarterTurn60: Int128 = 1_811_004_864_519_280_711
    /// ln 2 with 60 fraction bits.
    private static let ln2of60: Int128 = 799_144_290_325_165_979
    private static let one60: Int128 = 1 << 60

    /// The product, rounded down; saturates.
    public static func multiply(_ left: Int64, _ right: Int64) -> Int64 {
        Int64(clamping: (Int128(left) * Int128(right)) >> 32)
    }

    /// The quotient, rounded towards zero; saturates, also on division by zero.
    public static func divide(_ left: Int64, _ right: Int64) -> Int64 {
        guard right != 0 else { return left < 0 ? .min : .max }
        return Int64(clamping: (Int128(left) << 32) / Int128(right))
    }

    /// e to the power of minus `x` for `x` of zero or more; 1 for negative `x`.
    public static func exponentialDecay(_ x: Int64) -> Int64 {
        Int64(truncatingIfNeeded: exponentialDecay60(x) >> 28)
    }

    /// The same with 60 fraction bits, for results that get multiplied by large numbers.
    static func exponentialDecay60(_ x: Int64) -> Int128 {
        guard x > 0 else { return one60 }
        let scaled = Int128(x) << 28
        let halvings = scaled / ln2of60
        guard halvings < 62 else { return 0 }
        let rest = scaled % ln2of60
        var term = one60
        var sum = one60
        for index in 1...20 {
            term = -((term * rest) >> 60) / Int128(index)
            sum += term
        }
        return sum >> halvings
    }

    /// The sine of an angle in turns (1.0 is a full turn).
    public static func sine(turns: Int64) -> Int64 {
        let phase = Int128(turns & (one - 1))  // a turn is 2^32, so the fraction is the phase; also below zero
        let quarter = phase >> 30
        let rest = phase & ((1 << 30) - 1)
        switch quarter {
        case 0: return Int64(truncatingIfNeeded: quarterSine60(rest) >> 28)
        case 1: return Int64(truncatingIfNeeded: quarterSine60((1 << 30) - rest) >> 28)
        case 2: return -Int64(truncatingIfNeeded: quarterSine60(rest) >> 28)
        default: return -Int64(truncatingIfNeeded: quarterSine60((1 << 30) - rest) >> 28)
        }
    }

    /// The cosine of an angle in turns.
    public static func cosine(turns: Int64) -> Int64 {
        sine(turns: turns &+ (one >> 2))
    }

    /// The sine of `quarters` (0 to 2^30 stands for a quarter of a turn), with 60 fraction bits.
    private static func quarterSine60(_ quarters: Int128) -> Int128 {
        let angle = (quarterTurn60 * quarters) >> 30
        let square = (angle * angle) >> 60
        var term = angle
        var sum = angle
        for index in 1...11 {
            term = -((term * square) >> 60) / Int128(2 * index * (2 * index + 1))
            sum += term
        }
        return sum + (1 << 27)  // rounds the shift to 32 bits
    }

    /// The square root of `x` of zero or more; zero for negative `x`.
    public static func squareRoot(_ x: Int64) -> Int64 {
        guard x > 0 else { return 0 }
        let target = UInt128(x) << 32
        var root: UInt128 = 0
        var bit: UInt128 = 1 << 48
        while bit > 0 {
            let candidate = root | bit
            if candidate * candidate <= target { root = candidate }
            bit >>= 1
        }
        return Int64(root)
    }
}

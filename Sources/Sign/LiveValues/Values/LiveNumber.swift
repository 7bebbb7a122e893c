import Timelines

/// A decimal number as sources write it: 18 digits at most, exact, with the decimals that were written.
///
/// 3.10 keeps its zero, and 0.1 is a tenth: prices and scores are decimals, and no binary number is near enough to be
/// compared with a condition.
package struct LiveNumber: Hashable, Sendable {
    /// The digits as a whole number; fewer than 19 of them.
    package let coefficient: Int64
    /// How many of the digits are decimals, 0 to 18.
    package let scale: Int

    /// The digits that a number may have; 18, so that every product fits into 128 bits.
    package static let maximumDigits = 18

    /// Creates a whole number; one of 19 digits is rounded to the nearest that has fewer.
    package init(_ whole: Int) {
        self = LiveNumber(Int128(whole), scale: 0) ?? LiveNumber(unchecked: whole < 0 ? -Self.limit : Self.limit, 0)
    }

    /// Creates `coefficient` / 10^`scale`; digits beyond the 18th are rounded off, half away from zero.
    ///
    /// Returns nil if the number is 10^18 or more, of either sign.
    init?(_ coefficient: Int128, scale: Int) {
        var (digits, decimals) = (coefficient, scale)
        guard digits != 0 else {
            self.init(unchecked: 0, Swift.min(max(0, scale), Self.maximumDigits))
            return
        }
        if decimals < 0 {
            guard decimals >= -Self.maximumDigits else { return nil }
            let (product, overflow) = digits.multipliedReportingOverflow(by: Self.power(-decimals))
            guard !overflow else { return nil }
            (digits, decimals) = (product, 0)
        }
        let excess = max(decimals - Self.maximumDigits, Self.digitCount(digits) - Self.maximumDigits, 0)
        (digits, decimals) = (Self.divide(digits, byPower: excess), decimals - excess)
        // Rounding 999.. up makes one digit more.
        if Self.digitCount(digits) > Self.maximumDigits {
            (digits, decimals) = (Self.divide(digits, byPower: 1), decimals - 1)
        }
        guard decimals >= 0, let small = Int64(exactly: digits) else { return nil }
        self.init(unchecked: small, decimals)
    }

    private init(unchecked coefficient: Int64, _ scale: Int) {
        self.coefficient = coefficient
        self.scale = scale
    }

    private static let limit: Int64 = 999_999_999_999_999_999

    /// Returns 10 to a power of 0 to 38.
    static func power(_ exponent: Int) -> Int128 {
        var result: Int128 = 1
        for _ in 0..<Swift.min(max(0, exponent), 38) { result *= 10 }
        return result
    }

    private static func digitCount(_ number: Int128) -> Int {
        var (rest, count) = (number.magnitude, 0)
        while rest > 0 { (rest, count) = (rest / 10, count + 1) }
        return count
    }

    /// The quotient by a power of ten, rounded half away from zero.
    private static func divide(_ number: Int128, byPower exponent: Int) -> Int128 {
        guard exponent > 0 else { return number }
        guard exponent <= 38 else { return 0 }
        let divisor = power(exponent)
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        let isUp = rest.magnitude >= (divisor.magnitude + 1) / 2
        return isUp ? quotient + (number < 0 ? -1 : 1) : quotient
    }
}

extension LiveNumber {
    /// Whether it is below zero.
    package var isNegative: Bool { coefficient < 0 }

    /// The number rounded to some decimals, half away from zero; with more of them zeros are added, as far as they fit.
    package func rounded(to decimals: Int) -> LiveNumber {
        let wanted = Swift.min(max(0, decimals), Self.maximumDigits)
        if wanted < scale {
            return LiveNumber(Self.divide(Int128(coefficient), byPower: scale - wanted), scale: wanted) ?? self
        }
        var added = wanted - scale
        while added > 0, Self.digitCount(Int128(coefficient)) + added > Self.maximumDigits { added -= 1 }
        return LiveNumber(Int128(coefficient) * Self.power(added), scale: scale + added) ?? self
    }

    /// The product without zeros at the end of its decimals; nil if it is too large.
    package func times(_ other: LiveNumber) -> LiveNumber? {
        LiveNumber(Int128(coefficient) * Int128(other.coefficient), scale: scale + other.scale)?.trimmed
    }

    /// The sum; nil if it is too large.
    package func plus(_ other: LiveNumber) -> LiveNumber? {
        let common = max(scale, other.scale)
        return LiveNumber(aligned(to: common) + other.aligned(to: common), scale: common)
    }

    /// The quotient by a count from 1 on, with up to six decimals more, rounded half away from zero.
    package func divided(by count: Int) -> LiveNumber {
        let (count, scaled) = (Int128(max(1, count)), Int128(coefficient) * Self.power(6))
        let half = (scaled < 0 ? -count : count) / 2
        return LiveNumber((scaled + half) / count, scale: scale + 6)?.trimmed ?? self
    }

    /// The number after a time in which so much is added each second; nil if it is too large.
    package func moved(by rate: LiveNumber, for time: Nanoseconds) -> LiveNumber? {
        LiveNumber(Int128(time.count), scale: 9).flatMap { rate.times($0) }.flatMap { plus($0) }
    }

    /// The number without its sign.
    package var magnitude: LiveNumber { isNegative ? LiveNumber(unchecked: -coefficient, scale) : self }

    /// The number without zeros at the end of its decimals.
    package var trimmed: LiveNumber {
        var (digits, decimals) = (coefficient, scale)
        while decimals > 0, digits % 10 == 0 { (digits, decimals) = (digits / 10, decimals - 1) }
        return LiveNumber(unchecked: digits, decimals)
    }

    /// Whether it is smaller than another one; 1.0 and 1.00 are neither smaller than each other.
    package func isLess(than other: LiveNumber) -> Bool {
        let common = max(scale, other.scale)
        return aligned(to: common) < other.aligned(to: common)
    }

    /// The whole number that is next to it towards zero.
    package var whole: Int { Int(Int128(coefficient) / Self.power(scale)) }

    /// The largest whole number that is not larger.
    package var wholeBelow: Int64 {
        let (quotient, rest) = Int128(coefficient).quotientAndRemainder(dividingBy: Self.power(scale))
        return Int64(rest < 0 ? quotient - 1 : quotient)
    }

    /// The nearest binary number, for those who compute with roots and logarithms.
    package var double: Double {
        // A scale is at most 18; numbers of 128 bits take thousands of instructions to convert.
        scale == 0 ? Double(coefficient) : Double(coefficient) / Double(Int64(Self.power(scale)))
    }

    /// The digits with a scale that is no smaller than their own: fewer than 37 digits.
    private func aligned(to common: Int) -> Int128 { Int128(coefficient) * Self.power(common - scale) }
}

extension LiveNumber {
    /// Reads a number such as `-12.50`, `+3`, `.5` or `6.02e3`: digits, a point, an exponent of ten; nothing else.
    ///
    /// Returns nil for other texts and for numbers of 10^18 or more; digits beyond the 18th are rounded off. O(n).
    package init?(parsing text: some StringProtocol) {
        var bytes = text.utf8.makeIterator()
        var next = bytes.next()
        let isNegative = next == UInt8(ascii: "-")
        if isNegative || next == UInt8(ascii: "+") { next = bytes.next() }
        var (digits, decimals, dropped, isFraction, hasDigits) = (Int128(0), 0, 0, false, false)
        while let byte = next {
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else if (0x30...0x39).contains(byte) {
                hasDigits = true
                // Thirty digits are more than are kept; of further ones only the place counts.
                if digits.magnitude < 1_000_000_000_000_000_000_000_000_000_000 {
                    digits = digits * 10 + Int128(byte - 0x30)
                    decimals += isFraction ? 1 : 0
                } else {
                    dropped += isFraction ? 0 : 1
                }
            } else {
                break
            }
            next = bytes.next()
        }
        guard hasDigits else { return nil }
        var exponent = 0
        if let mark = next {
            guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return nil }
            next = bytes.next()
            let isDown = next == UInt8(ascii: "-")
            if isDown || next == UInt8(ascii: "+") { next = bytes.next() }
            guard next != nil else { return nil }
            while let byte = next {
                guard (0x30...0x39).contains(byte) else { return nil }
                exponent = Swift.min(exponent * 10 + Int(byte - 0x30), 1_000_000)
                next = bytes.next()
            }
            exponent = isDown ? -exponent : exponent
        }
        self.init(isNegative ? -digits : digits, scale: decimals - dropped - exponent)
    }

    /// The number with a point, as `init(parsing:)` reads it.
    package var text: String { NumberFormat().text(of: self) }
}

extension LiveNumber: CustomStringConvertible {
    /// The number with a point.
    package var description: String { text }
}

extension LiveNumber: ExpressibleByIntegerLiteral {
    /// Creates a whole number.
    package init(integerLiteral value: Int) { self.init(value) }
}

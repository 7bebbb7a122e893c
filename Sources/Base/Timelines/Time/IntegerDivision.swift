extension Int128 {
    /// The quotient rounded down, for a positive divisor.
    @inline(__always)
    func flooredQuotient(by divisor: Int128) -> Int128 {
        if let small = narrowed(divisor) { return Int128(small.quotient) }
        let quotient = self / divisor
        return quotient * divisor > self ? quotient - 1 : quotient
    }

    /// The quotient rounded up, for a positive divisor.
    @inline(__always)
    func ceiledQuotient(by divisor: Int128) -> Int128 {
        -(-self).flooredQuotient(by: divisor)
    }

    /// The same division in 64 bits if both numbers fit: several times cheaper than a 128-bit one.
    @inline(__always)
    private func narrowed(_ divisor: Int128) -> (quotient: Int64, remainder: Int64)? {
        guard let dividend = Int64(exactly: self), let small = Int64(exactly: divisor), dividend != .min else {
            return nil
        }
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: small)
        return remainder < 0 ? (quotient - 1, remainder + small) : (quotient, remainder)
    }
}

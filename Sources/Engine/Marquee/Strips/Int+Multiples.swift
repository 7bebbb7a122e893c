extension Int {
    /// The sum, clamped to the range of `Int`.
    func saturatingSum(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The smallest multiple of a positive number that is not less than this one.
    func roundedUp(toMultipleOf period: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: period)
        return (remainder > 0 ? quotient + 1 : quotient) * period
    }

    /// The remainder that is always in 0..<period.
    func floorModulo(_ period: Int) -> Int {
        let remainder = self % period
        return remainder < 0 ? remainder + period : remainder
    }
}

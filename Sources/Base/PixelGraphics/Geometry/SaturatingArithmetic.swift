extension Int {
    /// The sum, clamped to `Int.min` or `Int.max`: coordinates may be any number.
    @inline(__always)
    func saturatingAdding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, clamped to `Int.min` or `Int.max`.
    @inline(__always)
    func saturatingSubtracting(_ other: Int) -> Int {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}

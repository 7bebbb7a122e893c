extension Int {
    /// The sum, held at `Int.min` or `Int.max` where it would pass them: coordinates may be any number.
    @inline(__always)
    func saturatingAdding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, held at `Int.min` or `Int.max` where it would pass them.
    @inline(__always)
    func saturatingSubtracting(_ other: Int) -> Int {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}

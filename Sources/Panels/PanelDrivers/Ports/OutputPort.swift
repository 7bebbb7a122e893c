/// A bundle of output lines that change together, such as the GPIO lines of one request.
public protocol OutputPort: ~Copyable {
    /// What can go wrong while driving; `Never` for lines that only exist in memory.
    associatedtype Failure: Error

    /// Drives the lines whose bits are set in `mask` to the levels in `levels`; the others keep theirs.
    ///
    /// Bit i is line i of the bundle, in the order in which it was requested. One system call on real ports;
    /// does not allocate there.
    ///
    /// - Precondition: `mask` names lines of the bundle only.
    mutating func set(_ levels: UInt64, mask: UInt64) throws(Failure)
}

/// The error that a test has set for a simulated port.
public struct SimulatedScanError: Error, Hashable, Sendable {
    /// The number of the write that did not take place, from 1.
    public let write: Int

    /// Creates the error of a write.
    public init(write: Int) {
        self.write = write
    }
}

extension SimulatedScanError: CustomStringConvertible {
    /// One line that says which write it was.
    public var description: String { "the simulated port failed at write \(write), as the test has set" }
}

/// A write to lines of a simulated port by another program, between two writes of a scan program.
public struct ForeignWrite: Hashable, Sendable {
    /// The number of the port's write that it follows at once, from 1; 0 for before the first.
    public let write: Int
    /// The lines that it drives high; bit n is line n.
    public let set: UInt64
    /// The lines that it drives low.
    public let clear: UInt64

    /// Creates a write; lines that are set and cleared become high.
    public init(after write: Int, set: UInt64 = 0, clear: UInt64 = 0) {
        self.write = write
        self.set = set
        self.clear = clear
    }
}

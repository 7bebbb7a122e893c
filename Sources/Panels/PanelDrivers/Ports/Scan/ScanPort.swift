/// Output lines that play scan programs: registers of a GPIO block, lines of the kernel, simulated wires.
public protocol ScanPort: ~Copyable {
    /// What can go wrong while playing; `Never` for lines that only exist in memory.
    associatedtype Failure: Error

    /// Plays a program once, from its first word to its last.
    ///
    /// Does not allocate and takes no lock on real ports. After an error it is unknown which words were played.
    mutating func play(_ program: borrowing ScanProgram) throws(Failure)
}

import HardwareInterfaces

/// A place in the storage of a scan program where the next word goes.
struct WordCursor {
    /// Where the next word goes.
    var place: UnsafeMutablePointer<UInt32>

    /// Appends a word.
    @inline(__always)
    mutating func append(_ word: UInt32) {
        place.pointee = word
        place += 1
    }

    /// Appends a word made of an operation and its payload of at most 28 bits.
    @inline(__always)
    mutating func append(_ operation: ScanWord.Operation, _ payload: UInt32) {
        append(UInt32(operation.rawValue) << 28 | payload)
    }

    /// Appends a word where it does something; touches one word in any case.
    @inline(__always)
    mutating func append(_ operation: ScanWord.Operation, unlessEmpty payload: UInt32) {
        // No branch: which lines change is as good as random.
        place.pointee = UInt32(operation.rawValue) << 28 | payload
        place += payload == 0 ? 0 : 1
    }

    /// Appends a word that waits for a time, which is known to fit.
    @inline(__always)
    mutating func append(_ operation: ScanWord.Operation, nanoseconds: Int64) {
        append(operation, UInt32(truncatingIfNeeded: nanoseconds))
    }
}

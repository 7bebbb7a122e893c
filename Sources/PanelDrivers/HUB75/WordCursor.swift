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

    /// Appends a word where it does something.
    @inline(__always)
    mutating func append(_ operation: ScanWord.Operation, unlessEmpty payload: UInt32) {
        if payload != 0 { append(ScanWord(operation, payload).rawValue) }
    }

    /// Appends a word made of an operation and its payload.
    @inline(__always)
    mutating func append(_ operation: ScanWord.Operation, _ payload: UInt32) {
        append(ScanWord(operation, payload).rawValue)
    }

    /// Appends a word that waits for a time, which is known to fit.
    @inline(__always)
    mutating func append(_ operation: ScanWord.Operation, nanoseconds: Int64) {
        append(ScanWord(operation, UInt32(truncatingIfNeeded: nanoseconds)).rawValue)
    }
}

/// The end of the words of a scan program: where the next one goes.
struct WordCursor {
    /// Where the program's words begin.
    let base: UnsafeMutablePointer<UInt32>
    /// The number of words so far.
    var count: Int

    /// Where the next word goes.
    @inline(__always)
    var place: UnsafeMutablePointer<UInt32> { base + count }

    /// Appends a word.
    @inline(__always)
    mutating func append(_ word: UInt32) {
        base[count] = word
        count &+= 1
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
        base[count] = UInt32(operation.rawValue) << 28 | payload
        count &+= payload == 0 ? 0 : 1
    }

    /// Appends a word that waits for a time, which is known to fit.
    @inline(__always)
    mutating func append(_ operation: ScanWord.Operation, nanoseconds: Int64) {
        append(operation, UInt32(truncatingIfNeeded: nanoseconds))
    }
}

/// The words that show one refresh of a panel on a port, in a buffer that is allocated once.
///
/// An encoder fills it for every frame; the refresh plays it again and again.
public struct ScanProgram: Sendable {
    /// The words; only the first `count` count.
    public var storage: [UInt32]
    /// The number of words.
    public var count = 0

    /// Creates an empty program with room for a number of words.
    public init(capacity: Int) {
        storage = [UInt32](repeating: 0, count: max(capacity, 0))
    }

    /// The words, copied.
    public var words: [ScanWord] { storage[..<count].map(ScanWord.init(rawValue:)) }
}

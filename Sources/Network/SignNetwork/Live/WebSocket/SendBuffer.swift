/// Bytes that wait to be sent, in order.
///
/// Keeps its room, so it does not allocate once it has held as much before.
package struct SendBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var sent = 0

    /// An empty buffer.
    package init() {}

    /// The number of bytes that wait.
    package var count: Int { bytes.count - sent }
    package var isEmpty: Bool { count == 0 }

    /// Adds bytes at the end; amortized O(their number).
    package mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// Lends the bytes that wait.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
    }

    /// Takes bytes off the front; as many as there are where the number is larger.
    package mutating func drop(_ count: Int) {
        sent = min(sent + max(count, 0), bytes.count)
        if sent == bytes.count { clear() }
    }

    /// Drops everything that waits.
    package mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        sent = 0
    }
}

/// A hash of bytes that is the same in every run of the program, unlike that of `Hasher` (FNV-1a, 64 bits).
package struct StableHash: Hashable, Sendable {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Starts with no bytes.
    package init() {}

    /// Adds bytes; O(n).
    package mutating func combine(_ bytes: some Sequence<UInt8>) {
        // An unspecialized loop over any sequence takes a hundred times as long.
        if bytes.withContiguousStorageIfAvailable({ add($0) }) == nil {
            Array(bytes).withUnsafeBufferPointer { add($0) }
        }
    }

    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// The hash as 16 hexadecimal digits.
    package var digits: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// What libFuzzer, or the test that replays seeds, calls with one input after the other: it returns 0, or -1 for an input that
/// is not worth keeping.
///
/// It captures nothing, and stops the program (with `precondition`) where a promise does not hold.
package typealias FuzzTarget = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

/// The input as an array.
func input(_ data: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: data, count: count))
}

/// The bytes of each line, which are at least as many as its characters; lines end with LF, CR LF or CR.
func lengthsOfLines(_ bytes: [UInt8]) -> [Int] {
    var lengths = [0]
    for (index, byte) in bytes.enumerated() {
        if byte == 0x0A, index > 0, bytes[index - 1] == 0x0D { continue }
        if byte == 0x0A || byte == 0x0D { lengths.append(0) } else { lengths[lengths.count - 1] += 1 }
    }
    return lengths
}

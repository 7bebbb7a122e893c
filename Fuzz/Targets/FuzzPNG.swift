/// Inputs are read as images of any format, with the check sums that PNG chunks need: a fuzzer does not guess them.
let fuzzPNG: FuzzTarget = { data, count in
    var bytes = input(data, count)
    _ = readImage(bytes)
    mendCheckSums(&bytes)
    _ = readImage(bytes)
    return 0
}

/// Writes the check sum (PNG, annex D: CRC-32) behind every whole chunk.
private func mendCheckSums(_ bytes: inout [UInt8]) {
    var start = 8
    while start + 12 <= bytes.count {
        let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= bytes.count - start - 12 else { return }
        var sum = UInt32.max
        for byte in bytes[start + 4..<start + 8 + length] {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        sum = ~sum
        for place in 0..<4 {
            bytes[start + 8 + length + place] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * place))
        }
        start += 12 + length
    }
}

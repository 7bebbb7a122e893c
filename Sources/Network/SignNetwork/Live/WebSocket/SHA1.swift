/// SHA-1 (RFC 3174), which the handshake of WebSockets needs; it protects nothing.
enum SHA1 {
    /// The 20 bytes of the digest; O(bytes).
    static func digest(_ message: some Collection<UInt8>) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let padded = padded(message)
        for start in stride(from: 0, to: padded.count, by: 64) { add(padded[start..<start + 64], to: &state) }
        return state.flatMap(bytes)
    }

    /// The message, a one bit, zeros, and its length in bits: a multiple of 64 bytes.
    private static func padded(_ message: some Collection<UInt8>) -> [UInt8] {
        var padded = Array(message)
        let bits = UInt64(padded.count) << 3
        padded.append(0x80)
        while padded.count % 64 != 56 { padded.append(0) }
        return padded + bytes(UInt32(truncatingIfNeeded: bits >> 32)) + bytes(UInt32(truncatingIfNeeded: bits))
    }

    private static func bytes(_ word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }

    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
        let words = schedule(block)
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (step, word) in words.enumerated() {
            let (mixed, constant) = mix(b, c, d, step: step)
            let next = rotated(a, 5) &+ mixed &+ e &+ constant &+ word
            (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }

    /// The 80 words of a block.
    private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
        var words: [UInt32] = []
        words.reserveCapacity(80)
        for (index, byte) in block.enumerated() {
            if index % 4 == 0 { words.append(0) }
            words[index / 4] = words[index / 4] << 8 | UInt32(byte)
        }
        for step in 16..<80 {
            words.append(rotated(words[step - 3] ^ words[step - 8] ^ words[step - 14] ^ words[step - 16], 1))
        }
        return words
    }

    private static func mix(_ b: UInt32, _ c: UInt32, _ d: UInt32, step: Int) -> (value: UInt32, constant: UInt32) {
        switch step {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }

    private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
}

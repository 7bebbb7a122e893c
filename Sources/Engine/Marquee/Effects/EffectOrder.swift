/// Pseudo-random orders that are the same on every machine and every time.
enum EffectOrder {
    /// Returns a turn for each of `count` places: every number in `0..<count` once.
    ///
    /// Shuffled by Fisher and Yates with the SplitMix64 generator from a fixed seed.
    static func shuffled(count: Int) -> [UInt32] {
        guard count > 0 else { return [] }
        var turns = (0..<UInt32(clamping: count)).map { $0 }
        var state: UInt64 = 0x6C65_6473_6967_6E00
        for last in stride(from: turns.count - 1, to: 0, by: -1) {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            mixed ^= mixed >> 31
            turns.swapAt(last, Int(mixed % UInt64(last + 1)))
        }
        return turns
    }
}

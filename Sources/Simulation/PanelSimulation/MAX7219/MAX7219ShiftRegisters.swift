/// The shift registers of a chain of MAX7219 chips, bit by bit: each takes a bit at every rising clock edge and puts
/// its oldest one on DOUT, the input of the next, at the falling edge.
///
/// A bit that leaves one register at a falling edge is taken by the next one at the following rise, so all of them
/// together are one long register. Here the bits keep their places in a ring and the registers move over them, which
/// is the same as moving every bit of every chip at every clock, and takes the same time for any number of chips.
struct MAX7219ShiftRegisters: Sendable {
    /// The bits that were clocked in last, the newest in bit 0; `newestCount` of them.
    private var newest: UInt64 = 0
    private var newestCount = 0
    /// The bits before them, 64 in each word; the latest word lies before `next`.
    private var ring: [UInt64]
    private var next = 0
    private var isClockHigh = false
    /// How many bits were ever clocked in, counted up to `capacity`.
    private var known = 0
    private let capacity: Int

    /// Creates the registers of a number of chips; they hold zeros.
    init(chips: Int) {
        capacity = 16 * chips
        // One word more than the registers need: `newest` is shorter than a word, and DOUT looks one bit further.
        ring = [UInt64](repeating: 0, count: chips / 4 + 2)
    }

    /// Sets the level of the clock before the first edge.
    mutating func begin(clock: Bool) {
        isClockHigh = clock
    }

    /// Takes a bit into the first chip, and the others' inputs into the others, at a rising clock edge.
    mutating func clockRises(dataIn: Bool) {
        newest = newest &<< 1 | (dataIn ? 1 : 0)
        newestCount &+= 1
        isClockHigh = true
        if known < capacity { known &+= 1 }
        guard newestCount == 64 else { return }
        ring[next] = newest
        next = next &+ 1 == ring.count ? 0 : next &+ 1
        newestCount = 0
    }

    /// Puts the oldest bit of every chip on its output, at a falling clock edge.
    mutating func clockFalls() {
        isClockHigh = false
    }

    /// The last 16 bits that a chip has taken, the newest in bit 0; chip 0 is the first on the wire.
    func word(chip: Int) -> UInt16 {
        UInt16(truncatingIfNeeded: bits(from: 16 &* chip))
    }

    /// The level of a chip's DOUT: the oldest bit as it was at the last falling edge, 16 and a half clocks after it was
    /// put on DIN.
    func dataOut(chip: Int) -> Bool {
        bits(from: 16 &* chip &+ (isClockHigh ? 16 : 15)) & 1 == 1
    }

    /// Whether the last falling edge changed the level that any chip but the last has on its DOUT.
    var dataOutChanged: Bool {
        (1..<max(capacity / 16, 1)).contains { (bits(from: 16 * $0 - 1) ^ bits(from: 16 * $0)) & 1 == 1 }
    }

    /// How many of a chip's 16 bits were clocked in since the beginning, rather than left from before it.
    func knownBits(chip: Int) -> Int {
        min(max(known &- 16 &* chip, 0), 16)
    }

    /// Returns at least 16 bits, of which bit 0 was clocked in that many clocks ago.
    private func bits(from age: Int) -> UInt64 {
        if age < newestCount {
            let inNewest = newestCount &- age
            let mask = (UInt64(1) &<< UInt64(truncatingIfNeeded: inNewest)) &- 1
            let newer = (newest &>> UInt64(truncatingIfNeeded: age)) & mask
            return newer | earlier(0) &<< UInt64(truncatingIfNeeded: inNewest)
        }
        let distance = age &- newestCount
        let shift = UInt64(truncatingIfNeeded: distance & 63)
        let newer = earlier(distance >> 6) &>> shift
        return shift == 0 ? newer : newer | earlier((distance >> 6) &+ 1) &<< (64 &- shift)
    }

    /// The word of the ring that was filled last, or one of those before it.
    private func earlier(_ index: Int) -> UInt64 {
        var place = next &- 1 &- index
        if place < 0 { place &+= ring.count }
        return place < 0 ? 0 : ring[place]
    }
}

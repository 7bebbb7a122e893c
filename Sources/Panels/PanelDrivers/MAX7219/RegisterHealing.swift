import Timelines

/// When unchanged registers are written again, so that chips that noise has disturbed show the right
/// picture within a second (`RegisterHealing.longest`).
///
/// A clock selects the thirteen registers of a chip in turn, one every `pace`. Frames
/// carry what was handed out: at first only in words that would be no operations, and in a transfer more when a chip
/// lags behind by `patience` registers. No chip is ever ahead of the clock, so the register that a chip had as number n
/// was written at n times the pace or later: so the age of the oldest one is known. When frames are too rare, all
/// registers are written at once.
struct RegisterHealing: Hashable, Sendable {
    /// The registers of a chip that do anything: five control registers and eight digits.
    static let registers = 13
    /// The time from one register to the next: a round takes 650 ms.
    static let pace = Nanoseconds.milliseconds(50)
    /// How many registers a chip may lag behind before a frame gets a transfer more for it.
    static let patience: Int64 = 4
    /// The longest time that a register stays unwritten; the rest of a second is for late wake-ups and slow wires.
    static let longest = Nanoseconds.milliseconds(950)

    /// When all registers of all chips were written.
    private var start = Instant.zero
    /// The number of registers that the chip which lags the most has been given since.
    var least: Int64 = 0

    /// Notes that all registers of all chips are written.
    mutating func restart(at instant: Instant) {
        start = instant
        least = 0
    }

    /// The number of registers that the clock has handed out; 0 for instants before the start.
    func due(at instant: Instant) -> Int64 {
        max((instant - start).count / Self.pace.count, 0)
    }

    /// When all registers have to be written at once, if no register is written before.
    var deadline: Instant {
        let round = Int64(Self.registers)
        return start + Nanoseconds(max(least - round, 0) * Self.pace.count) + Self.longest
    }
}

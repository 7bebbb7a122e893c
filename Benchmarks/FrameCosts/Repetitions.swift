/// Runs a workload's frame as often as asked, and measures each one where times are asked for.
struct Repetitions {
    /// How many frames run.
    let count: Int
    /// Whether each frame is timed.
    let isTimed: Bool
    /// The sum of what the frames returned: work whose result is used cannot be optimized away.
    private(set) var checksum = 0
    /// The times of the frames, where they are taken.
    private(set) var durations: [Duration] = []

    /// Prepares that many frames.
    init(count: Int, isTimed: Bool) {
        self.count = count
        self.isTimed = isTimed
        durations.reserveCapacity(isTimed ? count : 0)
    }

    /// Runs the frames 0 to `count - 1`; the closure is not kept, so that its variables stay on the stack.
    @inline(__always)
    mutating func run(_ frame: (Int) throws -> Int) rethrows {
        guard isTimed else {
            for index in 0..<count { checksum &+= try frame(index) }
            return
        }
        let clock = ContinuousClock()
        for index in 0..<count {
            let start = clock.now
            checksum &+= try frame(index)
            durations.append(clock.now - start)
        }
    }

    /// The median time of a frame in nanoseconds, 0 where no times were taken.
    var medianNanoseconds: Int64 {
        guard !durations.isEmpty else { return 0 }
        let (seconds, attoseconds) = durations.sorted()[durations.count / 2].components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}

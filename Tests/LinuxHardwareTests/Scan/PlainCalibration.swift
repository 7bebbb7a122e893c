/// When a store is measured again, and what counts, in words.
struct PlainCalibration {
    let interval: Int64
    let timeout: Int64
    let tolerance: Int64
    private(set) var due: Int64 = 0
    /// The picoseconds of a store that are used.
    private(set) var used: Int64
    /// The harmless stores after a store at least, and the picoseconds that a write takes at least.
    var leastSlowdown = 0
    var leastWrite: Int64 = 0
    /// What the next program begins with: the picoseconds of a store, the nanoseconds until one has arrived, and those of a
    /// reading.
    private(set) var next: (store: Int64, completion: Int64, clock: Int64)?
    private(set) var measured = 0
    private(set) var changed = 0
    private var last: Int64
    private var doubts = 0

    init(interval: Int64, timeout: Int64, tolerance: Int64, store: Int64) {
        (self.interval, self.timeout, self.tolerance) = (interval, timeout, tolerance)
        (used, last) = (store, store)
    }

    /// Takes a measurement; it counts where it agrees with the last one.
    mutating func take(_ picoseconds: Int64, completion: Int64, clock: Int64, at now: Int64) {
        let agrees = picoseconds >= 100 && abs(picoseconds - last) <= last / 8
        measured += 1
        last = picoseconds
        doubts = agrees ? 0 : doubts + 1
        due = doubts % 4 == 0 ? now + interval : now
        if agrees { next = (picoseconds, completion, clock) }
    }

    /// Begins a program: uses what is new.
    mutating func begin() -> (store: Int64, completion: Int64, clock: Int64)? {
        guard let figures = next else { return nil }
        next = nil
        if abs(figures.store - used) > used / 16 { changed += 1 }
        used = figures.store
        return figures
    }

    /// The harmless stores after each: one at a time more, until a write takes long enough.
    var slowdown: Int {
        if leastSlowdown < 0 { return -1 }
        var slowdown = leastSlowdown
        while Int64(slowdown + 1) * used < leastWrite { slowdown += 1 }
        return slowdown
    }
}

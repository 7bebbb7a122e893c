/// When a store is measured again, and what counts, in words.
struct PlainCalibration {
    let interval: Int64
    let patience: Int64
    let tolerance: Int64
    private(set) var due: Int64 = 0
    /// The picoseconds of a store that are used.
    private(set) var used: Int64
    private(set) var measured = 0
    private(set) var changed = 0
    private var last: Int64
    private var doubts = 0

    init(interval: Int64, patience: Int64, tolerance: Int64, store: Int64) {
        (self.interval, self.patience, self.tolerance) = (interval, patience, tolerance)
        (used, last) = (store, store)
    }

    /// Takes a measurement; returns it where it agrees with the last one.
    mutating func take(_ picoseconds: Int64, at now: Int64) -> Int64? {
        let store = max(picoseconds, 100)
        let agrees = abs(store - last) <= last / 8
        measured += 1
        last = store
        doubts = agrees ? 0 : doubts + 1
        due = doubts % 4 == 0 ? now + interval : now
        guard agrees else { return nil }
        if abs(store - used) > used / 16 { changed += 1 }
        used = store
        return store
    }
}

import CAllocationProbe

/// Returns how many heap allocations this thread makes while `body` runs.
public func allocations(in body: () throws -> Void) rethrows -> UInt64 {
    let before = allocation_probe_count()
    try body()
    return allocation_probe_count() - before
}

import CAllocationProbe

/// Returns how many heap allocations this thread makes while `body` runs.
public func allocations(in body: () throws -> Void) rethrows -> UInt64 {
    let before = allocation_probe_count()
    try body()
    return allocation_probe_count() - before
}

/// Returns by how many bytes the heap memory of this thread has grown while `body` ran.
public func heapGrowth(in body: () throws -> Void) rethrows -> Int {
    let before = allocation_probe_kept_bytes()
    try body()
    return Int(allocation_probe_kept_bytes() - before)
}

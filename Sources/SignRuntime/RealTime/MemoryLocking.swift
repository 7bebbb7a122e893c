import CRealTime
import Glibc

/// Locks memory of the refresh, the most important first, as far as the process's limit allows.
///
/// Only what is named is locked, never the whole process: MCL_FUTURE would make later allocations of other threads fail
/// at the limit (mlockall(2)).
public struct MemoryLocking: Sendable {
    /// The bytes that were locked.
    public private(set) var lockedBytes = 0
    /// The bytes that were not.
    public private(set) var refusedBytes = 0
    private var code: Int32 = 0

    /// Creates a locking that has locked nothing.
    public init() {}

    /// Locks a range of memory; the pages are loaded at once.
    public mutating func lock(_ memory: UnsafeRawBufferPointer) {
        guard let start = memory.baseAddress, memory.count > 0 else { return }
        let result = real_time_lock(start, memory.count)
        if result == 0 {
            lockedBytes += memory.count
        } else {
            refusedBytes += memory.count
            code = result
        }
    }

    /// Locks the elements of an array; the array must not be copied or grown afterwards.
    public mutating func lock<Element>(elementsOf array: borrowing [Element]) {
        array.withUnsafeBytes { lock($0) }
    }

    /// Locks the upper part of the calling thread's stack, after it was touched down to there.
    public mutating func lockStack(depth: Int = 128 * 1_024) {
        var start: UnsafeMutableRawPointer?
        var length = 0
        guard real_time_stack(&start, &length) == 0, let start else { return }
        let depth = min(depth, length / 2)
        real_time_touch_stack(depth)
        lock(UnsafeRawBufferPointer(start: start + (length - depth), count: depth))
    }

    /// Locks the code of this program's own file: what the frame path runs is in it.
    ///
    /// The kernel's list of mappings (/proc/self/maps) tells where it is.
    ///
    /// - Parameter address: that of any function in it.
    public mutating func lockCode(around address: UInt = real_time_code_address()) {
        guard let file = fopen("/proc/self/maps", "re") else { return }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4_096)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard let range = Self.range(ofMapping: text), range.contains(address) else { continue }
            lock(UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: range.lowerBound), count: range.count))
            return
        }
    }

    /// The addresses of a line such as "5581a2b000-5581a41000 r-xp 00002000 fe:00 1234 /usr/bin/ledsign".
    static func range(ofMapping line: String) -> Range<UInt>? {
        let ends = line.prefix { $0 != " " }.split(separator: "-").map { UInt($0, radix: 16) }
        guard ends.count == 2, let first = ends[0], let end = ends[1], first < end else { return nil }
        return first..<end
    }

    /// What is not locked, if anything.
    public var loss: RealTimeLoss? {
        refusedBytes > 0 ? .memory(bytes: refusedBytes, code: code) : nil
    }
}

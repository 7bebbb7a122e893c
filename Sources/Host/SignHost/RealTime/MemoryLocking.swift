import CLinuxSystem
import Glibc
import LinuxSystem

/// Locks the memory of the refresh, the most important first, up to the process's limit.
///
/// Locks only the given ranges, never the whole process: MCL_FUTURE would make later allocations of other threads fail
/// at the limit (mlockall(2)).
package struct MemoryLocking: Sendable {
    /// The bytes that were locked.
    package private(set) var lockedBytes = 0
    /// The bytes that could not be locked.
    package private(set) var refusedBytes = 0
    private var code: Int32 = 0

    /// Locks a range of memory; the pages are loaded at once.
    package mutating func lock(
        _ memory: UnsafeRawBufferPointer, by lock: (UnsafeRawPointer?, Int) -> Int32 = real_time_lock
    ) {
        guard let start = memory.baseAddress, memory.count > 0 else { return }
        let result = lock(start, memory.count)
        if result == 0 {
            lockedBytes += memory.count
        } else {
            refusedBytes += memory.count
            code = result
        }
    }

    /// Locks the elements of an array; the array must not be copied or grown afterwards.
    package mutating func lock<Element>(elementsOf array: borrowing [Element]) {
        array.withUnsafeBytes { lock($0) }
    }

    /// Touches and locks the upper part of the calling thread's stack.
    package mutating func lockStack(depth: Int = 128 * 1_024) {
        var start: UnsafeMutableRawPointer?
        var length = 0
        guard real_time_stack(&start, &length) == 0, let start else { return }
        let depth = min(depth, length / 2)
        real_time_touch_stack(depth)
        lock(UnsafeRawBufferPointer(start: start + (length - depth), count: depth))
    }

    /// Locks the code of this executable, which contains the frame path.
    ///
    /// Pages are locked when they are used. Pages of the program and its libraries that only the start needed are
    /// unloaded first: they are more than half of the program's memory.
    ///
    /// The addresses of code come from /proc/self/maps.
    ///
    /// - Parameter address: that of any function in it.
    package mutating func lockCode(around address: UInt = real_time_code_address()) {
        guard let file = fopen("/proc/self/maps", "re") else { return }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4_096)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard let range = Self.range(ofCode: text),
                let start = UnsafeMutableRawPointer(bitPattern: range.lowerBound)
            else { continue }
            // Only to save memory: a kernel that refuses it changes nothing else.
            _ = real_time_unload(start, range.count)
            guard range.contains(address) else { continue }
            lock(UnsafeRawBufferPointer(start: start, count: range.count), by: real_time_lock_loaded)
        }
    }

    /// The addresses in a line such as "5581a2b000-5581a41000 r-xp 00002000 fe:00 1234 /usr/bin/ledsign", for code that
    /// comes from a file and cannot be written; nil for all other memory.
    static func range(ofCode line: String) -> Range<UInt>? {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count >= 6, words[1] == "r-xp", words[5].hasPrefix("/") else { return nil }
        let ends = words[0].split(separator: "-").map { UInt($0, radix: 16) }
        guard ends.count == 2, let first = ends[0], let end = ends[1], first < end else { return nil }
        return first..<end
    }

    /// What is not locked, and the fix; nil if all is.
    package var problem: String? {
        guard refusedBytes > 0 else { return nil }
        return
            "\((refusedBytes + 1_023) / 1_024) kB of the refresh are not locked in memory (\(SystemCallError.reason(code))): "
            + "it may stutter when memory is short; LimitMEMLOCK=64M in the systemd unit, or the line \"@gpio - memlock 65536\" in "
            + "/etc/security/limits.d/ledsign.conf and a new login"
    }
}

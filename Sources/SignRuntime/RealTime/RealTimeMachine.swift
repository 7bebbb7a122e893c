import Glibc

/// What the kernel says about real-time threads on this machine.
public struct RealTimeMachine: Hashable, Sendable {
    /// The processors that get no work but what is pinned to them.
    public var isolatedProcessors: [Int]
    /// The share of each period that real-time threads may use; 1 for all of it, nil where the kernel does not say.
    public var realTimeShare: Double?

    /// Creates a description.
    public init(isolatedProcessors: [Int] = [], realTimeShare: Double? = nil) {
        self.isolatedProcessors = isolatedProcessors
        self.realTimeShare = realTimeShare
    }

    /// Reads what the kernel says: /sys/devices/system/cpu/isolated and /proc/sys/kernel/sched_rt_*_us.
    public static func current() -> RealTimeMachine {
        let isolated = firstLine(of: "/sys/devices/system/cpu/isolated").map(processors(in:)) ?? []
        let runtime = firstLine(of: "/proc/sys/kernel/sched_rt_runtime_us").flatMap { Int($0) }
        let period = firstLine(of: "/proc/sys/kernel/sched_rt_period_us").flatMap { Int($0) }
        return RealTimeMachine(
            isolatedProcessors: isolated, realTimeShare: share(runtime: runtime, period: period))
    }

    /// The share of a runtime in its period; a negative runtime means all of it.
    static func share(runtime: Int?, period: Int?) -> Double? {
        guard let runtime, let period, period > 0 else { return nil }
        return runtime < 0 ? 1 : min(Double(runtime) / Double(period), 1)
    }

    /// The numbers of a list such as "2-3,5", as the kernel writes lists of processors; nothing of one that is not.
    static func processors(in list: String) -> [Int] {
        var numbers: [Int] = []
        for part in list.split(separator: ",") {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
                (0...last).contains(first), last < 1_024
            else { return [] }
            numbers.append(contentsOf: first...last)
        }
        return numbers
    }

    private static func firstLine(of path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [CChar](repeating: 0, count: 256)
        guard fgets(&bytes, Int32(bytes.count), file) != nil else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

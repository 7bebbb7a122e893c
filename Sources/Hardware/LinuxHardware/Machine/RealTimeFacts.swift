/// What is known of how a kernel limits real-time threads; unknown facts are nil.
package struct RealTimeFacts: Hashable, Sendable {
    /// The kernel's release.
    package var release: KernelRelease?
    /// The microseconds of a period that real-time threads may run (sched_rt_runtime_us); -1 for all of it.
    package var runtime: Int?
    /// The microseconds of a period (sched_rt_period_us).
    package var period: Int?
    /// Whether the kernel has groups of real-time threads (CONFIG_RT_GROUP_SCHED), and they are not turned off.
    package var hasGroups: Bool?
    /// Whether the kernel has a fair server; nil where debugfs is not mounted, or not open to this user.
    package var hasFairServer: Bool?
    /// For how long of its period the fair server of a processor may run; empty where that cannot be read.
    package var fairServers: [Int: RealTimePause] = [:]

    /// Whether anything is known about limits.
    package var isKnown: Bool { hasFairServer != nil || runtime != nil || release != nil }

    /// The first release whose fair server stands in for the throttling of real-time threads.
    ///
    /// Commit 5f6bd380c7bd ("sched/rt: Remove default bandwidth control", July 2024) went into 6.12. The source of 6.1.192 has no
    /// fair server and throttles always; that of 6.12.117 has one, and throttles with CONFIG_RT_GROUP_SCHED only
    /// (kernel/sched/rt.c, update_curr_rt; kernel/sched/debug.c, debugfs_fair_server_init).
    package static let firstWithFairServer = KernelRelease(6, 12)

    /// The limits for a thread that runs on some processors; on any of them where the list is empty.
    package func limits(on processors: [Int] = []) -> RealTimeLimits {
        var limits = RealTimeLimits()
        // The files say more than the release: makers of distributions move changes to older kernels.
        let isFair = hasFairServer ?? release.map { $0 >= Self.firstWithFairServer } ?? false
        if !isFair || hasGroups == true, let runtime, let period, period > 0, 0..<period ~= runtime {
            limits.throttling = RealTimePause(length: period - runtime, period: period)
        }
        guard isFair else { return limits }
        let servers = processors.isEmpty ? Array(fairServers.values) : processors.compactMap { fairServers[$0] }
        limits.isFairServerAssumed = servers.isEmpty
        let longest = servers.max { $0.share < $1.share } ?? .defaultOfFairServer
        limits.fairServer = longest.length > 0 ? longest : nil
        return limits
    }
}

/// A part of each period, in microseconds.
package struct RealTimePause: Hashable, Sendable {
    /// How long it is.
    package let length: Int
    /// How often it comes.
    package let period: Int

    /// What the kernel sets at its start: 50 ms of each second (kernel/sched/deadline.c, dl_server_start).
    package static let defaultOfFairServer = RealTimePause(length: 50_000, period: 1_000_000)

    /// The part of the period.
    var share: Double { Double(length) / Double(max(period, 1)) }
}

/// What keeps a busy real-time thread from a processor.
package struct RealTimeLimits: Hashable, Sendable {
    /// For how long the thread is stopped in each period, whether or not another thread wants the processor; nil for never.
    package var throttling: RealTimePause?
    /// For how long of each period ordinary threads get the processor, at most and only while they wait; nil for never.
    package var fairServer: RealTimePause?
    /// Whether the fair server's time is the kernel's default, because it could not be read.
    package var isFairServerAssumed = false

    /// Whether nothing takes the processor from the thread.
    package var areNone: Bool { throttling == nil && fairServer == nil }
}

/// The first two numbers of a kernel's release, such as 6.12 of "6.12.47+rpt-rpi-v8".
package struct KernelRelease: Hashable, Sendable {
    /// The first number.
    package let major: Int
    /// The second number.
    package let minor: Int

    package init(_ major: Int, _ minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Reads /proc/sys/kernel/osrelease; nil for a text that does not begin with two numbers.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 2).prefix(2).map { Int($0.prefix(while: \.isNumber)) }
        guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
        self.init(major, minor)
    }
}

extension KernelRelease: Comparable {
    package static func < (left: KernelRelease, right: KernelRelease) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}

/// The words that the doctor and the running program have for limits and for what changes them.
extension RealTimePause: CustomStringConvertible {
    /// Such as "50 ms of each second" or "5 ms of each 100 ms".
    package var description: String {
        "\(Self.milliseconds(length)) ms of each "
            + (period == 1_000_000 ? "second" : "\(Self.milliseconds(period)) ms")
    }

    private static func milliseconds(_ time: Int) -> String {
        time % 1_000 == 0 ? "\(time / 1_000)" : "\(Double(time) / 1_000)"
    }
}

extension RealTimeLimits {
    /// The setting that ends throttling until the next start.
    package static let throttlingOff = "kernel.sched_rt_runtime_us=-1"
    package static let costOfThrottlingOff =
        "costs: nothing stops a runaway real-time thread of any program, which then blocks its processor"

    /// The command that turns the fair server off until the next start.
    ///
    /// - Parameter processors: a number, or `*` for all.
    package static func fairServerOff(_ processors: String) -> String {
        "echo 0 | sudo tee /sys/kernel/debug/sched/fair_server/cpu\(processors)/runtime"
    }

    package static let costOfFairServerOff =
        "until the next start; costs: while the refresh is busy, everything else on its processor waits, also threads of the kernel; "
        + "the kernel warns that the system may crash"

    /// Why the old setting is no help.
    package static let throttlingIsGone =
        "kernel.sched_rt_runtime_us does not change this on kernels with a fair server"
}

/// The words of the kernel's command line that keep a processor for the refresh, each where the kernel and the machine know it.
///
/// Sources: Documentation/admin-guide/kernel-parameters.txt and Documentation/timers/no_hz.rst of Linux 6.12.
extension Machine.Scheduling {
    /// An option of the command line, such as `isolcpus=3`, and its name, which stands before the equals sign.
    package typealias Option = (name: String, text: String)

    /// The last processor; nil with fewer than three, of which none can be spared.
    package var spare: Int? { processors >= 3 ? processors - 1 : nil }

    /// The options that isolate processors, such as `isolcpus=3 nohz_full=3 rcu_nocbs=3 irqaffinity=0-2`.
    package func options(isolating isolated: [Int]) -> [Option] {
        guard !isolated.isEmpty else { return [] }
        func option(_ name: String, _ processors: [Int]) -> Option { (name, "\(name)=\(processors.processorList)") }
        // irqaffinity does not move managed interrupts; a list of flags has to name the default, domain, too.
        let flags = hasManagedInterrupts ? "domain,\(Self.managedInterrupts)," : ""
        var options: [Option] = [("isolcpus", "isolcpus=\(flags)\(isolated.processorList)")]
        // The boot processor keeps the time.
        if tickless != nil, !isolated.contains(0) { options.append(option("nohz_full", isolated)) }
        if offloadsCallbacks { options.append(option("rcu_nocbs", isolated)) }
        let others = (0..<processors).filter { !isolated.contains($0) }
        if movesInterrupts, !others.isEmpty { options.append(option("irqaffinity", others)) }
        return options
    }

    /// The flag of isolcpus that keeps managed interrupts from isolated processors.
    private static let managedInterrupts = "managed_irq"

    /// Whether a value of the command line, or none, lacks what an option is for; isolcpus is asked for its flag only.
    package func isMissing(_ option: Option, in value: String?) -> Bool {
        guard option.name == "isolcpus", let value else { return value == nil }
        return hasManagedInterrupts && !value.split(separator: ",").contains { $0 == Self.managedInterrupts }
    }

    /// What the options cost, in one sentence.
    package static func cost(of options: [Option]) -> String {
        let names = Set(options.map(\.name))
        var costs: [String] = []
        if names.contains("isolcpus") { costs.append("everything else has one processor less") }
        if names.contains("nohz_full") { costs.append("calls of the kernel take a little longer on that processor") }
        var moved: [String] = []
        if names.contains("rcu_nocbs") { moved.append("its callbacks of the kernel") }
        if names.contains("irqaffinity") { moved.append("all interrupts of devices") }
        if !moved.isEmpty { costs.append("the other processors do " + moved.joined(separator: " and ")) }
        return "costs: " + costs.joined(separator: "; ")
    }
}

/// Lists of processors as the kernel writes and reads them, such as "0,2-3".
extension [Int] {
    /// Reads the numbers of a list; empty where it is not one.
    init(processorList list: String) {
        self = []
        for part in list.split(separator: ",") {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
                (0...last).contains(first), last < 1_024
            else {
                self = []
                return
            }
            append(contentsOf: first...last)
        }
    }

    /// The list of numbers that are in ascending order.
    var processorList: String {
        var runs: [ClosedRange<Int>] = []
        for number in self {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ",")
    }
}

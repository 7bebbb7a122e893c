import CLinuxSystem
import Glibc
import LinuxHardware
import LinuxSystem
import Timelines

/// What the refresh thread asks of the kernel in order to be on time.
///
/// Everything is asked for by the thread itself with `apply`; what is refused is reported, with its effect and its fix,
/// and the thread continues without it.
package struct RealTimeRequest: Hashable, Sendable {
    /// The priority in the class SCHED_FIFO, 1 to 99; nil for an ordinary thread.
    ///
    /// Interrupts of drivers have 50.
    package var priority: Int32? = 40
    /// The processors that the thread stays on; empty leaves it to the kernel.
    package var processors: [Int] = []
    /// Whether the thread hardly ever sleeps, as one that refreshes a HUB75 panel.
    package var isBusy = false

    /// The turn of the processor that is asked for where real-time priority is refused: shorter ones come sooner.
    private static let slice = Nanoseconds.microseconds(100)

    /// The request that suits a machine.
    ///
    /// A busy thread stays on the isolated processors where there are any (`isolcpus=` on the kernel's command line):
    /// alone there it needs no priority, and the kernel does not take the processor from it as it does with busy
    /// real-time threads (`RealTimeLimits`).
    package static func suiting(_ machine: Machine.Scheduling, isBusy: Bool) -> RealTimeRequest {
        guard isBusy else { return RealTimeRequest() }
        let isolated = machine.isolatedNumbers
        let isLimited = !machine.realTime.isKnown || !machine.limits.areNone
        return RealTimeRequest(priority: isolated.isEmpty || !isLimited ? 40 : nil, processors: isolated, isBusy: true)
    }

    /// Asks for everything, for the calling thread; what is refused leaves the thread as it was.
    ///
    /// - Returns: what was granted, and every loss with its fix. Allocates; to be called before the first frame.
    package func apply(on machine: Machine.Scheduling) -> RealTimeGrant {
        var grant = RealTimeGrant()
        // One nanosecond; real-time threads are not delayed at all.
        let slackCode = real_time_timer_slack(1)
        if slackCode != 0 {
            grant.problems.append(
                "timers may be 50 us late (\(SystemCallError.reason(slackCode))); the kernel is too old, or a container "
                    + "forbids it")
        }
        if !processors.isEmpty {
            let code = real_time_pin(processors.map(Int32.init(clamping:)), processors.count)
            if code != 0 { grant.problems.append(unpinned(code)) }
        }
        if let priority {
            let code = real_time_fifo(priority)
            grant.priority = code == 0 ? priority : nil
            if code != 0 {
                grant.problems.append(
                    "no real-time priority (\(SystemCallError.reason(code))): frames are late while other programs are busy; "
                        + "allow it: LimitRTPRIO=\(priority) in the systemd unit, or the line \"@gpio - rtprio \(priority)\" in "
                        + "/etc/security/limits.d/ledsign.conf and a new login")
            } else if isBusy, let pause = Self.pause(of: machine) {
                grant.problems.append(pause)
            }
        }
        if grant.priority == nil { grant.slice = Self.askForSlice() }
        return grant
    }

    private func unpinned(_ code: Int32) -> String {
        "not kept on processor \(processors.map(String.init).joined(separator: ", ")) "
            + "(\(SystemCallError.reason(code))): other programs disturb the refresh; remove the limit that the container or the unit "
            + "(AllowedCPUs=) sets"
    }

    /// How the kernel takes the processor from a busy real-time thread; nil where it does not, or nothing is known.
    static func pause(of machine: Machine.Scheduling) -> String? {
        guard machine.realTime.isKnown else { return nil }
        let options = machine.spare.map { machine.options(isolating: [$0]) }
        // The better fix, where a processor can be spared.
        let isolating = options.map { options in
            "put \(options.map(\.text).joined(separator: " ")) into the one line of /boot/firmware/cmdline.txt and reboot "
                + "(\(Machine.Scheduling.cost(of: options))), or "
        }
        if let pause = machine.limits.throttling {
            return
                "the kernel stops busy real-time threads for \(pause): the panel blinks when the refresh is that busy; "
                + "\(isolating ?? "")sudo sysctl -w \(RealTimeLimits.throttlingOff) (\(RealTimeLimits.costOfThrottlingOff))"
        }
        return machine.limits.fairServer.map { pause in
            "while other programs wait for its processor, the kernel gives them up to \(pause): the panel flickers then; "
                + "\(isolating ?? "")\(RealTimeLimits.fairServerOff("*")) (\(RealTimeLimits.costOfFairServerOff)); "
                + RealTimeLimits.throttlingIsGone
        }
    }

    /// Kernels before 6.12 know no slices of single threads; that is no loss anyone can fix.
    private static func askForSlice() -> Nanoseconds? {
        var granted: UInt64 = 0
        guard real_time_slice(UInt64(slice.count), &granted) == 0, granted > 0 else { return nil }
        return Nanoseconds(Int64(clamping: granted))
    }
}

/// What a thread got of what it asked for.
package struct RealTimeGrant: Hashable, Sendable, CustomStringConvertible {
    /// The priority in the class SCHED_FIFO; nil among all others.
    package var priority: Int32?
    /// The turns of the processor that the kernel grants an ordinary thread; nil where it has no such setting.
    package var slice: Nanoseconds?
    /// The bytes of memory that are locked.
    package var lockedBytes = 0
    /// What was refused, a line each: what is lost; the fix.
    package var problems: [String] = []

    /// What the thread got in one line, and every loss in one more.
    package var description: String {
        let turns = slice.map { " in turns of \($0.text)" } ?? ""
        let kind = priority.map { "real-time priority \($0)" } ?? "ordinary priority\(turns)"
        let memory = lockedBytes > 0 ? ", \((lockedBytes + 1_023) / 1_024) kB locked in memory" : ""
        return (["the refresh thread has \(kind)\(memory)"] + problems).joined(separator: "\n")
    }
}

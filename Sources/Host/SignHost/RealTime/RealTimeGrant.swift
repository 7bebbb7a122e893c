import CLinuxSystem
import Glibc
import Timelines

/// What a thread got of what it asked for.
package struct RealTimeGrant: Hashable, Sendable {
    /// The priority in the class SCHED_FIFO; nil among all others.
    package var priority: Int32?
    /// The turns of the processor that the kernel grants an ordinary thread; nil where it has no such setting.
    package var slice: Nanoseconds?
    /// The bytes of memory that are locked.
    package var lockedBytes = 0
    /// What was refused.
    package var problems: [RealTimeWarning] = []

    /// No request, and no grant.
    package init() {}
}

extension RealTimeGrant: CustomStringConvertible {
    /// What the thread got in one line, and every loss in one more.
    package var description: String {
        let turns = slice.map { " in turns of \($0.text)" } ?? ""
        let kind = priority.map { "real-time priority \($0)" } ?? "ordinary priority\(turns)"
        let memory = lockedBytes > 0 ? ", \((lockedBytes + 1_023) / 1_024) kB locked in memory" : ""
        return (["the refresh thread has \(kind)\(memory)"] + problems.map(\.description)).joined(separator: "\n")
    }
}

extension RealTimeRequest {
    /// Asks for everything, for the calling thread; what is refused leaves the thread as it was.
    ///
    /// - Parameter machine: what the kernel says about real-time threads.
    /// - Returns: what was granted, and every loss with its fix. Allocates; to be called before the first frame.
    package func apply(on machine: RealTimeMachine) -> RealTimeGrant {
        var grant = RealTimeGrant()
        let slackCode = real_time_timer_slack(UInt(max(timerSlack.count, 1)))
        if slackCode != 0 { grant.problems.append(.timerSlack(code: slackCode)) }
        if !processors.isEmpty {
            let code = real_time_pin(processors.map(Int32.init(clamping:)), processors.count)
            if code != 0 { grant.problems.append(.processors(processors, code: code)) }
        }
        if let priority {
            let code = real_time_fifo(priority)
            if code == 0 {
                grant.priority = priority
                if isBusy, let pause = machine.limits?.throttling {
                    grant.problems.append(.throttled(pause, isolation: machine.isolation))
                } else if isBusy, let pause = machine.limits?.fairServer {
                    grant.problems.append(.fairServer(pause, isolation: machine.isolation))
                }
            } else {
                grant.problems.append(.priority(wanted: priority, code: code))
            }
        }
        if grant.priority == nil { grant.slice = askForSlice() }
        return grant
    }

    /// Kernels before 6.12 know no slices of single threads; that is no loss anyone can fix.
    private func askForSlice() -> Nanoseconds? {
        var granted: UInt64 = 0
        guard real_time_slice(UInt64(clamping: slice.count), &granted) == 0, granted > 0 else { return nil }
        return Nanoseconds(Int64(clamping: granted))
    }
}

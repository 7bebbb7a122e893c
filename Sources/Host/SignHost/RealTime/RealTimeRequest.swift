import CLinuxSystem
import Glibc
import LinuxHardware
import Timelines

/// What the refresh thread asks of the kernel in order to be on time.
///
/// Everything is asked for by the thread itself with `apply`; what is refused is reported, with its effect and its fix,
/// and the thread continues without it.
package struct RealTimeRequest: Hashable, Sendable {
    /// The priority in the class SCHED_FIFO, 1 to 99; nil for an ordinary thread.
    ///
    /// Interrupts of drivers have 50.
    package var priority: Int32?
    /// The processors that the thread stays on; empty leaves it to the kernel.
    package var processors: [Int]
    /// The turn of the processor that is asked for where real-time priority is refused: shorter ones come sooner.
    package var slice: Nanoseconds
    /// By how much the kernel may delay the thread's timers; real-time threads are not delayed.
    package var timerSlack: Nanoseconds
    /// Whether the thread hardly ever sleeps, as one that refreshes a HUB75 panel.
    package var isBusy: Bool

    /// Creates a request; what is not given suits a thread that wakes up for every frame.
    package init(
        priority: Int32? = 40, processors: [Int] = [], slice: Nanoseconds = .microseconds(100),
        timerSlack: Nanoseconds = .one, isBusy: Bool = false
    ) {
        self.priority = priority
        self.processors = processors
        self.slice = slice
        self.timerSlack = timerSlack
        self.isBusy = isBusy
    }

    /// The request that suits this machine.
    ///
    /// A busy thread stays on the isolated processors where there are any (`isolcpus=` on the kernel's command line):
    /// alone there it needs no priority, and the kernel does not take the processor from it as it does with busy
    /// real-time threads (`RealTimeLimits`).
    package static func suiting(_ machine: RealTimeMachine, isBusy: Bool) -> RealTimeRequest {
        guard isBusy else { return RealTimeRequest() }
        let isAlone = !machine.isolatedProcessors.isEmpty
        let isLimited = !(machine.limits?.areNone ?? false)
        return RealTimeRequest(
            priority: isAlone && isLimited ? nil : 40, processors: machine.isolatedProcessors, isBusy: true)
    }
}

/// What the kernel says about real-time threads on this machine.
package struct RealTimeMachine: Hashable, Sendable {
    /// The processors that get no work but what is pinned to them.
    package var isolatedProcessors: [Int]
    /// What takes the processor from busy real-time threads; nil where nothing is known.
    package var limits: RealTimeLimits?
    /// The words of the kernel's command line that isolate a processor, and their cost; nil where none can be spared.
    package var isolation: Isolation?

    /// How a processor can be isolated.
    package struct Isolation: Hashable, Sendable {
        /// The words of the command line.
        package var words: String
        /// What they cost.
        package var cost: String
    }

    /// Creates a description.
    package init(isolatedProcessors: [Int] = [], limits: RealTimeLimits? = nil, isolation: Isolation? = nil) {
        self.isolatedProcessors = isolatedProcessors
        self.limits = limits
        self.isolation = isolation
    }

    /// Takes what matters from what is known of the scheduler.
    package init(_ scheduling: Machine.Scheduling) {
        let options = scheduling.spare.map { scheduling.options(isolating: [$0]) }
        self.init(
            isolatedProcessors: scheduling.isolatedNumbers,
            limits: scheduling.realTime.isKnown ? scheduling.limits : nil,
            isolation: options.map {
                Isolation(words: $0.map(\.text).joined(separator: " "), cost: Machine.Scheduling.cost(of: $0))
            })
    }

    /// Reads what the kernel of this machine says.
    package static func current() -> RealTimeMachine { RealTimeMachine(.read()) }
}

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

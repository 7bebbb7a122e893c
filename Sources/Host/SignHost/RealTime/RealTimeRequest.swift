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

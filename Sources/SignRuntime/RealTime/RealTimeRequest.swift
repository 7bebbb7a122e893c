import Timelines

/// What the refresh thread asks of the kernel in order to be on time.
///
/// Everything is asked for by the thread itself with `apply`; what is refused is told, with what it costs and its cure,
/// and the thread goes on without it.
public struct RealTimeRequest: Hashable, Sendable {
    /// The priority in the class SCHED_FIFO, 1 to 99; nil asks for none.
    ///
    /// Interrupts of drivers have 50.
    public var priority: Int32?
    /// The processors that the thread stays on; none leaves it to the kernel.
    public var processors: [Int]
    /// The turn of the processor that is asked for where real-time priority is refused: shorter ones come sooner.
    public var slice: Nanoseconds
    /// By how much the kernel may delay the thread's timers; real-time threads have none.
    public var timerSlack: Nanoseconds
    /// Whether the thread hardly ever sleeps, as one that refreshes a HUB75 panel.
    public var isBusy: Bool

    /// Creates a request; what is not given suits a thread that wakes up for every frame.
    public init(
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
    /// alone there it needs no priority, and the kernel does not take the processor away from it for 50 ms of each
    /// second, as it does with busy real-time threads (sched(7), sched_rt_runtime_us).
    public static func suiting(_ machine: RealTimeMachine, isBusy: Bool) -> RealTimeRequest {
        guard isBusy else { return RealTimeRequest() }
        let isAlone = !machine.isolatedProcessors.isEmpty
        let isThrottled = machine.realTimeShare.map { $0 < 1 } ?? true
        return RealTimeRequest(
            priority: isAlone && isThrottled ? nil : 40, processors: machine.isolatedProcessors, isBusy: true)
    }
}

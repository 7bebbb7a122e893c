import LinuxHardware

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
        let options = scheduling.isolation.spare.map { scheduling.isolation.options(for: [$0]) }
        self.init(
            isolatedProcessors: scheduling.isolatedNumbers,
            limits: scheduling.realTime.isKnown ? scheduling.limits : nil,
            isolation: options.map {
                Isolation(words: $0.map(\.text).joined(separator: " "), cost: ProcessorIsolation.cost(of: $0))
            })
    }

    /// Reads what the kernel of this machine says.
    package static func current() -> RealTimeMachine { RealTimeMachine(.read()) }
}

/// The words of the kernel's command line that keep a processor for the refresh, each where the kernel and the machine know it.
///
/// Sources: Documentation/admin-guide/kernel-parameters.txt and Documentation/timers/no_hz.rst of Linux 6.12.
package struct ProcessorIsolation: Hashable, Sendable {
    /// The number of processors.
    package var processors: Int
    /// Whether the kernel can stop the tick of a busy processor (CONFIG_NO_HZ_FULL).
    package var stopsTicks: Bool
    /// Whether the kernel can run the callbacks of a processor elsewhere (CONFIG_RCU_NOCB_CPU).
    package var offloadsCallbacks: Bool
    /// Whether interrupts of devices can be moved to other processors.
    package var movesInterrupts: Bool

    package init(processors: Int, stopsTicks: Bool, offloadsCallbacks: Bool, movesInterrupts: Bool) {
        self.processors = processors
        self.stopsTicks = stopsTicks
        self.offloadsCallbacks = offloadsCallbacks
        self.movesInterrupts = movesInterrupts
    }

    /// The last processor; nil with fewer than three, of which none can be spared.
    package var spare: Int? { processors >= 3 ? processors - 1 : nil }

    /// An option of the command line.
    package struct Option: Hashable, Sendable {
        /// What stands before the equals sign.
        package let name: String
        /// What stands behind it.
        package let value: String

        /// The option as it is written.
        package var text: String { "\(name)=\(value)" }
    }

    /// The options that isolate processors, such as `isolcpus=3 nohz_full=3 rcu_nocbs=3 irqaffinity=0-2`.
    package func options(for isolated: [Int]) -> [Option] {
        guard !isolated.isEmpty else { return [] }
        let list = ProcessorList.text(isolated)
        var options = [Option(name: "isolcpus", value: list)]
        // The boot processor keeps the time.
        if stopsTicks, !isolated.contains(0) { options.append(Option(name: "nohz_full", value: list)) }
        if offloadsCallbacks { options.append(Option(name: "rcu_nocbs", value: list)) }
        let others = (0..<processors).filter { !isolated.contains($0) }
        if movesInterrupts, !others.isEmpty {
            options.append(Option(name: "irqaffinity", value: ProcessorList.text(others)))
        }
        return options
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
package enum ProcessorList {
    /// The numbers of a list; empty where it is not one.
    package static func numbers(in list: String) -> [Int] {
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

    /// The list of numbers that are in ascending order.
    package static func text(_ numbers: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in numbers {
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

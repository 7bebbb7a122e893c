import Timelines

/// A change of an input line.
package struct LineEdge: Hashable, Sendable {
    /// Which of the lines that are watched, from 0.
    package var input: Int
    /// Whether the line is high from then on.
    package var isHigh: Bool
    /// When, on CLOCK_MONOTONIC; stamped by the kernel as the interrupt comes.
    package var time: Instant

    /// Describes a change.
    package init(input: Int, isHigh: Bool, time: Instant) {
        self.input = input
        self.isHigh = isHigh
        self.time = time
    }
}

/// Input lines that report their edges: those of a GPIO chip, or scripted ones in tests.
package protocol EdgeSource: AnyObject {
    /// Becomes readable when there are changes to take.
    var descriptor: Int32 { get }

    /// Whether the kernel has taken the bounces out.
    var isDebounced: Bool { get }

    /// The present levels; bit i is input i.
    func levels() throws(HardwareError) -> UInt64

    /// Takes the changes that wait, in the order of time, without waiting for any.
    func takeEdges() throws(HardwareError) -> [LineEdge]
}

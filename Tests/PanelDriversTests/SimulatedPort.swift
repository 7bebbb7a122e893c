import PanelDrivers
import PanelSimulation

/// Output lines that only exist in memory: their changes become the edges that a listener hears.
///
/// Line i of the port is wire i of the bundle. Every call takes the same time, as calls of a kernel do.
struct SimulatedPort<Listener: WireListener>: OutputPort {
    /// It cannot fail.
    typealias Failure = Never

    /// The listener of the edges.
    var listener: Listener
    /// The levels; bit i is line i.
    private(set) var levels: UInt64
    /// The number of lines.
    let count: Int
    /// How long a call takes, in nanoseconds.
    let callTime: Int64
    /// The time of the next call, in nanoseconds.
    private(set) var time: Int64

    /// Creates lines with levels that the listener knows already.
    ///
    /// - Parameters:
    ///   - levels: the level of each line, at most 64.
    ///   - callTime: nanoseconds, at least 1; 2,000 are usual for libgpiod on a Raspberry Pi.
    ///   - start: the time in nanoseconds at which the lines begin to exist.
    init(levels: [Bool], callTime: Int64 = 2_000, start: Int64 = 0, into listener: Listener) {
        precondition(levels.count <= 64, "a port has \(levels.count) lines, and 64 at most")
        self.levels = levels.indices.reduce(0) { $0 | (levels[$1] ? 1 << UInt64($1) : 0) }
        count = levels.count
        self.callTime = min(max(callTime, 1), 1_000_000_000)
        time = Self.clamped(start)
        self.listener = listener
    }

    /// Lets time pass; past instants have no effect.
    mutating func advance(to time: Int64) {
        self.time = max(self.time, Self.clamped(time))
    }

    /// Drives the lines of the mask at the present time; those that have the level already make no edge.
    mutating func set(_ levels: UInt64, mask: UInt64) {
        precondition(count == 64 || mask >> UInt64(count) == 0, "the mask names a line that the port does not have")
        var changes = (levels ^ self.levels) & mask
        self.levels ^= changes
        while changes != 0 {
            let line = changes.trailingZeroBitCount
            listener.edge(on: line, to: levels >> UInt64(line) & 1 == 1, at: time)
            changes &= changes &- 1
        }
        time += callTime
    }

    /// Clamps a time to 0 to about 146 years.
    private static func clamped(_ time: Int64) -> Int64 { min(max(time, 0), Int64.max / 2) }
}

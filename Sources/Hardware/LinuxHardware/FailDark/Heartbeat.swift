import Synchronization

// Unchecked: the counter is atomic, and the creator of a heartbeat keeps its memory.

/// A counter that a thread increments while it is alive, so that another thread or process notices when it stops.
///
/// One thread beats; any thread may read.
package struct Heartbeat: @unchecked Sendable {
    /// The type of the counter.
    package typealias Counter = Atomic<UInt64>

    private let counter: UnsafeMutablePointer<Counter>

    /// Creates a heartbeat that counts in given memory.
    ///
    /// - Parameter counter: an initialized counter that outlives every copy of the heartbeat.
    package init(_ counter: UnsafeMutablePointer<Counter>) {
        self.counter = counter
    }

    /// Adds one beat; costs two instructions, does not allocate.
    @inline(__always)
    package func beat() {
        // There is one writer, so no locked addition is needed.
        counter.pointee.store(counter.pointee.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    /// The number of beats so far; wraps around.
    package var beats: UInt64 { counter.pointee.load(ordering: .relaxed) }

    /// The counter, for loops in C that beat: a 64-bit number.
    var address: UnsafeMutableRawPointer { UnsafeMutableRawPointer(counter) }
}

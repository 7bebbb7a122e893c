import Synchronization

// Unchecked: the counter is atomic, and whoever makes a heartbeat promises that its memory stays.

/// A counter by which a thread shows that it is alive; a watcher, in another thread or process, sees it stand still.
///
/// One thread beats. Anybody reads.
public struct Heartbeat: @unchecked Sendable {
    /// What is counted with.
    public typealias Counter = Atomic<UInt64>

    private let counter: UnsafeMutablePointer<Counter>

    /// Creates a heartbeat that counts in memory of others.
    ///
    /// - Parameter counter: an initialized counter that outlives every copy of the heartbeat.
    public init(_ counter: UnsafeMutablePointer<Counter>) {
        self.counter = counter
    }

    /// Returns a heartbeat with a counter of its own, which is never given back.
    ///
    /// For programs that nobody watches, and for tests.
    public static func unwatched() -> Heartbeat {
        let counter = UnsafeMutablePointer<Counter>.allocate(capacity: 1)
        counter.initialize(to: Atomic(0))
        return Heartbeat(counter)
    }

    /// Adds one beat; costs two instructions, allocates nothing.
    @inline(__always)
    public func beat() {
        // There is one writer, so no locked addition is needed.
        counter.pointee.store(counter.pointee.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    /// The number of beats so far; wraps around.
    public var beats: UInt64 { counter.pointee.load(ordering: .relaxed) }

    /// The counter, for loops in C that beat: a 64-bit number.
    public var address: UnsafeMutableRawPointer { UnsafeMutableRawPointer(counter) }
}

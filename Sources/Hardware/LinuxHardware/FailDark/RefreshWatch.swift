import CFailDark
import PanelDrivers
import Synchronization
import Timelines

// Unchecked: the words are atomic, and their memory stays as long as the process.

/// What the thread that drives a panel shares with the signal handlers and the guardian.
package struct RefreshWatch: @unchecked Sendable {
    /// The heartbeats of the thread, which wrap around; it alone beats.
    private let heartbeats: UnsafeMutablePointer<Atomic<UInt64>>
    private let darkened: UnsafeMutablePointer<Atomic<UInt64>>
    private let abandon: UnsafeMutablePointer<Atomic<UInt32>>

    init(heartbeats: UnsafeMutableRawPointer, darkened: UnsafeMutableRawPointer, abandon: UnsafeMutableRawPointer) {
        self.heartbeats = heartbeats.assumingMemoryBound(to: Atomic<UInt64>.self)
        self.darkened = darkened.assumingMemoryBound(to: Atomic<UInt64>.self)
        self.abandon = abandon.assumingMemoryBound(to: Atomic<UInt32>.self)
    }

    /// Shows that the thread is alive, for ports while they play; costs two instructions, does not allocate.
    @inline(__always)
    package func beat() {
        // There is one writer, so no locked addition is needed.
        heartbeats.pointee.store(heartbeats.pointee.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    /// Shows at an instant that the thread is alive; for that thread only, between two refreshes, or once a second.
    ///
    /// From time to time it restarts the timer that wakes the guardian, by one system call. Does not allocate.
    package func recordHeartbeat(at now: Instant) {
        beat()
        fail_dark_heartbeat(now.nanoseconds)
    }

    /// How often the guardian made the panel dark while this process was alive: such a panel is started again.
    package var darkenings: UInt64 { darkened.pointee.load(ordering: .acquiring) }

    /// Makes the program that a port plays end early, with a dark panel; if no program is played, the next one ends at
    /// its start, unless `takeBackEnd` comes before it.
    ///
    /// For an end that must not wait for a whole refresh; SPI devices ignore it.
    package func endProgram() {
        _ = abandon.pointee.compareExchange(expected: 0, desired: 3, ordering: .acquiringAndReleasing)
    }

    /// Takes back what `endProgram` asked for, if no program has responded yet; for the thread that drives the panel, before the
    /// program that makes the panel dark.
    package func takeBackEnd() { _ = isProgramEnded }

    /// Whether the panel must stay dark because the process is dying; confirms the request.
    @inline(__always)
    var isAbandoned: Bool {
        let demand = abandon.pointee.load(ordering: .relaxed)
        if demand == 0 || demand == 3 { return false }
        abandon.pointee.store(2, ordering: .releasing)
        return true
    }

    /// Whether the program that is being played must end; confirms the request.
    @inline(__always)
    var isProgramEnded: Bool {
        if abandon.pointee.load(ordering: .relaxed) != 3 { return false }
        return abandon.pointee.compareExchange(expected: 3, desired: 0, ordering: .acquiringAndReleasing).exchanged
    }

    /// The same word, for loops in C.
    var abandonAddress: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(abandon).assumingMemoryBound(to: UInt32.self)
    }

    /// The counter of heartbeats, for loops in C.
    var heartbeatAddress: UnsafeMutablePointer<UInt64> {
        UnsafeMutableRawPointer(heartbeats).assumingMemoryBound(to: UInt64.self)
    }
}

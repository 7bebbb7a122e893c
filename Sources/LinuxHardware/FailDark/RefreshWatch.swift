import CFailDark
import HardwareInterfaces
import Synchronization
import Timelines

// Unchecked: the words are atomic, and their memory stays as long as the process.

/// What the thread that drives a panel shares with those that make it dark in its place.
public struct RefreshWatch: @unchecked Sendable {
    /// Shows that the thread is alive; ports beat while they play.
    public let heartbeat: Heartbeat
    private let darkened: UnsafeMutablePointer<Atomic<UInt64>>
    private let abandon: UnsafeMutablePointer<Atomic<UInt32>>

    init(heartbeat: Heartbeat, darkened: UnsafeMutableRawPointer, abandon: UnsafeMutableRawPointer) {
        self.heartbeat = heartbeat
        self.darkened = darkened.assumingMemoryBound(to: Atomic<UInt64>.self)
        self.abandon = abandon.assumingMemoryBound(to: Atomic<UInt32>.self)
    }

    /// Shows at an instant that the thread is well; for that thread alone, between two refreshes, or once a second.
    ///
    /// Now and then it sets the switch that wakes the guardian when it goes off, by one call of the kernel. Allocates nothing.
    public func beat(at now: Instant) {
        heartbeat.beat()
        fail_dark_beat(now.nanoseconds)
    }

    /// How often the guardian made the panel dark although this process lives: a panel that was is started anew.
    public var darkenings: UInt64 { darkened.pointee.load(ordering: .acquiring) }

    /// Lets the program that a port plays end early, with a dark panel; where none is being played, the next one ends at
    /// its start.
    ///
    /// For an end that is not to wait for a whole refresh; devices on SPI pay no attention.
    public func endProgram() {
        _ = abandon.pointee.compareExchange(expected: 0, desired: 3, ordering: .acquiringAndReleasing)
    }

    /// Whether nobody may light the panel any more, because the process is dying; says that this was heard.
    @inline(__always)
    var isAbandoned: Bool {
        let wish = abandon.pointee.load(ordering: .relaxed)
        if wish == 0 || wish == 3 { return false }
        abandon.pointee.store(2, ordering: .releasing)
        return true
    }

    /// Whether the program that is being played is to end; says that this was heard.
    @inline(__always)
    var isProgramEnded: Bool {
        if abandon.pointee.load(ordering: .relaxed) != 3 { return false }
        return abandon.pointee.compareExchange(expected: 3, desired: 0, ordering: .acquiringAndReleasing).exchanged
    }

    /// The same word, for loops in C.
    var abandonAddress: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(abandon).assumingMemoryBound(to: UInt32.self)
    }

    /// The heartbeat's counter, for loops in C.
    var beatsAddress: UnsafeMutablePointer<UInt64> {
        heartbeat.address.assumingMemoryBound(to: UInt64.self)
    }
}

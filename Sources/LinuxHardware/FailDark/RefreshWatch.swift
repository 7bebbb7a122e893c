import HardwareInterfaces
import Synchronization

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

    /// How often the guardian made the panel dark although this process lives: a panel that was is started anew.
    public var darkenings: UInt64 { darkened.pointee.load(ordering: .acquiring) }

    /// Whether nobody may light the panel any more, because the process is dying; says that this was heard.
    @inline(__always)
    var isAbandoned: Bool {
        if abandon.pointee.load(ordering: .relaxed) == 0 { return false }
        abandon.pointee.store(2, ordering: .releasing)
        return true
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

import Glibc
import Synchronization

/// Faults that tests provoke in the real program: SIGUSR2 makes the thread that it is sent to do what `$LEDSIGN_PROVOKE` names.
///
/// For tests only: without the variable no handler is installed.
package enum ProvokedFaults {
    /// What can be provoked.
    enum Kind: String {
        /// A Swift trap, like that of an overflow or an index out of bounds.
        case trap
        /// A store to unmapped memory.
        case fault
        /// abort(3).
        case abort
        /// Endless recursion, until the stack overflows.
        case overflow
        /// The end of the thread alone.
        case leave
        /// A Swift trap when a pushed message is drawn.
        case draw
    }

    private static var kind: Kind? { getenv("LEDSIGN_PROVOKE").flatMap { Kind(rawValue: String(cString: $0)) } }

    /// Installs the handler if the variable asks for it.
    package static func prepare() {
        guard let kind else { return }
        admit()
        switch kind {
        case .trap: signal(SIGUSR2) { number in _ = Int.max - Int(number) + 2 * Int(number) }
        case .fault: signal(SIGUSR2) { _ in UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
        case .abort: signal(SIGUSR2) { _ in Glibc.abort() }
        case .overflow: signal(SIGUSR2) { number in ProvokedFaults.sink = ProvokedFaults.descend(number) }
        case .leave: signal(SIGUSR2) { _ in pthread_exit(nil) }
        case .draw: break
        }
    }

    /// The marks of messages that were pushed.
    private static let pushed = Mutex<Set<UInt64>>([])

    /// Marks a message whose drawing crashes, if the variable asks for it.
    static func recordPush(_ mark: UInt64) {
        guard kind == .draw else { return }
        _ = pushed.withLock { $0.insert(mark) }
    }

    /// Records what is drawn, in case of a crash; crashes if the variable asks for it.
    static func recording(_ record: @escaping (UInt64) -> Void) -> (UInt64) -> Void {
        guard kind == .draw else { return record }
        return { mark in
            record(mark)
            precondition(!pushed.withLock { $0.contains(mark) })
        }
    }

    /// Unblocks the signal in the calling thread, if the variable asks for it.
    static func admit() {
        guard kind != nil else { return }
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGUSR2)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }

    /// Uses a result, so that the compiler does not remove its computation.
    private static var sink: Int32 {
        get { 0 }
        set { if newValue == 1 { admit() } }
    }

    private static func descend(_ depth: Int32) -> Int32 {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { room in
            room.initialize(repeating: depth)
            return descend(room[Int(depth & 63)] &+ 1) &+ room[0]
        }
    }
}

import Glibc
import LinuxHardware
import LinuxSystem
import PixelProtocols
import Synchronization
import Timelines

/// The connection to a receiver in the network: finds it by its name on a thread of its own, and again while nothing arrives, and says what
/// is wrong.
///
/// The thread that drives the panel records what became of its pictures, without waiting; the content side asks for the problem.
final class ReceiverConnection: Sendable {
    /// What the content side has last said of the connection; it alone uses it.
    private struct Told: Sendable {
        var problem: String?
    }

    /// What the thread that finds the receiver has to know, and what it has found.
    private struct Search: Sendable {
        /// Why there is no receiver; nil once it was found, and before the first look.
        var failure: String?
    }

    /// How long after the last failure the connection counts as good again: of a machine that is off, the kernel says so every few seconds.
    static let timeout = Nanoseconds.seconds(6)
    /// The time between two looks, which doubles each time.
    static let firstInterval = Nanoseconds.seconds(1)
    static let longestInterval = Nanoseconds.seconds(60)

    private let socket: DatagramSocket
    /// The receiver, in words.
    private let name: String
    private let search = Mailbox(Search())
    private let told = Mutex(Told())
    private let code = Atomic<Int32>(0)
    private let failedAt = Atomic<Int64>(Int64.min)
    /// Whether the thread waits for a failure.
    private let isAwaiting = Atomic<Bool>(false)
    private let worker = Mutex<Worker?>(nil)

    /// Begins to look for a receiver.
    ///
    /// - Parameters:
    ///   - destination: nil for groups, which need not be found.
    ///   - name: the receiver in words.
    init(_ socket: DatagramSocket, to destination: PixelDestination?, name: String) throws(SystemCallError) {
        self.socket = socket
        self.name = name
        guard let destination else { return }
        let started = try Worker(named: "receiver", search) { [weak self, socket] mailbox in
            Self.look(for: destination, socket, mailbox) {
                self?.isAwaiting.store($0, ordering: .sequentiallyConsistent)
            }
        }
        worker.withLock { $0 = started }
    }

    // MARK: - The thread that drives the panel

    /// Records what became of a picture, by the error number of the kernel, or 0; does not allocate, lock or wait.
    func record(_ code: Int32, at instant: Instant) {
        guard code != 0 else { return }
        self.code.store(code, ordering: .relaxed)
        failedAt.store(instant.nanoseconds, ordering: .releasing)
        if isAwaiting.exchange(false, ordering: .sequentiallyConsistent) { search.wake.raise() }
    }

    // MARK: - The content side

    /// Why pictures do not arrive, as of the last step; nil where nothing is known against it.
    var problem: String? { told.withLock { $0.problem } }

    /// Looks what is wrong, and says when nothing is any more; returns when to look again.
    func step(at instant: Instant, _ log: Log) -> Instant {
        let problem = problem(at: instant)
        let isBack = told.withLock { told in
            defer { told.problem = problem }
            return told.problem != nil && problem == nil
        }
        if isBack { log.say("pictures reach \(name) again") }
        return instant + (problem == nil ? .seconds(5) : .seconds(1))
    }

    /// Why pictures do not arrive at an instant.
    func problem(at instant: Instant) -> String? {
        if let failure = search.look({ $0.failure }) {
            return "no pictures are sent to \(name): \(failure); it is looked for again and again"
        }
        let failed = failedAt.load(ordering: .acquiring)
        // Without an address it is looked for, which says by itself what is wrong.
        let code = code.load(ordering: .relaxed)
        guard failed != Int64.min, code != EDESTADDRREQ, instant - Instant(nanoseconds: failed) < Self.timeout else {
            return nil
        }
        let words =
            code == ECONNREFUSED
            ? "nothing takes them at this port (\(SystemCallError.reason(code)))" : SystemCallError.reason(code)
        return "pictures do not reach \(name): \(words); they are sent again and again"
    }

    // MARK: - The thread that looks

    /// Looks for the receiver until the mailbox ends: at once, then again while it is not found or pictures do not arrive.
    private static func look(
        for destination: PixelDestination, _ socket: DatagramSocket, _ mailbox: Mailbox<Search>,
        await isAwaiting: (Bool) -> Void
    ) {
        var interval = firstInterval
        let clock = SystemMonotonicClock()
        while !mailbox.isEnding {
            let failure = socket.connect(host: destination.host, port: destination.port)
            let found = clock.now
            mailbox.look { $0.failure = failure }
            mailbox.wake.lower()
            if failure == nil {
                isAwaiting(true)
                if !mailbox.isEnding { mailbox.wake.wait() }
                mailbox.wake.lower()
            }
            // After a long good time the receiver is looked for at once.
            if clock.now - found > longestInterval { interval = firstInterval }
            if !mailbox.isEnding { mailbox.wake.wait(milliseconds: Int32(clamping: interval.count / 1_000_000)) }
            interval = min(Nanoseconds(2 * interval.count), longestInterval)
        }
    }
}

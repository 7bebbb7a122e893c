import Glibc
import LinuxHardware
import LinuxSystem
import PixelProtocols
import Synchronization
import Timelines

/// The connection to a receiver in the network: looks it up by name on a thread of its own, retries while pictures do not arrive, and
/// says what is wrong.
///
/// The thread that drives the panel records errors without waiting; the content side asks for the problem.
final class ReceiverConnection: Sendable {
    /// How long after the last error the connection counts as good again: for a machine that is off, the kernel reports one every few
    /// seconds.
    static let timeout = Nanoseconds.seconds(6)
    /// The same where nothing leaves without a connection: until one is made again, and answers or does not.
    static let timeoutOfConnections = Nanoseconds.seconds(12)
    /// The time before a retry, which doubles each time.
    static let firstInterval = Nanoseconds.seconds(1)
    static let longestInterval = Nanoseconds.seconds(60)
    /// The longest one where nothing leaves without a connection.
    static let longestOfConnections = Nanoseconds.seconds(4)

    /// The receiver, in words.
    private let name: String
    private let isConnection: Bool
    /// Why the receiver was not found; nil once it was, and before the first lookup.
    private let failure = Mailbox<String?>(nil)
    /// The problem that was logged last.
    private let logged = Mutex<String?>(nil)
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
    init(_ socket: any ReceiverSocket, to destination: PixelDestination?, name: String) throws(SystemCallError) {
        self.name = name
        isConnection = socket is RequestSocket
        guard let destination else { return }
        let started = try Worker(named: "receiver", failure) { [weak self, socket] mailbox in
            Self.look(for: destination, socket, mailbox) {
                self?.isAwaiting.store($0, ordering: .sequentiallyConsistent)
            }
        }
        worker.withLock { $0 = started }
    }

    // MARK: - The thread that drives the panel

    /// Records what became of a picture, by the error number of the kernel, the negative status of HTTP, or 0; does not allocate, lock or
    /// wait.
    func record(_ code: Int32, at instant: Instant) {
        guard code != 0 else { return }
        self.code.store(code, ordering: .relaxed)
        failedAt.store(instant.nanoseconds, ordering: .releasing)
        if isAwaiting.exchange(false, ordering: .sequentiallyConsistent) { failure.wake.raise() }
    }

    // MARK: - The content side

    /// Why pictures do not arrive, as of the last step; nil if nothing is known to be wrong.
    var problem: String? { logged.withLock { $0 } }

    /// Updates the problem, and logs when it is over; returns when to call it again.
    func step(at instant: Instant, _ log: Log) -> Instant {
        let problem = problem(at: instant)
        let isBack = logged.withLock { logged in
            defer { logged = problem }
            return logged != nil && problem == nil
        }
        if isBack { log.say("pictures reach \(name) again") }
        return instant + (problem == nil ? .seconds(5) : .seconds(1))
    }

    /// Why pictures do not arrive at an instant.
    func problem(at instant: Instant) -> String? {
        if let failure = failure.look({ $0 }) {
            return "no pictures are sent to \(name): \(failure); retrying"
        }
        let failed = failedAt.load(ordering: .acquiring)
        // Without an address, the lookup says what is wrong.
        let code = code.load(ordering: .relaxed)
        let timeout = isConnection ? Self.timeoutOfConnections : Self.timeout
        guard failed != Int64.min, code != EDESTADDRREQ, instant - Instant(nanoseconds: failed) < timeout else {
            return nil
        }
        if code < 0 { return "\(name) refuses pictures with \(-code): \(Self.refusal(-code)); retrying" }
        let words =
            code == ECONNREFUSED
            ? "nothing takes them at this port (\(SystemCallError.reason(code)))" : SystemCallError.reason(code)
        return "pictures do not reach \(name): \(words); retrying"
    }

    /// What a status of HTTP means that a sign answers a picture with, and the fix.
    private static func refusal(_ status: Int32) -> String {
        switch status {
        case 400, 413: "they are not of its size; `size` of the board must be that of its pixels"
        case 401, 403: "they need its token; give the file with it as `token` of the board"
        case 409: "it takes no pixels (`pixels: {}` in its sign file), or takes them from another sender"
        case 429: "they are too many, or had a wrong token; set a lower `limit`, or another `token`"
        default: "it takes no pictures there"
        }
    }

    // MARK: - The thread that looks

    /// Looks the receiver up until the mailbox ends: at once, then again while it is not found or pictures do not arrive.
    private static func look(
        for destination: PixelDestination, _ socket: any ReceiverSocket, _ mailbox: Mailbox<String?>,
        await isAwaiting: (Bool) -> Void
    ) {
        var interval = firstInterval
        let maximum = socket is RequestSocket ? longestOfConnections : longestInterval
        let clock = SystemMonotonicClock()
        while !mailbox.isEnding {
            let failure = socket.connect(host: destination.host, port: destination.port)
            let found = clock.now
            mailbox.look { $0 = failure }
            mailbox.wake.lower()
            if failure == nil {
                isAwaiting(true)
                // One that was lost before it was awaited wakes no one.
                if !mailbox.isEnding, socket.isConnected { mailbox.wake.wait() }
                mailbox.wake.lower()
            }
            // After a long time without errors, the first retry is soon again.
            if clock.now - found > longestInterval { interval = firstInterval }
            if !mailbox.isEnding { mailbox.wake.wait(milliseconds: Int32(clamping: interval.count / 1_000_000)) }
            interval = min(Nanoseconds(2 * interval.count), maximum)
        }
    }
}

import CFailDark
import Glibc
import HardwareInterfaces
import Timelines

/// Keeps a panel from staying lit when this process cannot make it dark any more; one at a time in a process.
///
/// Fatal signals make the panel dark before they end the process. A guardian, a process of another name, makes it dark when
/// this one dies without a word (SIGKILL), is stopped (SIGSTOP), or when its refresh falls silent. A guardian that ends or
/// is stopped is replaced, without waiting for the new one.
///
/// Not for use from several threads; `watch` is a value that other threads take.
public final class FailDark {
    /// How long the refreshing thread may be without a beat.
    public struct Limits: Hashable, Sendable {
        /// After this time the guardian looks whether the thread is stopped.
        public let interval: Nanoseconds
        /// After this time a thread that does not seem stopped counts as failed, too.
        public let silence: Nanoseconds

        /// Creates limits; `silence` is longer than `interval`.
        public init(interval: Nanoseconds, silence: Nanoseconds) {
            self.interval = interval
            self.silence = silence
        }

        /// Any time at all: the guardian waits for the end of the process alone.
        public static let unlimited = Limits(interval: .zero, silence: .zero)
    }

    /// Where a guardian comes from.
    public enum Origin: Hashable, Sendable {
        /// There is none: the process is alone with its signal handlers.
        case nowhere
        /// A program that begins with `runGuardianIfAsked`, which is started as a child.
        case program(String)
        /// The socket of a service manager that starts a guardian for each connection, outside of this process's control
        /// group; where it cannot be reached, a child.
        case service(socket: String)

        /// The program of this process as a child.
        public static let child = Origin.program("/proc/self/exe")
    }

    /// What ports and the refreshing thread take; it never changes.
    public let watch: RefreshWatch
    /// Why there is no guardian; nil while one watches.
    public private(set) var problem: HardwareError?
    /// Why the guardian is a child although a service manager was to start it; nil where that is so.
    public private(set) var detour: HardwareError?
    private let origin: Origin
    private var machine: GuardianMachine
    private var connection: Int32 = -1
    /// The connection to a guardian that is stopped and is being replaced.
    private var aside: Int32 = -1
    private var isEnded = false

    /// Installs the signal handlers and starts the guardian; returns when it watches.
    ///
    /// To be made before the first light. It takes about as long as starting the program.
    ///
    /// - Parameters:
    ///   - plan: of the open device.
    ///   - limits: of the thread that refreshes the panel, which is watched as soon as it has beaten once.
    ///   - origin: where the guardian comes from.
    ///   - patience: how long to wait for it at most.
    /// - Throws: what kept the guardian from starting.
    public init(
        plan: DarkPlan, limits: Limits, origin: Origin = .child, patience: Nanoseconds = .seconds(30)
    ) throws(HardwareError) {
        var counters = fail_dark_counters()
        guard fail_dark_begin(&counters) == 0, fail_dark_alarm() >= 0, let beats = counters.refresh_beats,
            let darkenings = counters.darkenings, let abandon = counters.abandon
        else { throw HardwareProblem.failDark("share memory with", code: Self.lastError) }
        watch = RefreshWatch(
            heartbeat: Heartbeat(UnsafeMutableRawPointer(beats).assumingMemoryBound(to: Heartbeat.Counter.self)),
            darkened: UnsafeMutableRawPointer(darkenings), abandon: UnsafeMutableRawPointer(abandon))
        self.origin = origin
        let now = SystemMonotonicClock().now
        machine = GuardianMachine(at: now)
        fail_dark_limit(limits.interval.count, limits.silence.count)
        try plan.install()
        guard fail_dark_arm() == 0 else { throw HardwareProblem.failDark("handle signals for", code: Self.lastError) }
        try waitForGuardian(until: now + patience)
    }

    /// Leaves the panel to the guardian, as the end of the process would: nobody has said that it is dark.
    deinit {
        guard !isEnded else { return }
        fail_dark_disarm()
        if aside >= 0 { fail_dark_give_up_aside(aside) }
        if connection >= 0 { fail_dark_leave(connection) }
    }

    /// How often the guardian made the panel dark although this process lives.
    public var darkenings: UInt64 { watch.darkenings }

    /// Descriptors that can be read when `step` is to be called.
    public var descriptors: [Int32] {
        guard origin != .nowhere, !isEnded else { return [] }
        return connection >= 0 ? [connection, fail_dark_alarm()] : [fail_dark_alarm()]
    }

    /// Takes the guardian's news, and replaces one that has ended or is stopped; waits for nothing.
    ///
    /// - Returns: when to call it again at the latest.
    public func step(at now: Instant) -> Instant {
        guard origin != .nowhere, !isEnded else { return .distantFuture }
        replaceIfStopped(at: now)
        takeNews(at: now)
        switch machine.next(at: now) {
        case nil: break
        case .start: start(at: now)
        case .giveUp: fail(HardwareProblem.failDark("wait for", code: ETIMEDOUT), at: now)
        }
        return machine.wake
    }

    /// Names the thread that refreshes the panel, by its number; it is watched in place of the first thread.
    public func refreshThread(is thread: Int32) {
        fail_dark_refresh_thread(thread)
    }

    /// Gives the calling thread a stack for signal handlers, so that an overflow of its own can be handled; false where
    /// there is no memory.
    @discardableResult
    public static func useSignalStack() -> Bool { fail_dark_use_signal_stack() == 0 }

    /// Makes the panel dark as a fatal signal would, where the thread that drives it is gone or does not answer.
    ///
    /// That thread lights nothing any more afterwards, nor does another one with the same ports.
    ///
    /// - Returns: whether the device took it.
    public func darken() -> Bool { !isEnded && fail_dark_now() == 0 }

    /// Ends the watching, after the panel was made dark in order.
    ///
    /// Where the kernel does not keep outputs the guardian goes on holding the lines until they are asked for.
    public func end() {
        guard !isEnded else { return }
        isEnded = true
        fail_dark_disarm()
        giveUpAside()
        if connection >= 0 { fail_dark_end(connection) }
        connection = -1
    }

    /// Becomes the guardian where the arguments of this program say so, and then does not return.
    ///
    /// To be called first of all, before anything is loaded that a guardian does not need.
    public static func runGuardianIfAsked() {
        fail_dark_guardian_if_asked(CommandLine.argc, CommandLine.unsafeArgv)
    }

    static var lastError: Int32 { errno }

    // MARK: - The guardian's life

    /// Steps until the guardian watches, or until it was started in vain three times.
    private func waitForGuardian(until deadline: Instant) throws(HardwareError) {
        guard origin != .nowhere else { return }
        let clock = SystemMonotonicClock()
        while true {
            let now = clock.now
            let wake = min(step(at: now), deadline)
            if machine.state == .watching { return }
            guard machine.failures < 3, now < deadline else {
                let problem = problem ?? HardwareProblem.failDark("wait for", code: ETIMEDOUT)
                if connection >= 0 { fail_dark_give_up(connection) }
                connection = -1
                throw problem
            }
            var descriptor = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, Int32(clamping: (wake - now).count / 1_000_000 + 1))
        }
    }

    private func start(at now: Instant) {
        connection = begin()
        guard connection >= 0 else {
            problem = HardwareProblem.failDark("start", code: Self.lastError)
            return machine.failed(at: now)
        }
        machine.started(at: now)
    }

    /// Starts a guardian; returns the connection to it, or -1 with `errno`.
    private func begin() -> Int32 {
        switch origin {
        case .nowhere: return -1
        case .program(let path): return fail_dark_spawn(path)
        case .service(let socket):
            // One that did not get ready is not waited for a second time.
            if machine.failures == 0 {
                let connection = fail_dark_connect(socket)
                if connection >= 0 {
                    detour = nil
                    return connection
                }
                detour = HardwareError(operation: "reach the guardian's service at", path: socket, code: Self.lastError)
            } else {
                detour = problem
            }
            return fail_dark_spawn("/proc/self/exe")
        }
    }

    private func takeNews(at now: Instant) {
        while connection >= 0 {
            switch fail_dark_hear(connection) {
            case fail_dark_ready:
                machine.watches()
                giveUpAside()
                problem = nil
            case fail_dark_gone:
                let code = Self.lastError
                guard machine.state == .watching else {
                    return fail(HardwareProblem.failDark("start", code: code), at: now)
                }
                fail_dark_leave(connection)
                connection = -1
                machine.lost(at: now)
            case fail_dark_darkened: break
            default: return
            }
        }
    }

    /// The refreshing thread has seen that the guardian is stopped; it may have gone on since.
    private func replaceIfStopped(at now: Instant) {
        fail_dark_take_alarm()
        guard machine.state == .watching, fail_dark_guardian_is_stopped() != 0 else { return }
        // It goes on should this process be killed before the new one watches.
        fail_dark_set_aside()
        aside = connection
        connection = -1
        machine.lost(at: now)
    }

    private func giveUpAside() {
        if aside >= 0 { fail_dark_give_up_aside(aside) }
        aside = -1
    }

    /// Is done with a guardian that did not get ready.
    private func fail(_ problem: HardwareError, at now: Instant) {
        fail_dark_give_up(connection)
        connection = -1
        self.problem = problem
        machine.failed(at: now)
    }
}

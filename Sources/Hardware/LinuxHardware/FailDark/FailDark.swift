import CFailDark
import CLinuxSystem
import Glibc
import PanelDrivers
import Timelines

/// Keeps a panel from staying lit when this process can no longer make it dark; one at a time in a process.
///
/// Fatal signals make the panel dark before they end the process. A guardian, a process with another name, makes it
/// dark when this one is killed (SIGKILL) or stopped (SIGSTOP), or when its refresh falls silent. A guardian that ends
/// or is stopped is replaced, without a wait for the new one.
///
/// Not safe for several threads; `watch` is a value for other threads.
package final class FailDark {
    /// How long the refreshing thread may be without a heartbeat.
    package struct Limits: Hashable, Sendable {
        /// After this time the guardian checks whether the thread is stopped.
        package let interval: Nanoseconds
        /// After this time a thread counts as failed even if it does not seem stopped.
        package let silence: Nanoseconds

        /// Creates limits; `silence` is longer than `interval`.
        package init(interval: Nanoseconds, silence: Nanoseconds) {
            self.interval = interval
            self.silence = silence
        }

        /// No limit: the guardian only waits for the end of the process.
        package static let unlimited = Limits(interval: .zero, silence: .zero)
    }

    /// How the guardian is started.
    package enum Origin: Hashable, Sendable {
        /// No guardian: the process has only its signal handlers.
        case nowhere
        /// As a child process of a program that begins with `runGuardianIfAsked`.
        case program(String)
        /// The socket of a service manager that starts a guardian for each connection, outside of this process's control
        /// group; where it cannot be reached, a child.
        case service(socket: String)

        package static let child = Origin.program("/proc/self/exe")
    }

    /// What ports and the refresh thread share with the guardian; it never changes.
    package let watch: RefreshWatch
    /// Why no guardian watches; nil while one does.
    package private(set) var problem: HardwareError?
    /// Why the guardian is a child although a service manager should start it; nil if the service manager did.
    package private(set) var fallbackReason: HardwareError?
    private let origin: Origin
    private var machine: GuardianMachine
    private var connection: Int32 = -1 { didSet { descriptorsRevision &+= 1 } }
    /// A number that is another one whenever `descriptors` may be others.
    package private(set) var descriptorsRevision = 0
    /// The connection to a guardian that is stopped and is being replaced.
    private var aside: Int32 = -1
    private var isEnded = false

    /// Installs the signal handlers and starts the guardian; returns when it watches.
    ///
    /// Make it before the first light. It takes about as long as starting the program.
    ///
    /// - Parameter limits: of the thread that refreshes the panel, which is watched as soon as it has beaten once.
    /// - Throws: what kept the guardian from starting.
    package init(
        plan: DarkPlan, limits: Limits, origin: Origin = .child, timeout: Nanoseconds = .seconds(30)
    ) throws(HardwareError) {
        var counters = fail_dark_counters()
        guard fail_dark_begin(&counters) == 0, fail_dark_alarm() >= 0, let heartbeats = counters.refresh_heartbeats,
            let darkenings = counters.darkenings, let abandon = counters.abandon
        else { throw HardwareError.failDark("share memory with") }
        watch = RefreshWatch(
            heartbeats: UnsafeMutableRawPointer(heartbeats), darkened: UnsafeMutableRawPointer(darkenings),
            abandon: UnsafeMutableRawPointer(abandon))
        self.origin = origin
        let now = SystemMonotonicClock().now
        machine = GuardianMachine(at: now)
        fail_dark_limit(limits.interval.count, limits.silence.count)
        try plan.install()
        guard fail_dark_arm() == 0 else { throw HardwareError.failDark("handle signals for") }
        try waitForGuardian(until: now + timeout)
    }

    /// Leaves the panel to the guardian, as the end of the process would: it was not reported dark.
    deinit {
        guard !isEnded else { return }
        fail_dark_disarm()
        if aside >= 0 { fail_dark_give_up_aside(aside) }
        if connection >= 0 { fail_dark_leave(connection) }
    }

    /// How often the guardian made the panel dark while this process was alive.
    package var darkenings: UInt64 { watch.darkenings }

    /// Call `step` when one of these descriptors can be read.
    package var descriptors: [Int32] {
        guard origin != .nowhere, !isEnded else { return [] }
        return connection >= 0 ? [connection, fail_dark_alarm()] : [fail_dark_alarm()]
    }

    /// Reads the guardian's messages, and replaces a guardian that has ended or is stopped; does not wait.
    ///
    /// - Returns: when to call it again at the latest.
    package func step(at now: Instant) -> Instant {
        guard origin != .nowhere, !isEnded else { return .distantFuture }
        replaceIfStopped(at: now)
        takeMessages(at: now)
        if machine.isDue(at: now) {
            if case .absent = machine.state {
                start(at: now)
            } else {
                fail(HardwareError.failDark("wait for", code: ETIMEDOUT), at: now)
            }
        }
        return machine.wake
    }

    /// Whether the panel must be dark, because the guardian was lost and none can be started; until one watches again.
    package func isUnguarded(at now: Instant) -> Bool {
        origin != .nowhere && !isEnded && machine.isUnguarded(at: now)
    }

    /// Sets the number of the thread that refreshes the panel; it is watched in place of the first thread.
    package func refreshThread(is thread: Int32) {
        fail_dark_refresh_thread(thread)
    }

    /// Gives the calling thread a stack for signal handlers, so that an overflow of its own can be handled; false where
    /// there is no memory.
    @discardableResult
    package static func useSignalStack() -> Bool { fatal_signals_use_stack() == 0 }

    /// Makes the panel dark as a fatal signal would, when the thread that drives it is gone or does not answer; returns whether the
    /// device accepted it.
    ///
    /// After that no thread can light the panel through the same ports.
    package func darken() -> Bool { !isEnded && fail_dark_now() == 0 }

    /// Ends the watching, after the panel was made dark in order.
    ///
    /// Where the kernel does not keep outputs, the guardian holds the lines until another process asks for them.
    package func end() {
        guard !isEnded else { return }
        isEnded = true
        fail_dark_disarm()
        giveUpAside()
        if connection >= 0 { fail_dark_end(connection) }
        connection = -1
    }

    /// Becomes the guardian if the arguments of this program ask for it, and then does not return.
    ///
    /// Call it first, before loading anything that a guardian does not need.
    package static func runGuardianIfAsked() {
        fail_dark_guardian_if_asked(CommandLine.argc, CommandLine.unsafeArgv)
    }

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
                let problem = problem ?? HardwareError.failDark("wait for", code: ETIMEDOUT)
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
            problem = HardwareError.failDark("start")
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
            // A service that did not get ready is not tried a second time.
            if machine.failures == 0 {
                let connection = fail_dark_connect(socket)
                if connection >= 0 {
                    fallbackReason = nil
                    return connection
                }
                fallbackReason = HardwareError(
                    operation: "reach the guardian's service at", path: socket, code: errno)
            } else {
                fallbackReason = problem
            }
            return fail_dark_spawn("/proc/self/exe")
        }
    }

    private func takeMessages(at now: Instant) {
        while connection >= 0 {
            switch fail_dark_hear(connection) {
            case fail_dark_ready:
                machine.watches()
                giveUpAside()
                problem = nil
            case fail_dark_gone:
                let code = errno
                guard machine.state == .watching else {
                    return fail(HardwareError.failDark("start", code: code), at: now)
                }
                fail_dark_leave(connection)
                connection = -1
                machine.lost(at: now)
            case fail_dark_darkened: break
            default: return
            }
        }
    }

    /// The refresh thread has seen that the guardian is stopped; it may have continued since.
    private func replaceIfStopped(at now: Instant) {
        fail_dark_take_alarm()
        guard machine.state == .watching, fail_dark_guardian_is_stopped() != 0 else { return }
        // It continues if this process is killed before the new one watches.
        fail_dark_set_aside()
        aside = connection
        connection = -1
        machine.lost(at: now)
    }

    private func giveUpAside() {
        if aside >= 0 { fail_dark_give_up_aside(aside) }
        aside = -1
    }

    /// Abandons a guardian that did not get ready.
    private func fail(_ problem: HardwareError, at now: Instant) {
        fail_dark_give_up(connection)
        connection = -1
        self.problem = problem
        machine.failed(at: now)
    }
}

extension HardwareError {
    /// The guardian, which could not be prepared or started.
    static func failDark(_ operation: String, code: Int32 = errno) -> HardwareError {
        HardwareError(operation: operation, path: "the guardian that makes the panel dark", code: code)
    }
}

import CFailDark
import Glibc
import HardwareInterfaces
import Timelines

/// Keeps a panel from staying lit when this process cannot make it dark any more; one at a time in a process.
///
/// Fatal signals make the panel dark before they end the process. A guardian, a process of this program's own file, makes
/// it dark when this one dies without a word (SIGKILL), is stopped (SIGSTOP), or when its refresh falls silent.
///
/// Not for use from several threads; `refreshBeat`, `contentBeat` and `watch` are values that other threads take.
public final class FailDark {
    /// What the guardian says.
    public enum News: Hashable, Sendable {
        /// It made the panel dark: the process was stopped or silent. The panel is to be started anew.
        case darkened
        /// It is not there any more; `respawn` starts another one.
        case died
    }

    /// For the thread that refreshes the panel, which is watched as soon as it has beaten once.
    public let refreshBeat: Heartbeat
    /// For the thread that draws, watched likewise where a limit was given.
    public let contentBeat: Heartbeat
    /// What ports and the refreshing thread take.
    public let watch: RefreshWatch
    private let silence: Nanoseconds
    private let contentSilence: Nanoseconds
    private let executable: String
    private let hasGuardian: Bool
    private var connection: Int32 = -1
    private var isEnded = false

    /// Installs the signal handlers and starts the guardian; returns when it watches.
    ///
    /// To be made before the first light. It takes about as long as starting the program.
    ///
    /// - Parameters:
    ///   - plan: of the open device.
    ///   - silence: how long the refreshing thread may be without a beat.
    ///   - contentSilence: the same of the thread that draws; nil for any time.
    ///   - hasGuardian: false leaves the process alone with its signal handlers.
    ///   - executable: a program that begins with `runGuardianIfAsked`; this one without it.
    /// - Throws: what kept the guardian from starting.
    public init(
        plan: DarkPlan, silence: Nanoseconds, contentSilence: Nanoseconds? = nil, hasGuardian: Bool = true,
        executable: String = "/proc/self/exe"
    ) throws(HardwareError) {
        var counters = fail_dark_counters()
        guard fail_dark_begin(&counters) == 0, let refresh = counters.refresh_beats,
            let content = counters.content_beats, let darkenings = counters.darkenings, let abandon = counters.abandon
        else { throw HardwareProblem.failDark("share memory with", code: Self.lastError) }
        refreshBeat = Heartbeat(UnsafeMutableRawPointer(refresh).assumingMemoryBound(to: Heartbeat.Counter.self))
        contentBeat = Heartbeat(UnsafeMutableRawPointer(content).assumingMemoryBound(to: Heartbeat.Counter.self))
        watch = RefreshWatch(
            heartbeat: refreshBeat, darkened: UnsafeMutableRawPointer(darkenings),
            abandon: UnsafeMutableRawPointer(abandon))
        self.silence = silence
        self.contentSilence = contentSilence ?? Nanoseconds(0)
        self.executable = executable
        self.hasGuardian = hasGuardian
        try plan.install()
        guard fail_dark_arm() == 0 else { throw HardwareProblem.failDark("handle signals for", code: Self.lastError) }
        try respawn()
    }

    /// Leaves the panel to the guardian, as the end of the process would: nobody has said that it is dark.
    deinit {
        guard !isEnded else { return }
        fail_dark_disarm()
        if connection >= 0 { close(connection) }
    }

    /// How often the guardian made the panel dark although this process lives.
    public var darkenings: UInt64 { watch.darkenings }

    /// A descriptor that can be read when the guardian has news; nil without a guardian.
    public var guardianDescriptor: Int32? { connection >= 0 ? connection : nil }

    /// Takes the guardian's news; nil where there are none.
    public func takeNews() -> News? {
        guard connection >= 0 else { return nil }
        switch fail_dark_news(connection) {
        case 0: return nil
        case 1: return .darkened
        default: return .died
        }
    }

    /// Names the thread that refreshes the panel, by its number; it is watched in place of the first thread.
    public func refreshThread(is thread: Int32) {
        fail_dark_refresh_thread(thread)
    }

    /// Gives the calling thread a stack for signal handlers, so that an overflow of its own can be handled; false where
    /// there is no memory.
    @discardableResult
    public static func useSignalStack() -> Bool { fail_dark_use_signal_stack() == 0 }

    /// Starts another guardian in place of one that died.
    public func respawn() throws(HardwareError) {
        if connection >= 0 { close(connection) }
        connection = -1
        guard hasGuardian, !isEnded else { return }
        var descriptor: Int32 = -1
        // One that was killed before it watched is not the last word.
        for _ in 0..<3 where descriptor < 0 {
            descriptor = fail_dark_spawn(executable, silence.count, contentSilence.count)
            if descriptor < 0, Self.lastError != ECHILD { break }
        }
        guard descriptor >= 0 else { throw HardwareProblem.failDark("start", code: Self.lastError) }
        connection = descriptor
    }

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
}

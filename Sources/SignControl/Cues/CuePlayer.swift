import CSignRuntime
import Glibc
import SignThreads
import Synchronization
import Timelines

/// Plays pulses on lines of one GPIO chip at their instants, from a thread of its own: nothing that draws makes them late.
///
/// Every line is at rest before the first pulse, between two, and after the end.
public final class CuePlayer {
    /// Drives lines, bit i is line i, those of the mask; returns why that failed, or nil.
    public typealias Driving = (_ levels: UInt64, _ mask: UInt64) -> String?

    /// What has happened.
    public struct Counts: Hashable, Sendable {
        /// Pulses that have begun.
        public var played = 0
        /// Pulses that were too late, or too many at a time.
        public var skipped = 0
        /// The greatest time between the instant of a pulse and the call that began it.
        public var worstLateness = Nanoseconds.zero

        /// Nothing has happened yet.
        public init() {}
    }

    private struct Mail: Sendable {
        var pulses: [CuePulse] = []
        var isEnding = false
        var counts = Counts()
        var problem: String?
    }

    /// What the two threads share.
    private final class Box: Sendable {
        let mail = Mutex(Mail())
        let event: Int32

        init(event: Int32) { self.event = event }
        deinit { close(event) }
    }

    private let box: Box
    private let thread: NativeThread
    private var isEnded = false

    /// Takes lines that are at rest, and starts the thread.
    ///
    /// - Parameters:
    ///   - lines: how many there are, at most 64.
    ///   - restLevels: the levels at rest; a line is active at the other level.
    ///   - clock: reads CLOCK_MONOTONIC.
    ///   - drive: is called on the thread alone, and freed there at its end.
    /// - Throws: where the kernel gives no thread or descriptors.
    public init(
        lines: Int, restLevels: UInt64, clock: some MonotonicClock & Sendable, drive: @escaping Driving
    ) throws(SystemCallError) {
        let event = sign_event_open()
        guard event >= 0 else { throw SystemCallError("eventfd") }
        let box = Box(event: event)
        let polls = try PollSet()
        polls.watch(event)
        self.box = box
        do throws(NativeThread.Failure) {
            thread = try NativeThread(named: "cues") {
                Loop(box: box, polls: polls, lines: lines, restLevels: restLevels, drive: drive).run(clock)
            }
        } catch {
            errno = error.code
            throw SystemCallError("pthread_create")
        }
    }

    deinit { end() }

    /// Adds a pulse, which may lie in the future; returns at once.
    public func play(_ pulse: CuePulse) {
        box.mail.withLock { mail in
            if mail.pulses.count < CueSchedule.mostPending {
                mail.pulses.append(pulse)
            } else {
                mail.counts.skipped += 1
            }
        }
        sign_event_raise(box.event)
    }

    /// What has happened so far.
    public var counts: Counts { box.mail.withLock { $0.counts } }

    /// Why lines were not driven; nil where all is well.
    public var problem: String? { box.mail.withLock { $0.problem } }

    /// Brings the lines to rest and gives them back; pulses that have not begun are left out.
    ///
    /// Returns whether that was done within a time; a thread that is stuck in a call of the kernel does not end.
    @discardableResult
    public func end(within time: Nanoseconds = .seconds(1)) -> Bool {
        guard !isEnded else { return true }
        box.mail.withLock { $0.isEnding = true }
        sign_event_raise(box.event)
        isEnded = thread.join(within: time)
        return isEnded
    }

    /// The thread's part.
    private struct Loop {
        let box: Box
        let polls: PollSet
        let lines: Int
        let restLevels: UInt64
        let drive: Driving

        func run(_ clock: some MonotonicClock) {
            var schedule = CueSchedule(lines: lines)
            var active: UInt64 = 0
            while true {
                sign_event_clear(box.event)
                let (pulses, isEnding) = box.mail.withLock { mail in
                    defer { mail.pulses.removeAll(keepingCapacity: true) }
                    return (mail.pulses, mail.isEnding)
                }
                for pulse in pulses { schedule.add(pulse) }
                if isEnding { break }
                let due = schedule.next
                let now = clock.now
                let before = schedule.played
                let next = schedule.step(to: now)
                if next != active { set(next, changed: next ^ active) }
                active = next
                let lateness = schedule.played > before ? due.map { now - $0 } ?? .zero : .zero
                note(schedule, lateness: lateness)
                polls.wake(at: schedule.next)
                var descriptor = pollfd(fd: polls.descriptor, events: Int16(POLLIN), revents: 0)
                poll(&descriptor, 1, -1)
            }
            if active != 0 { set(0, changed: active) }
        }

        private func set(_ active: UInt64, changed: UInt64) {
            guard let problem = drive(restLevels ^ active, changed) else { return }
            box.mail.withLock { $0.problem = problem }
        }

        private func note(_ schedule: CueSchedule, lateness: Nanoseconds) {
            box.mail.withLock { mail in
                mail.counts.played = schedule.played
                mail.counts.skipped = max(mail.counts.skipped, schedule.skipped)
                mail.counts.worstLateness = max(mail.counts.worstLateness, lateness)
            }
        }
    }
}

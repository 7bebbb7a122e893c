import Glibc
import LinuxSystem
import Timelines

/// Plays pulses on lines of one GPIO chip at their instants, from a thread of its own, so that drawing never delays them.
///
/// Every line is at rest before the first pulse, between two, and after the end.
package final class CuePlayer {
    /// Drives lines, bit i is line i, those of the mask; returns why that failed, or nil.
    package typealias Driving = (_ levels: UInt64, _ mask: UInt64) -> String?

    /// What the thread plays, and why lines were not driven.
    private typealias Work = (schedule: CueSchedule, problem: String?)

    private let mailbox: Mailbox<Work>
    private let worker: Worker

    /// Requests the lines, at rest, and starts the thread.
    ///
    /// - Parameters:
    ///   - lines: how many there are, at most 64.
    ///   - restLevels: the levels at rest; a line is active at the other level.
    ///   - drive: is called on the thread alone, and freed there at its end.
    package init(
        lines: Int, restLevels: UInt64, clock: some MonotonicClock & Sendable, drive: @escaping Driving
    ) throws(SystemCallError) {
        let mailbox = Mailbox<Work>((CueSchedule(lines: lines), nil))
        let polls = try PollSet()
        polls.watch(mailbox.wake.number)
        self.mailbox = mailbox
        worker = try Worker(named: "cues", mailbox) { mailbox in
            Self.play(mailbox, polls, clock) { active, changed in
                guard let problem = drive(restLevels ^ active, changed) else { return }
                mailbox.look { $0.problem = problem }
            }
        }
    }

    deinit { end() }

    /// Adds a pulse, which may lie in the future; returns at once.
    package func play(_ pulse: CuePulse) { mailbox.post { $0.schedule.add(pulse) } }

    /// The counts so far.
    package var counts: CueSchedule.Counts { mailbox.look { $0.schedule.counts } }

    /// Why lines were not driven; nil if there is no problem.
    package var problem: String? { mailbox.look { $0.problem } }

    /// Brings the lines to rest and releases them; drops the pulses that have not started.
    ///
    /// Returns whether that was done within a time; a thread that is stuck in a call of the kernel does not end.
    @discardableResult
    package func end(within time: Nanoseconds = .seconds(1)) -> Bool { worker.end(within: time) }

    /// The thread's part: drives the lines until the end, when they come to rest.
    ///
    /// - Parameter set: makes lines active, and those at rest that changed besides.
    private static func play(
        _ mailbox: Mailbox<Work>, _ polls: PollSet, _ clock: some MonotonicClock,
        set: (_ active: UInt64, _ changed: UInt64) -> Void
    ) {
        var active: UInt64 = 0
        while true {
            mailbox.wake.lower()
            if mailbox.isEnding { break }
            let (next, wake) = mailbox.look { work in (work.schedule.step(to: clock.now), work.schedule.next) }
            if next != active { set(next, next ^ active) }
            active = next
            polls.wake(at: wake)
            var descriptor = pollfd(fd: polls.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, -1)
        }
        if active != 0 { set(0, active) }
    }
}

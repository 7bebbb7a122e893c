import Glibc
import LinuxSystem
import Timelines

/// Plays pulses on lines of one GPIO chip at their instants, from a thread of its own, so that drawing never delays them.
///
/// Every line is at rest before the first pulse, between two, and after the end.
package final class CuePlayer {
    /// Drives lines, bit i is line i, those of the mask; returns why that failed, or nil.
    package typealias Driving = (_ levels: UInt64, _ mask: UInt64) -> String?

    /// The counts.
    package struct Counts: Hashable, Sendable {
        /// The number of started pulses.
        package var played = 0
        /// Pulses that were dropped: too late, or too many at a time.
        package var skipped = 0
        /// The greatest time between the instant of a pulse and the call that began it.
        package var worstLateness = Nanoseconds.zero

        package init() {}
    }

    private struct Mail: Sendable {
        var pulses: [CuePulse] = []
        var counts = Counts()
        var problem: String?
    }

    private let mailbox: Mailbox<Mail>
    private let worker: Worker

    /// Requests the lines, at rest, and starts the thread.
    ///
    /// - Parameters:
    ///   - lines: how many there are, at most 64.
    ///   - restLevels: the levels at rest; a line is active at the other level.
    ///   - clock: reads CLOCK_MONOTONIC.
    ///   - drive: is called on the thread alone, and freed there at its end.
    /// - Throws: if the kernel gives no thread or descriptors.
    package init(
        lines: Int, restLevels: UInt64, clock: some MonotonicClock & Sendable, drive: @escaping Driving
    ) throws(SystemCallError) {
        let (mailbox, polls) = (Mailbox(Mail()), try PollSet())
        polls.watch(mailbox.wake.number)
        self.mailbox = mailbox
        worker = try Worker(named: "cues", mailbox) { mailbox in
            Loop(mailbox: mailbox, polls: polls, lines: lines, restLevels: restLevels, drive: drive).run(clock)
        }
    }

    deinit { end() }

    /// Adds a pulse, which may lie in the future; returns at once.
    package func play(_ pulse: CuePulse) {
        mailbox.post { mail in
            if mail.pulses.count < CueSchedule.maximumPending {
                mail.pulses.append(pulse)
            } else {
                mail.counts.skipped += 1
            }
        }
    }

    /// The counts so far.
    package var counts: Counts { mailbox.look { $0.counts } }

    /// Why lines were not driven; nil if there is no problem.
    package var problem: String? { mailbox.look { $0.problem } }

    /// Brings the lines to rest and releases them; drops the pulses that have not started.
    ///
    /// Returns whether that was done within a time; a thread that is stuck in a call of the kernel does not end.
    @discardableResult
    package func end(within time: Nanoseconds = .seconds(1)) -> Bool { worker.end(within: time) }

    /// The thread's part.
    private struct Loop {
        let mailbox: Mailbox<Mail>
        let polls: PollSet
        let lines: Int
        let restLevels: UInt64
        let drive: Driving

        func run(_ clock: some MonotonicClock) {
            var schedule = CueSchedule(lines: lines)
            var active: UInt64 = 0
            while true {
                mailbox.wake.lower()
                if mailbox.isEnding { break }
                let pulses = mailbox.look { mail in
                    defer { mail.pulses.removeAll(keepingCapacity: true) }
                    return mail.pulses
                }
                for pulse in pulses { schedule.add(pulse) }
                let due = schedule.next
                let now = clock.now
                let before = schedule.played
                let next = schedule.step(to: now)
                if next != active { set(next, changed: next ^ active) }
                active = next
                let lateness = schedule.played > before ? due.map { now - $0 } ?? .zero : .zero
                record(schedule, lateness: lateness)
                polls.wake(at: schedule.next)
                var descriptor = pollfd(fd: polls.descriptor, events: Int16(POLLIN), revents: 0)
                poll(&descriptor, 1, -1)
            }
            if active != 0 { set(0, changed: active) }
        }

        private func set(_ active: UInt64, changed: UInt64) {
            guard let problem = drive(restLevels ^ active, changed) else { return }
            mailbox.look { $0.problem = problem }
        }

        private func record(_ schedule: CueSchedule, lateness: Nanoseconds) {
            mailbox.look { mail in
                mail.counts.played = schedule.played
                mail.counts.skipped = max(mail.counts.skipped, schedule.skipped)
                mail.counts.worstLateness = max(mail.counts.worstLateness, lateness)
            }
        }
    }
}

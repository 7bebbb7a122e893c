import Foundation
import SignTestSupport
import Synchronization
import Testing
import Timelines

@testable import LinuxSystem

@Suite struct WorkerTests {
    /// Raised when the thread has ended.
    private let ended = EventDescriptor()

    private func worker(_ mailbox: Mailbox<[Int]>, sum: Mailbox<Int>) throws -> Worker {
        try Worker(named: "adds", mailbox) { [ended] mailbox in
            mailbox.serve { _ in
                let numbers = mailbox.look { content in
                    defer { content = [] }
                    return content
                }
                sum.look { $0 += numbers.reduce(0, +) }
            }
            ended.raise()
        }
    }

    @Test("a worker does what was posted before it is asked to end")
    func work() throws {
        let (mailbox, sum) = (Mailbox([Int]()), Mailbox(0))
        let worker = try worker(mailbox, sum: sum)
        for number in 1...1_000 { mailbox.post { $0.append(number) } }
        #expect(worker.end(within: .seconds(60)))
        expectEqual(sum.look { $0 }, 500_500)
        #expect(worker.end())
    }

    @Test("a worker ends with its last reference")
    func forgotten() throws {
        let mailbox = Mailbox([Int]())
        do { _ = try worker(mailbox, sum: Mailbox(0)) }
        #expect(ended.wait(milliseconds: Polling.timeout))
        expectEqual(mailbox.isEnding, true)
    }

    @Test("a worker that hangs is left alone, and is asked to end once")
    func hanging() throws {
        let (release, asked) = (DispatchSemaphore(value: 0), Mailbox(0))
        let worker = try Worker(named: "hangs", stop: { asked.look { $0 += 1 } }) { [ended] in
            release.wait()
            ended.raise()
        }
        #expect(!worker.end(within: .milliseconds(1)))
        #expect(worker.end())
        expectEqual(asked.look { $0 }, 1)
        release.signal()
        #expect(ended.wait(milliseconds: Polling.timeout))
    }
}

import Foundation
import SignTestSupport
import Testing

@testable import LinuxSystem

@Suite struct MailboxTests {
    private let mailbox = Mailbox([Int]())

    private func takeAll() -> [Int] {
        mailbox.look { content in
            defer { content = [] }
            return content
        }
    }

    @Test("what is posted before the end is served, also while the step before the last one runs")
    func endOfService() {
        mailbox.post { $0.append(1) }
        var served: [[Int]] = []
        mailbox.serve { isEnding in
            served.append(takeAll())
            expectEqual(isEnding, served.count == 3)
            guard served.count < 3 else { return }
            mailbox.post { $0.append(served.count + 1) }
            if served.count == 2 { mailbox.end() }
        }
        expectEqual(served, [[1], [2], [3]])
        expectEqual(mailbox.isEnding, true)
    }

    @Test("a mailbox that ended before it was served is served once")
    func endedBefore() {
        mailbox.post { $0 = [1, 2] }
        mailbox.end()
        var served: [[Int]] = []
        mailbox.serve { _ in served.append(takeAll()) }
        expectEqual(served, [[1, 2]])
    }

    @Test("posting wakes, looking does not")
    func waking() {
        expectEqual(mailbox.look { $0.count }, 0)
        expectEqual(mailbox.wake.isRaised, false)
        expectEqual(
            mailbox.post {
                $0.append(7); return $0.count
            }, 1)
        expectEqual(mailbox.wake.isRaised, true)
        expectEqual(mailbox.lookIfFree { $0 }, [7])
    }

    @Test("looking where it is free does not wait for one who is looking")
    func looking() {
        let (locked, tried) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread { [mailbox] in
            mailbox.look { _ in
                locked.signal()
                tried.wait()
            }
        }.start()
        locked.wait()
        #expect(mailbox.lookIfFree { $0 } == nil)
        tried.signal()
        expectEqual(mailbox.look { $0 }, [])
    }
}

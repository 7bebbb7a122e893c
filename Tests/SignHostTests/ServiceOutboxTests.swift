import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// What is sent again to a service manager that is busy.
@Suite struct ServiceOutboxTests {
    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    /// Sends to one that takes a number of datagrams; returns the texts of those.
    private func send(
        _ outbox: inout ServiceOutbox, at milliseconds: Int64, room: Int, isNew: Bool = false
    ) -> [String] {
        var taken: [String] = []
        outbox.send(at: at(milliseconds), isNew: isNew) { messages in
            guard taken.count < room else { return false }
            taken.append(messages.map(\.text).joined(separator: "\n"))
            return true
        }
        return taken
    }

    @Test("accepted datagrams are not sent again")
    func taken() {
        var outbox = ServiceOutbox()
        #expect(outbox.nextAttempt == nil)
        outbox.add([.ready, .status("showing")])
        expectEqual(send(&outbox, at: 0, room: 9, isNew: true), ["READY=1\nSTATUS=showing"])
        #expect(outbox.nextAttempt == nil)
        expectEqual(send(&outbox, at: 9_000, room: 9), [])
    }

    @Test("rejected datagrams are retried after 20 ms, then after twice that, down to once a second")
    func pauses() {
        var outbox = ServiceOutbox()
        outbox.add([.ready])
        expectEqual(send(&outbox, at: 0, room: 0, isNew: true), [])
        var now: Int64 = 0
        for pause: Int64 in [20, 40, 80, 160, 320, 640, 1_000, 1_000, 1_000] {
            expectEqual(outbox.nextAttempt, at(now + pause))
            expectEqual(send(&outbox, at: now + pause - 1, room: 9), [], "too early")
            now += pause
            if now < 4_000 { expectEqual(send(&outbox, at: now, room: 0), []) }
        }
        expectEqual(send(&outbox, at: now, room: 9), ["READY=1"])
        #expect(outbox.nextAttempt == nil)
        outbox.add([.stopping])
        expectEqual(send(&outbox, at: now, room: 0, isNew: true), [])
        expectEqual(outbox.nextAttempt, at(now + 20))
    }

    @Test("datagrams keep their order")
    func order() {
        var outbox = ServiceOutbox()
        outbox.add([.ready, .status("showing")])
        expectEqual(send(&outbox, at: 0, room: 0, isNew: true), [])
        outbox.add([.reloading(since: at(7))])
        expectEqual(send(&outbox, at: 7, room: 1, isNew: true), ["READY=1\nSTATUS=showing"])
        outbox.add([.ready, .status("showing")])
        let rest = send(&outbox, at: 60_000, room: 9)
        expectEqual(rest, ["RELOADING=1\nMONOTONIC_USEC=7000", "READY=1\nSTATUS=showing"])
    }

    @Test("only one watchdog message waits, and it has no status")
    func watchdog() {
        var outbox = ServiceOutbox()
        for _ in 0..<3 {
            outbox.add([.watchdog])
            expectEqual(send(&outbox, at: 0, room: 0, isNew: true), [])
        }
        outbox.add([.status("late")])
        outbox.add([.watchdog])
        expectEqual(send(&outbox, at: 9_000, room: 9), ["WATCHDOG=1", "STATUS=late"])
        outbox.add([.watchdog])
        expectEqual(send(&outbox, at: 9_000, room: 9, isNew: true), ["WATCHDOG=1"])
    }

    @Test("of waiting reloads and statuses only the newest is sent")
    func newest() {
        var outbox = ServiceOutbox()
        outbox.add([.ready, .status("showing")])
        for number in 1...100 {
            outbox.add([.reloading(since: at(Int64(number)))])
            outbox.add([.ready, .status("showing \(number)")])
            outbox.add([.status("problem \(number)")])
        }
        outbox.add([.stopping, .status("going dark")])
        let all = send(&outbox, at: 0, room: 1_000)
        expectEqual(
            all,
            [
                "READY=1\nSTATUS=showing", "RELOADING=1\nMONOTONIC_USEC=100000", "READY=1\nSTATUS=problem 100",
                "STOPPING=1\nSTATUS=going dark",
            ])
    }
}

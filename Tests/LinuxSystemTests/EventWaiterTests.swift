import Foundation
import SignTestSupport
import Testing
import Timelines

@testable import LinuxSystem

@Suite(.serialized) struct EventWaiterTests {
    @Test("it waits for descriptors and deadlines; a deadline that has passed ends at once")
    func descriptors() throws {
        signalLock.lock()
        defer { signalLock.unlock() }
        let waiter = try EventWaiter()
        defer { waiter.close() }
        let clock = ManualClock()
        try expectEqual(waiter.wait(until: .zero, clock: clock), [])
        try expectEqual(waiter.wait(until: Instant(nanoseconds: -5), clock: clock), [])
        var ends: [Int32] = [0, 0]
        expectEqual(pipe(&ends), 0)
        defer { for end in ends { close(end) } }
        expectEqual(write(ends[1], [1] as [UInt8], 1), 1)
        try expectEqual(waiter.wait(until: nil, watching: [ends[0]], clock: clock), [.readable(ends[0])])
        try expectEqual(waiter.wait(until: .zero, clock: clock), [])
        try expectEqual(waiter.wait(until: nil, watching: [ends[0]], clock: clock), [.readable(ends[0])])
    }

    @Test("another wait for the same descriptors takes no memory")
    func allocations() throws {
        signalLock.lock()
        defer { signalLock.unlock() }
        let waiter = try EventWaiter()
        defer { waiter.close() }
        let event = EventDescriptor()
        let (watched, clock) = ([event.number], ManualClock())
        try expectEqual(waiter.wait(until: .zero, watching: watched, clock: clock), [])
        var events = 0
        let memory = try SignTestSupport.allocations {
            for _ in 0..<100 { events += try waiter.wait(until: .zero, watching: watched, clock: clock).count }
        }
        expectEqual(memory, 0)
        expectEqual(events, 0)
    }

    /// Waits for a signal that was sent to the process: the thread that runs the test may block signals.
    private func signals(_ waiter: EventWaiter) throws -> [EventWaiter.Event] {
        // The first wait may only be interrupted.
        for _ in 0..<10 {
            let events = try waiter.wait(until: .distantFuture, clock: ManualClock())
            if !events.isEmpty { return events }
        }
        return []
    }

    @Test("a signal that asks the process to end wakes it")
    func signals() throws {
        signalLock.lock()
        defer { signalLock.unlock() }
        let waiter = try EventWaiter()
        defer { waiter.close() }
        kill(getpid(), SIGTERM)
        try expectEqual(signals(waiter), [.signal(SIGTERM)])
    }

    @Test("the end of a waiter that was closed leaves the signals to the one after it")
    func laterWaiter() throws {
        signalLock.lock()
        defer { signalLock.unlock() }
        var first: EventWaiter? = try EventWaiter()
        first?.close()
        let second = try EventWaiter()
        defer { second.close() }
        first = nil
        #expect(first == nil)
        kill(getpid(), SIGHUP)
        try expectEqual(signals(second), [.signal(SIGHUP)])
    }
}

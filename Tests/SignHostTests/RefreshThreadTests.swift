import Glibc
import PanelDrivers
import PixelGraphics
import SignTestSupport
import Synchronization
import Testing
import Timelines

@testable import SignHost

/// The kernel's CLOCK_MONOTONIC.
private struct RealClock: MonotonicClock, Sendable {
    var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

@Suite("RefreshThread")
struct RefreshThreadTests {
    @Test("two threads show pictures in order until one asks for the end, and the panel is dark then")
    func shows() throws {
        let clock = RealClock()
        let script = PanelScript()
        let link = try RefreshLink<ScriptedPanel>(log: FrameLog()) { 0 }
        let start = clock.now
        link.offer(try ScriptedPanel(script, at: start))
        link.recordHeartbeat(at: start)
        let steps = Steps(every: .milliseconds(2))
        let presenter = Presenter(steps, size: Size(width: 8, height: 1), format: .mono)
        var shown = 0
        var content = ContentLoop(link, presenter: presenter, stall: .seconds(100)) { _, picture in
            shown += 1
            picture = shown
        } open: {
            try ScriptedPanel(script, at: $0)
        }
        let thread = try RefreshThread(link, settings: .init(stall: .seconds(100)), clock: clock)
        #expect(thread.number > 0 && thread.number != getpid())
        while link.shownCount < 100 {
            let wake = content.step(at: clock.now)
            var descriptor = pollfd(fd: link.news, events: Int16(POLLIN), revents: 0)
            let rest = max(0, (wake - clock.now).count / 1_000_000)
            poll(&descriptor, 1, Int32(min(rest, 1_000)))
        }
        link.request(.stop)
        #expect(thread.waitForEnd(within: .seconds(60), clock: clock))
        // The thread is there until it is joined, and then until the kernel has tidied up.
        let task = "/proc/self/task/\(thread.number)"
        expectEqual(access(task, F_OK), 0)
        #expect(thread.join(within: .seconds(60)))
        #expect(thread.join(within: .zero))
        let deadline = clock.now + .seconds(60)
        while access(task, F_OK) == 0, clock.now < deadline { sched_yield() }
        #expect(access(task, F_OK) != 0)
        #expect(link.hasEnded && link.isDarkAtEnd && !script.isLit)
        #expect(script.calls.first == "start" && script.calls.last == "stop")
        let numbers = script.calls.compactMap { call in call.hasPrefix("show") ? Int(call.dropFirst(5)) : nil }
        #expect(numbers.count >= 100)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
        var last = Instant(nanoseconds: .min)
        while let entry = link.log?.take() {
            #expect(entry.due > last && entry.shown >= entry.due)
            last = entry.due
        }
    }

    @Test("the wait for a stuck thread ends after the timeout")
    func stuck() throws {
        let script = PanelScript()
        let link = try RefreshLink<ScriptedPanel> { 0 }
        link.offer(try ScriptedPanel(script, at: .zero))
        link.recordHeartbeat(at: RealClock().now)
        let thread = try RefreshThread(link, settings: .init(), clock: RealClock())
        // Nobody has asked it to end.
        #expect(!thread.waitForEnd(within: .milliseconds(20), clock: RealClock()))
        #expect(!thread.join(within: .milliseconds(20)))
        link.request(.stop)
        #expect(thread.join(within: .seconds(60)))
    }

    @Test("a thread that dies before it is prepared is an error, without a wait")
    func diesAtOnce() throws {
        let link = try RefreshLink<ScriptedPanel> { 0 }
        link.offer(try ScriptedPanel(PanelScript(), at: .zero))
        do {
            _ = try RefreshThread(link, settings: .init(), clock: RealClock()) { pthread_exit(nil) }
            Issue.record("the thread was started")
        } catch let error as HardwareError {
            #expect(error.operation == "start" && error.path == "the refresh thread")
            #expect("\(error)".contains("it ended at once"))
        }
    }

    @Test("the death of a thread is noticed, and the end does not wait for its refresh")
    func dies() throws {
        let script = PanelScript()
        let link = try RefreshLink<ScriptedPanel> { 0 }
        link.offer(try ScriptedPanel(script, at: .zero))
        link.recordHeartbeat(at: RealClock().now)
        let clock = MortalClock()
        let thread = try RefreshThread(link, settings: .init(), clock: clock)
        #expect(thread.exists)
        clock.isDeadly.store(true, ordering: .relaxed)
        link.request(.stop)
        #expect(!thread.waitForEnd(within: .seconds(3_600), clock: RealClock()))
        #expect(!thread.exists && !link.hasEnded)
        #expect(thread.join(within: .seconds(60)))
    }
}

/// A clock that ends the thread that reads it, on request.
private final class MortalClock: MonotonicClock, Sendable {
    let isDeadly = Atomic(false)

    var now: Instant {
        if isDeadly.load(ordering: .relaxed) { pthread_exit(nil) }
        return RealClock().now
    }
}

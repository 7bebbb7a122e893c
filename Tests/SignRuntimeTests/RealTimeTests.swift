import CSignRuntime
import Foundation
import Synchronization
import Testing
import Timelines

@testable import SignRuntime

/// Runs a body on a thread of its own and waits for it.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) throws -> Result {
    let box = Mutex<Result?>(nil)
    let thread = Thread { box.withLock { $0 = body() } }
    thread.start()
    while !thread.isFinished { sched_yield() }
    return try #require(box.withLock { $0 })
}

/// The calling thread's timer slack in nanoseconds, as the kernel tells it.
private func timerSlack() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(sign_thread_number())/timerslack_ns", encoding: .utf8)
    else { return nil }
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
}

@Suite("What the refresh thread asks of the kernel")
struct RealTimeTests {
    @Test(
        "lists of processors, as the kernel writes them",
        arguments: [
            ("3", [3]), ("2-3", [2, 3]), ("0,2-4,7", [0, 2, 3, 4, 7]), ("", []), ("3-", []), ("-3", []), ("a", []),
            ("4-2", []), ("1-2-3", []), ("0-99999", []),
        ] as [(String, [Int])])
    func processors(list: String, numbers: [Int]) {
        #expect(RealTimeMachine.processors(in: list) == numbers)
    }

    @Test("the share of real-time threads; -1 means all of the time")
    func share() {
        #expect(RealTimeMachine.share(runtime: 950_000, period: 1_000_000) == 0.95)
        #expect(RealTimeMachine.share(runtime: -1, period: 1_000_000) == 1)
        #expect(RealTimeMachine.share(runtime: 950_000, period: 0) == nil)
        #expect(RealTimeMachine.share(runtime: nil, period: 1_000_000) == nil)
    }

    @Test("a busy thread asks for isolated processors, and for priority only where it is not stopped for that")
    func suiting() {
        let usual = RealTimeMachine(realTimeShare: 0.95)
        let isolated = RealTimeMachine(isolatedProcessors: [3], realTimeShare: 0.95)
        let unthrottled = RealTimeMachine(isolatedProcessors: [3], realTimeShare: 1)
        #expect(RealTimeRequest.suiting(usual, isBusy: true).priority == 40)
        #expect(RealTimeRequest.suiting(usual, isBusy: true).processors.isEmpty)
        #expect(RealTimeRequest.suiting(isolated, isBusy: true).priority == nil)
        #expect(RealTimeRequest.suiting(isolated, isBusy: true).processors == [3])
        #expect(RealTimeRequest.suiting(unthrottled, isBusy: true).priority == 40)
        #expect(RealTimeRequest.suiting(isolated, isBusy: false).processors.isEmpty)
        #expect(RealTimeRequest.suiting(isolated, isBusy: false).priority == 40)
    }

    @Test("the kernel's own answers agree with what was granted")
    func granted() throws {
        let answers = try onThread {
            let grant = RealTimeRequest().apply(on: RealTimeMachine())
            return (grant, sched_getscheduler(0) & ~0x4000_0000, timerSlack())
        }
        let isFirst = answers.1 == SCHED_FIFO
        #expect((answers.0.priority == 40) == isFirst)
        #expect(answers.0.losses.isEmpty == isFirst, "\(answers.0.losses)")
        // Real-time threads have no slack to set; others got one nanosecond.
        #expect(isFirst || answers.2 == 1)
    }

    @Test("what is refused is told with its cure, and the thread goes on as it was")
    func refused() throws {
        let answers = try onThread {
            let request = RealTimeRequest(priority: 200, processors: [1_000])
            return (request.apply(on: RealTimeMachine()), sched_getscheduler(0))
        }
        #expect(answers.0.priority == nil)
        #expect(answers.1 == SCHED_OTHER)
        #expect(answers.0.losses == [.processors([1_000], code: EINVAL), .priority(wanted: 200, code: EINVAL)])
        let words = answers.0.losses.map(\.description).joined(separator: "\n")
        #expect(words.contains("AllowedCPUs=") && words.contains("LimitRTPRIO=200"), "\(words)")
    }

    @Test("a busy real-time thread that the kernel stops is told how long it is stopped")
    func throttled() throws {
        let grant = try onThread {
            var grant = RealTimeRequest(priority: 1, isBusy: true).apply(on: RealTimeMachine(realTimeShare: 0.95))
            if grant.priority == nil { grant.losses = [.throttled(share: 0.95)] }
            return grant
        }
        #expect(grant.losses == [.throttled(share: 0.95)])
        #expect(grant.losses[0].description.contains("stops busy real-time threads for 50 ms"))
    }

    @Test("memory is locked range by range; what cannot be is counted and told")
    func locking() throws {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let memory = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        munmap(memory + page, page)
        defer { munmap(memory, page) }
        var locking = MemoryLocking()
        locking.lock(UnsafeRawBufferPointer(start: memory, count: page))
        #expect(locking.lockedBytes == page && locking.refusedBytes == 0)
        #expect(locking.loss == nil)
        var residency: UInt8 = 0
        #expect(mincore(memory, page, &residency) == 0)
        #expect(residency & 1 == 1)
        locking.lock(UnsafeRawBufferPointer(start: memory + page, count: page))
        #expect(locking.loss == .memory(bytes: page, code: ENOMEM))
        #expect(locking.loss?.description.contains("LimitMEMLOCK=") ?? false)
    }

    @Test("the stack and the code of the frame path are found and locked")
    func stackAndCode() throws {
        let locking = try onThread {
            var locking = MemoryLocking()
            locking.lockStack(depth: 32 * 1_024)
            let stack = locking.lockedBytes
            locking.lockCode()
            return (stack, locking)
        }
        #expect(locking.0 == 32 * 1_024)
        #expect(locking.1.lockedBytes > locking.0)
        #expect(locking.1.loss == nil)
    }

    @Test("lines of /proc/self/maps")
    func mappings() {
        #expect(
            MemoryLocking.range(ofMapping: "5581a2b000-5581a41000 r-xp 00002000 fe:00 12 /usr/bin/x")
                == 0x55_81a2_b000..<0x55_81a4_1000)
        #expect(MemoryLocking.range(ofMapping: "") == nil)
        #expect(MemoryLocking.range(ofMapping: "10-5 r-xp") == nil)
    }
}

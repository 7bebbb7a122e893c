import CLinuxSystem
import Foundation
import SignTestSupport
import Synchronization
import Testing
import Timelines

@testable import LinuxHardware
@testable import SignHost

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
    /// What is known of a kernel that gives real-time threads 950 ms of each second, or all of it.
    private func machine(
        _ release: KernelRelease?, runtime: Int = 950_000, isolated: String = "", processors: Int = 1
    ) -> Machine.Scheduling {
        var scheduling = Machine.Scheduling()
        (scheduling.processors, scheduling.isolated) = (processors, isolated)
        scheduling.realTime.release = release
        if release != nil { (scheduling.realTime.runtime, scheduling.realTime.period) = (runtime, 1_000_000) }
        return scheduling
    }

    private static let throttling = KernelRelease(6, 1)
    private static let fair = KernelRelease(6, 12)

    @Test("a busy thread asks for isolated processors, and for priority only where it is not stopped for that")
    func suiting() {
        let usual = RealTimeRequest.suiting(machine(Self.throttling), isBusy: true)
        #expect(usual.priority == 40 && usual.processors.isEmpty)
        for (release, runtime, priority) in [
            (Self.throttling, 950_000, nil), (Self.throttling, -1, 40), (Self.fair, 950_000, nil), (nil, 0, nil),
        ] as [(KernelRelease?, Int, Int32?)] {
            let isolated = machine(release, runtime: runtime, isolated: "3", processors: 4)
            let busy = RealTimeRequest.suiting(isolated, isBusy: true)
            #expect(busy.priority == priority && busy.processors == [3] && busy.isBusy)
            expectEqual(RealTimeRequest.suiting(isolated, isBusy: false), RealTimeRequest())
        }
        #expect(RealTimeRequest().priority == 40 && RealTimeRequest().processors.isEmpty)
    }

    @Test("what was granted is what the kernel reports")
    func granted() throws {
        let answers = try onThread {
            let grant = RealTimeRequest().apply(on: Machine.Scheduling())
            return (grant, sched_getscheduler(0) & ~0x4000_0000, timerSlack())
        }
        let isFirst = answers.1 == SCHED_FIFO
        expectEqual((answers.0.priority == 40), isFirst)
        expectEqual(answers.0.problems.isEmpty, isFirst, "\(answers.0.problems)")
        // Real-time threads have no slack to set; others got one nanosecond.
        #expect(isFirst || answers.2 == 1)
    }

    @Test("refused requests are reported with their fixes, and the thread is unchanged")
    func refused() throws {
        let answers = try onThread {
            let request = RealTimeRequest(priority: 200, processors: [1_000])
            return (request.apply(on: Machine.Scheduling()), sched_getscheduler(0))
        }
        #expect(answers.0.priority == nil)
        expectEqual(answers.1, SCHED_OTHER)
        let words = answers.0.problems
        expectEqual(words.count, 2)
        #expect(words.first?.contains("processor 1000 (Invalid argument)") ?? false, "\(words)")
        #expect(words.first?.contains("AllowedCPUs=") ?? false, "\(words)")
        #expect(words.last?.contains("priority (Invalid argument)") ?? false, "\(words)")
        #expect(words.last?.contains("LimitRTPRIO=200") ?? false, "\(words)")
    }

    /// What a busy thread with a real-time priority is told on a machine; without the right to one, what it would be told.
    private func problems(_ machine: Machine.Scheduling) throws -> [String] {
        try onThread {
            let grant = RealTimeRequest(priority: 1, isBusy: true).apply(on: machine)
            return grant.priority != nil ? grant.problems : RealTimeRequest.pause(of: machine).map { [$0] } ?? []
        }
    }

    @Test("a busy real-time thread that the kernel stops learns how long it is stopped, and what the fix costs")
    func throttled() throws {
        var both = machine(Self.fair, processors: 4)
        both.realTime.hasGroups = true
        let words = try problems(both)
        expectEqual(words.count, 1)
        expectEqual(words.first?.contains("stops busy real-time threads for 50 ms of each second"), true)
        expectEqual(words.first?.contains("put isolcpus=3 irqaffinity=0-2 into the one line"), true)
        expectEqual(words.first?.contains("sysctl -w kernel.sched_rt_runtime_us=-1 (costs: "), true)
        expectEqual(words.first?.contains("fair_server"), false)
    }

    @Test("where the kernel has a fair server instead, the words are about that")
    func fairServer() throws {
        let words = try problems(machine(Self.fair))
        expectEqual(words.count, 1)
        expectEqual(words.first?.contains("the kernel gives them up to 50 ms of each second"), true)
        expectEqual(words.first?.contains("fair_server/cpu*/runtime"), true)
        expectEqual(words.first?.contains("isolcpus"), false)
        expectEqual(words.first?.contains("sysctl -w"), false)
        expectEqual(words.first?.contains("kernel.sched_rt_runtime_us does not change this"), true)
        #expect(try problems(machine(Self.throttling, runtime: -1)).isEmpty)
        #expect(try problems(machine(nil)).isEmpty)
    }

    @Test("memory is locked range by range; failures are counted and reported")
    func locking() throws {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let memory = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        munmap(memory + page, page)
        defer { munmap(memory, page) }
        var locking = MemoryLocking()
        locking.lock(UnsafeRawBufferPointer(start: memory, count: page))
        #expect(locking.lockedBytes == page && locking.refusedBytes == 0)
        #expect(locking.problem == nil)
        var residency: UInt8 = 0
        expectEqual(mincore(memory, page, &residency), 0)
        expectEqual(residency & 1, 1)
        locking.lock(UnsafeRawBufferPointer(start: memory + page, count: page))
        #expect(locking.problem?.hasPrefix("\(page / 1_024) kB of the refresh are not locked") ?? false)
        #expect(locking.problem?.contains("(Cannot allocate memory)") ?? false)
        #expect(locking.problem?.contains("LimitMEMLOCK=") ?? false)
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
        expectEqual(locking.0, 32 * 1_024)
        #expect(locking.1.lockedBytes > locking.0)
        #expect(locking.1.problem == nil)
    }

    @Test("lines of /proc/self/maps")
    func mappings() {
        expectEqual(
            MemoryLocking.range(ofCode: "5581a2b000-5581a41000 r-xp 00002000 fe:00 12 /usr/bin/x\n"),
            0x55_81a2_b000..<0x55_81a4_1000)
        let others = [
            "", "10-5 r-xp 0 fe:00 12 /usr/bin/x", "5-10 rwxp 0 fe:00 12 /usr/bin/x", "5-10 r--p 0 fe:00 12 /usr/bin/x",
            "7ffc000-7ffe000 r-xp 00000000 00:00 0 [vdso]", "5-10 r-xp 00000000 00:00 0 ",
        ]
        for other in others { #expect(MemoryLocking.range(ofCode: other) == nil) }
    }
}

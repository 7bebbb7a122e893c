import SignTestSupport
import Testing

@testable import LinuxHardware

@Suite("What kernels do to busy real-time threads") struct RealTimeFactsTests {
    private func facts(_ release: String?, runtime: Int? = 950_000, groups: Bool? = nil) -> RealTimeFacts {
        var facts = RealTimeFacts()
        facts.release = release.flatMap(KernelRelease.init)
        facts.runtime = runtime
        facts.period = 1_000_000
        facts.hasGroups = groups
        return facts
    }

    private static let pause = RealTimePause(length: 50_000, period: 1_000_000)

    @Test(
        "releases are read by their first two numbers",
        arguments: [
            ("6.12.47+rpt-rpi-v8", 6, 12), ("6.1.0-49-arm64", 6, 1), ("5.10", 5, 10), ("6.18-rc3", 6, 18),
            ("7.0.1", 7, 0),
        ])
    func releases(text: String, major: Int, minor: Int) {
        expectEqual(KernelRelease(text), KernelRelease(major, minor))
    }

    @Test("what is no release is unknown, and 6.9 comes before 6.12")
    func order() {
        for text in ["", "6", "six.one", "."] { #expect(KernelRelease(text) == nil) }
        #expect(KernelRelease(6, 9) < KernelRelease(6, 12))
        #expect(KernelRelease(5, 19) < KernelRelease(6, 0))
    }

    @Test("up to 6.11 a thread is throttled, from 6.12 on a fair server takes its time, with groups both")
    func limits() {
        for release in ["5.10.1", "6.1.0", "6.6.74", "6.11.9"] {
            expectEqual(facts(release).limits(), RealTimeLimits(throttling: Self.pause), "\(release)")
        }
        for release in ["6.12.0", "6.18.44", "7.0.0"] {
            var expected = RealTimeLimits(fairServer: Self.pause)
            expected.isFairServerAssumed = true
            expectEqual(facts(release).limits(), expected, "\(release)")
            expectEqual(facts(release, groups: false).limits(), expected)
            expected.throttling = Self.pause
            expectEqual(facts(release, groups: true).limits(), expected)
        }
    }

    @Test("a kernel whose release is unknown is taken to throttle as its settings say; without facts nothing is known")
    func unknown() {
        expectEqual(facts(nil).limits(), RealTimeLimits(throttling: Self.pause))
        #expect(facts("6.1.0", runtime: -1).limits().areNone)
        #expect(facts("6.1.0", runtime: 1_000_000).limits().areNone)
        #expect(facts("6.1.0", runtime: nil).limits().areNone)
        #expect(!RealTimeFacts().isKnown && facts(nil).isKnown)
    }

    @Test("the fair server that counts is that of the processors on which the thread runs, or the longest")
    func servers() {
        var facts = facts("6.12.1")
        facts.hasFairServer = true
        facts.fairServers = [
            0: RealTimePause(length: 50_000, period: 1_000_000), 1: RealTimePause(length: 10_000, period: 100_000),
            3: RealTimePause(length: 0, period: 1_000_000),
        ]
        expectEqual(facts.limits().fairServer, RealTimePause(length: 10_000, period: 100_000))
        expectEqual(facts.limits(on: [0]).fairServer, Self.pause)
        #expect(facts.limits(on: [3]).areNone)
        #expect(!facts.limits(on: [3]).isFairServerAssumed)
        // Of a processor that is not in the list nothing is known.
        #expect(facts.limits(on: [2]).fairServer == Self.pause && facts.limits(on: [2]).isFairServerAssumed)
    }

    @Test("pauses in words")
    func words() {
        expectEqual("\(Self.pause)", "50 ms of each second")
        expectEqual("\(RealTimePause(length: 2_500, period: 100_000))", "2.5 ms of each 100 ms")
    }

    @Test(
        "lists of processors, as the kernel writes them",
        arguments: [
            ("3", [3]), ("2-3", [2, 3]), ("0,2-4,7", [0, 2, 3, 4, 7]), ("", []), ("3-", []), ("-3", []), ("a", []),
            ("4-2", []), ("1-2-3", []), ("0-99999", []), ("(null)", []),
        ] as [(String, [Int])])
    func processors(list: String, numbers: [Int]) {
        expectEqual([Int](processorList: list), numbers)
        if !numbers.isEmpty { expectEqual(numbers.processorList, list) }
    }

    @Test("the last of three or more processors can be spared; the boot processor keeps its tick")
    func isolation() {
        let full = Machine.Scheduling(processors: 4, tickless: [], offloadsCallbacks: true)
        expectEqual(full.spare, 3)
        expectEqual(
            full.options(isolating: [3]).map(\.text), ["isolcpus=3", "nohz_full=3", "rcu_nocbs=3", "irqaffinity=0-2"])
        expectEqual(full.options(isolating: [0]).map(\.text), ["isolcpus=0", "rcu_nocbs=0", "irqaffinity=1-3"])
        #expect(full.options(isolating: []).isEmpty)
        let plain = Machine.Scheduling(processors: 4, movesInterrupts: false)
        expectEqual(plain.options(isolating: [2, 3]).map(\.text), ["isolcpus=2-3"])
        let small = Machine.Scheduling(processors: 2, tickless: [], offloadsCallbacks: true)
        #expect(small.spare == nil)
    }
}

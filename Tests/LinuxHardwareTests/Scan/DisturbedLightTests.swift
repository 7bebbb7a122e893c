import PanelDrivers
import SignTestSupport
import Testing

/// The light of LEDs on a machine that stands still now and then.
@Suite("Light on a disturbed machine")
struct DisturbedLightTests {
    private static let row = 5

    /// What the row's white LED was given too much until a time after the end of a stall, from the stalled refresh on, and the
    /// least that it was given in a later refresh, both in shares of a refresh.
    private func run(
        _ machine: DisturbedMachine, stall: Int64, at place: StallPlace, until time: Int64
    ) -> (excess: Double, least: Double, sum: Double) {
        var machine = machine
        let start = place.instant(in: machine, row: Self.row)
        machine.loop.stalls = [(start, stall)]
        let white = DisturbedMachine.whiteLED(ofRow: Self.row)
        var (sum, planned, least): (Int64, Int64, Int64) = (0, 0, .max)
        var isFirst = true
        while true {
            let light = machine.refresh().light[white]
            if machine.loop.time > start + stall + time { break }
            sum += light
            planned += DisturbedMachine.white
            if !isFirst { least = min(least, light) }
            isFirst = false
        }
        let unit = Double(DisturbedMachine.white)
        return (Double(sum - planned) / unit, Double(least) / unit, Double(sum) / Double(planned))
    }

    @Test(
        "a row is back within 1 percent 20 ms after 500 us, wherever they were, and never dark",
        arguments: StallPlace.allCases)
    func halfMillisecond(place: StallPlace) throws {
        for length: Int64 in [20_000, 100_000, 250_000, 500_000] {
            let machine = try DisturbedMachine()
            let (_, least, sum) = run(machine, stall: length, at: place, until: 20_000_000)
            #expect(abs(sum - 1) < 0.01, "\(length) ns: \(sum)")
            #expect(least > 0.12, "\(length) ns: \(least)")
        }
    }

    @Test("and 60 ms after 2 ms", arguments: StallPlace.allCases)
    func twoMilliseconds(place: StallPlace) throws {
        for length: Int64 in [1_000_000, 2_000_000] {
            let (_, least, sum) = run(try DisturbedMachine(), stall: length, at: place, until: 60_000_000)
            #expect(abs(sum - 1) < 0.01, "\(length) ns: \(sum)")
            #expect(least > 0.12, "\(length) ns: \(least)")
        }
    }

    @Test("after 50 ms, most is forgiven, and the row is as it should be 70 ms later")
    func longStall() throws {
        var machine = try DisturbedMachine()
        let start = StallPlace.wait.instant(in: machine, row: Self.row)
        machine.loop.stalls = [(start, 50_000_000)]
        let white = DisturbedMachine.whiteLED(ofRow: Self.row)
        while machine.loop.time < start + 120_000_000 { _ = machine.refresh() }
        let light = machine.refresh().light[white]
        #expect(abs(light - DisturbedMachine.white) < 130)
        let counters = try #require(machine.loop.account).counters
        expectEqual(counters.overlong, 1)
        #expect(counters.forgiven > 47_000_000 && counters.forgiven < 48_500_000)
        #expect(counters.repaid > 1_500_000 && counters.repaid < 2_500_000)
    }

    @Test("without the account, the light of a stall stays")
    func withoutAccount() throws {
        let machine = try DisturbedMachine(hasAccount: false)
        let (excess, _, _) = run(machine, stall: 500_000, at: .wait, until: 20_000_000)
        // 500 us less what was left of the pulse: half of the longest one, 1,024 units of 130 ns.
        #expect(abs(excess * Double(DisturbedMachine.white) - 433_440) < 1_000)
    }

    @Test(
        "a stall that cannot be distinguished from light, between the end of a pulse and its reading, takes no more than it lasted"
    )
    func ambiguousPlaces() throws {
        for length: Int64 in [100_000, 500_000] {
            var machine = try DisturbedMachine()
            let pulses = machine.nextPulses().filter { $0.row == Self.row }
            let longest = try #require(pulses.max { $0.end - $0.start < $1.end - $1.start })
            // The store that ends the pulse has just been made.
            machine.loop.stalls = [(longest.end, length)]
            let white = DisturbedMachine.whiteLED(ofRow: Self.row)
            var sum: Int64 = 0
            for _ in 0..<10 {
                let light = machine.refresh().light[white]
                sum += light
                #expect(light > DisturbedMachine.white / 9)
            }
            // A reading of the clock takes 50 ns here, and lies within the pulse.
            #expect(10 * DisturbedMachine.white - sum <= length + 50)
        }
    }

    @Test(
        "at rest every LED is within one level, however slow the clock and the stores are",
        arguments: [20, 100, 1_000] as [Int64])
    func atRest(readTime: Int64) throws {
        for (store, slowdown) in [(4, 3), (10, 1), (27, 0)] as [(Int64, Int)] {
            var machine = try DisturbedMachine(
                .init(storeTime: store, readTime: readTime, slowdown: slowdown))
            for _ in 0..<2 {
                let light = machine.refresh().light
                let worst = zip(light, machine.nominal).map { abs($0 - $1) }.max() ?? .max
                #expect(worst <= 130, "stores of \(store) ns: \(worst) ns")
            }
            try expectEqual(#require(machine.loop.account).counters.overlong, 0)
        }
    }

    @Test(
        "a Pi 5 with stores under way: every pulse is as long as it should be, and no plane darker than a shorter one",
        arguments: [16, 40, 160] as [Int64])
    func postedStores(maximum: Int64) throws {
        // With fewer than fifteen stores under way, each of 400 ns, a store would take longer than the 27 ns that are planned.
        for readTime: Int64 in [20, 50, 1_000] {
            var kind = DisturbedMachine.Kind.pi5
            (kind.maximumPosted, kind.readTime) = (maximum, readTime)
            var machine = try DisturbedMachine(kind)
            for _ in 0..<2 {
                let (light, pulses) = machine.refresh()
                let worst = zip(light, machine.nominal).map { abs($0 - $1) }.max() ?? .max
                #expect(worst <= 130, "\(maximum) stores, \(readTime) ns: \(worst) ns")
                for row in 0..<DisturbedMachine.rowPairs {
                    let lengths = pulses.filter { $0.row == row }.map { $0.end - $0.start }.sorted()
                    #expect(zip(lengths, (0..<11).map { Int64(130) << $0 }).allSatisfy { abs($0 - $1) <= 27 })
                    expectEqual(lengths.count, 11)
                }
            }
            try expectEqual(#require(machine.loop.account).counters.overlong, 0)
        }
    }

    @Test("a Pi 5 repays, too", arguments: StallPlace.allCases)
    func stallsOfPi5(place: StallPlace) throws {
        for (length, time) in [(500_000, 20_000_000), (2_000_000, 60_000_000)] as [(Int64, Int64)] {
            let (_, least, sum) = run(try DisturbedMachine(.pi5), stall: length, at: place, until: time)
            #expect(abs(sum - 1) < 0.01, "\(length) ns: \(sum)")
            #expect(least > 0.12, "\(length) ns: \(least)")
        }
    }
}

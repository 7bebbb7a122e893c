import SignTestSupport
import Testing

@Suite struct SampleTests {
    @Test("a sample is spread evenly, with the first and the last case, and is the same each time")
    func spread() {
        expectEqual(sample(0..<10, 4, exhaustive: false), [0, 3, 6, 9])
        expectEqual(sample(0..<10, 4, exhaustive: false), [0, 3, 6, 9])
        expectEqual(sample(["a", "b", "c", "d", "e"], 2, exhaustive: false), ["a", "e"])
        expectEqual(sample(5..<8, 1, exhaustive: false), [5])
    }

    @Test("no case is tried twice, and there are as many as asked for, whatever their number", arguments: 1...12)
    func counts(few: Int) {
        for count in 1...40 {
            let found = sample(0..<count, few, exhaustive: false)
            expectEqual(found.count, min(count, few))
            expectEqual(Set(found).count, found.count)
            expectEqual(found.first, 0)
            if few > 1 { expectEqual(found.last, count - 1) }
        }
    }

    @Test("exhaustive tests try all cases, in order")
    func all() {
        expectEqual(sample(0..<10, 4, exhaustive: true), Array(0..<10))
        expectEqual(sample([7], 4, exhaustive: false), [7])
        var cases = SampledCases(oneIn: 3, exhaustive: true)
        expectEqual((0..<5).filter { _ in cases.next() }, Array(0..<5))
        expectEqual(cases.tried, 5)
    }

    @Test("of numbered cases one in so many is tried, from any of them on")
    func numbered() {
        var cases = SampledCases(oneIn: 3, exhaustive: false)
        expectEqual((0..<8).filter { _ in cases.next() }, [0, 3, 6])
        expectEqual(cases.tried, 3)
        var others = SampledCases(oneIn: 3, from: 5, exhaustive: false)
        expectEqual((0..<8).filter { _ in others.next() }, [2, 5])
    }
}

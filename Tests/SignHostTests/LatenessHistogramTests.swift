import SignTestSupport
import Testing
import Timelines

@testable import SignHost

@Suite("LatenessHistogram")
struct LatenessHistogramTests {
    @Test("every lateness lies below the limit of its bucket, not below that of the one before, an eighth wide at most")
    func buckets() {
        var random = SeededRandom(seed: 1)
        var latenesses: [Int64] = [0, 1, 1_023, 1_024, 1_151, 1_152, 2_047, 2_048, (1 << 34) - 1, 1 << 34, .max]
        for _ in 0..<10_000 {
            latenesses.append(Int64.random(in: 0...(.max), using: &random) >> Int64.random(in: 0...62))
        }
        for count in latenesses {
            let bucket = LatenessHistogram.bucket(of: Nanoseconds(count))
            let limit = LatenessHistogram.limit(ofBucket: bucket).count
            #expect(count < limit || limit == .max)
            guard bucket > 0 else { continue }
            let start = LatenessHistogram.limit(ofBucket: bucket - 1).count
            #expect(count >= start)
            let width = limit - start
            #expect(limit == .max || width <= start / 8)
        }
        expectEqual(LatenessHistogram.bucket(of: Nanoseconds(-5)), 0)
        expectEqual(LatenessHistogram.bucket(of: Nanoseconds(.min)), 0)
        expectEqual(LatenessHistogram.bucket(of: .max), LatenessHistogram.bucketCount - 1)
    }

    @Test("quantiles of known latenesses, at most an eighth too long and never beyond the worst")
    func quantiles() {
        var histogram = LatenessHistogram()
        expectEqual(histogram.quantile(0.5), .zero)
        for number in 1...1_000 { histogram.add(.microseconds(Int64(number))) }
        expectEqual(histogram.total, 1_000)
        expectEqual(histogram.worst, .milliseconds(1))
        for (share, exact) in [(0.5, 500), (0.95, 950), (0.99, 990), (1.0, 1_000)] {
            let found = histogram.quantile(share).count
            #expect(found >= Int64(exact) * 1_000)
            #expect(found <= Int64(exact) * 1_125)
        }
        expectEqual(histogram.quantile(1), .milliseconds(1))
        #expect(histogram.quantile(0) <= .microseconds(2))
    }
}

@Suite("FrameLog")
struct FrameLogTests {
    @Test("entries are read in order, also across the end of the ring; entries that do not fit are lost and counted")
    func ring() {
        let log = FrameLog(capacity: 4)
        #expect(log.take() == nil)
        var next: Int64 = 0
        var expected: Int64 = 0
        for round in 0..<20 {
            for _ in 0..<(round % 4 + 1) {
                log.add(due: Instant(nanoseconds: next), shown: Instant(nanoseconds: next + 5))
                next += 1
            }
            while let entry = log.take() {
                #expect(entry.due.nanoseconds == expected && entry.shown.nanoseconds == expected + 5)
                expected += 1
            }
        }
        #expect(expected == next && log.lost == 0)
        for number in 0..<7 { log.add(due: Instant(nanoseconds: Int64(number)), shown: .zero) }
        expectEqual(log.lost, 3)
        expectEqual(log.take()?.due, .zero)
    }
}

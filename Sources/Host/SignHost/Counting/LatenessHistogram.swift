import Timelines

/// A histogram of lateness in fixed buckets, eight for each power of two.
///
/// The first bucket holds everything below 1024 ns, the last one everything from 17 s on.
package struct LatenessHistogram: Hashable, Sendable {
    /// The number of buckets.
    package static let bucketCount = 1 + 8 * (lastExponent - firstExponent) + 1
    private static let firstExponent = 10
    private static let lastExponent = 34

    /// The counts of the buckets.
    package var counts = [Int64](repeating: 0, count: bucketCount)
    /// The greatest lateness.
    package var worst = Nanoseconds.zero

    /// The number of entries.
    package var total: Int64 { counts.reduce(0, +) }

    /// The bucket of a lateness; what came early counts as punctual.
    ///
    /// O(1); does not allocate.
    package static func bucket(of lateness: Nanoseconds) -> Int {
        let count = lateness.count
        guard count >= 1 << Int64(firstExponent) else { return 0 }
        let exponent = 63 - count.leadingZeroBitCount
        guard exponent < lastExponent else { return bucketCount - 1 }
        let eighth = Int(count >> Int64(exponent - 3)) & 7
        return 1 + 8 * (exponent - firstExponent) + eighth
    }

    /// The smallest lateness beyond a bucket; the last bucket has no limit.
    package static func limit(ofBucket bucket: Int) -> Nanoseconds {
        guard bucket < bucketCount - 1 else { return .max }
        let exponent = bucket / 8 + firstExponent
        return Nanoseconds(Int64(8 + bucket % 8) << Int64(exponent - 3))
    }

    /// Adds a thing.
    package mutating func add(_ lateness: Nanoseconds) {
        counts[Self.bucket(of: lateness)] += 1
        worst = max(worst, lateness)
    }

    /// The lateness that a share of all entries did not exceed, at most an eighth too large; zero without entries.
    ///
    /// - Parameter share: 0.5 for the median, 0.99 for all but one in a hundred.
    package func quantile(_ share: Double) -> Nanoseconds {
        let total = total
        guard total > 0 else { return .zero }
        let rank = max(1, Int64((share * Double(total)).rounded(.up)))
        var seen: Int64 = 0
        for bucket in counts.indices {
            seen += counts[bucket]
            if seen >= rank { return min(Self.limit(ofBucket: bucket), worst) }
        }
        return worst
    }
}

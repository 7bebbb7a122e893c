import SignTestSupport

@testable import Timelines

extension Instant {
    /// An instant given in seconds, for tests whose numbers are short decimals.
    static func seconds(_ seconds: Double) -> Instant {
        Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
    }

    static let earliest = Instant(nanoseconds: .min)
}

extension Nanoseconds {
    static func decimal(_ seconds: Double) -> Nanoseconds { Nanoseconds(Int64((seconds * 1e9).rounded())) }
}

/// A number with 32 fraction bits as a double.
func real(_ fixed: Int64) -> Double { Double(fixed) / 4_294_967_296 }

/// A position in 1/65536 pixel as a double in pixels.
func pixels(_ position: Int64) -> Double { Double(position) / 65536 }

extension SeededRandom {
    mutating func instant(_ range: ClosedRange<Int64>) -> Instant {
        Instant(nanoseconds: Int64.random(in: range, using: &self))
    }
}

/// Instants, lengths and numbers at and near the ends of what there is.
enum Extremes {
    static let numbers: [Int64] = [
        .min, .min + 1, .min / 2, -1_000_000_000, -1, 0, 1, 999, 1_000_000_000, .max / 2, .max - 1, .max,
    ]
    static let instants = numbers.map { Instant(nanoseconds: $0) }
    static let times = numbers.map { Nanoseconds($0) }
    static let speeds = [
        Speed(1_000_000), Speed(-1_000_000), Speed(1, over: 1_000_000), Speed(-1, over: 1_000_000), .zero,
        Speed(999_999_999_999, over: 1_000_000), Speed(373, over: 10), Speed(.max), Speed(.min, over: 1_000_000),
    ]
}

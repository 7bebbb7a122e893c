import SignTestSupport
import Testing

@testable import Timelines

@Suite("Instant")
struct InstantTests {
    @Test("sums saturate at both ends")
    func saturation() {
        expectEqual(Instant.distantFuture + .one, .distantFuture)
        expectEqual(Instant(nanoseconds: .min) - .one, Instant(nanoseconds: .min))
        expectEqual(Nanoseconds.seconds(.max), .max)
    }
}

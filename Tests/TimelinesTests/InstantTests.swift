import Testing

@testable import Timelines

@Suite("Instant")
struct InstantTests {
    @Test("sums saturate at both ends")
    func saturation() {
        #expect(Instant.distantFuture + .one == .distantFuture)
        #expect(Instant(nanoseconds: .min) - .one == Instant(nanoseconds: .min))
        #expect(Nanoseconds.seconds(.max) == .max)
    }
}

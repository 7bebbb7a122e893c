/// Where a new picture goes while the kernel plays a ring of refreshes.
///
/// The ring has two halves; one transfer plays a half, and the next one the other half. What is played is known by the clock only:
/// a transfer has played no more than the time since it began allows, and has read ahead what the kernel's buffers hold. So a
/// picture is written some refreshes ahead, and as far as a number of refreshes further; the rest of the ring follows in time.
/// Places count from the first refresh ever played, and those of transfer n begin at n times the refreshes of a half.
package struct RefreshRing: Hashable, Sendable {
    /// The refreshes of a half, a multiple of the dither cycle.
    package let half: Int
    /// How many refreshes a transfer has read ahead, and how many are written at a time.
    let lead: Int
    let window: Int
    /// The shortest refresh that may be played, in nanoseconds.
    private(set) var shortest: Int64
    /// The place up to which the picture was written.
    private var written = 0
    /// The place from which on it is in the ring, nil where it is not yet.
    private var start: Int?

    /// The length of a transfer, and how far ahead refreshes are written, in nanoseconds.
    static let transferTime: Int64 = 250_000_000
    static let windowTime: Int64 = 60_000_000

    /// Plans a ring.
    ///
    /// - Parameters:
    ///   - period: the time of a refresh, and `shortest` that of the shortest one, in nanoseconds.
    ///   - bytesAhead: what a transfer reads ahead.
    package init(period: Int64, shortest: Int64, bytesPerRefresh: Int, phases: Int, bytesAhead: Int) {
        func count(_ time: Int64) -> Int { Int((time + period - 1) / max(period, 1)) }
        self.shortest = max(shortest, 1)
        lead = (bytesAhead + bytesPerRefresh - 1) / max(bytesPerRefresh, 1) + 1
        window = max(count(Self.windowTime), 2)
        let least = max(count(Self.transferTime), lead + 2 * window)
        half = (least + phases - 1) / phases * phases
    }

    /// The bytes of a transfer's buffers in the kernel: at most a refresh each.
    package static func bufferBytes(bytesPerRefresh: Int) -> Int { min(bytesPerRefresh, 32_768) }

    /// A picture is to be shown that may have refreshes of another time.
    package mutating func begin(shortest: Int64) {
        self.shortest = max(min(self.shortest, shortest), 1)
        start = nil
    }

    /// The places to write now, without those that may be being played; those of the ring modulo its length.
    ///
    /// - Parameters:
    ///   - transfer: the number of the transfer that is played, and `time` the nanoseconds since it began.
    package mutating func places(transfer: Int, time: Int64) -> Range<Int> {
        let played = transfer * half + Int(max(time, 0) / shortest)
        let first = played + lead + 1
        // A thread that was late by half of the window has let a picture of half a second ago show; that is over.
        // The places that were passed over still have it, and are written a lap later.
        if start == nil || first > written { (start, written) = (first, first) }
        // Refreshes of this transfer are read again two transfers later only.
        let end = min(first + window, (transfer + 2) * half, (start ?? first) + 2 * half)
        let places = written..<max(written, end)
        written = places.upperBound
        return places
    }

    /// The time since a transfer began at which half of what is written at a time is needed; nil where the picture is all over the
    /// ring.
    package func nextTime(transfer: Int) -> Int64? {
        if let start, written >= start + 2 * half { return nil }
        let played = written - lead - (window + 1) / 2
        return Int64(max(played - transfer * half, 0)) * shortest
    }
}

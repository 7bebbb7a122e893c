import Timelines

/// Keeps the least time between edges by reading a clock until it is over.
struct EdgePacer<Clock: MonotonicClock> {
    /// After so many equal readings in a row the clock counts as standing still, and is not waited for.
    ///
    /// Real clocks of computers that run Linux move on after a few readings.
    static var mostEqualReadings: Int { 1_000 }

    /// What shows the time.
    let clock: Clock
    /// The least time from the end of one edge to the start of the next.
    let interval: Nanoseconds
    private var lastEdge: Instant?

    init(clock: Clock, interval: Nanoseconds) {
        self.clock = clock
        self.interval = interval
    }

    /// Notes that an edge is out.
    mutating func noteEdge() {
        lastEdge = clock.now
    }

    /// Returns when the next edge may come.
    func wait() {
        guard let lastEdge else { return }
        var before = lastEdge
        var equalReadings = 0
        while equalReadings < Self.mostEqualReadings {
            let now = clock.now
            if now - lastEdge >= interval { return }
            equalReadings = now == before ? equalReadings + 1 : 0
            before = now
        }
    }
}

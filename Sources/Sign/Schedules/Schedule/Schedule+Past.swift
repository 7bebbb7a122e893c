import Timelines

extension Schedule {
    /// The time for which a schedule that has been active for longer counts as one that always is: ten years, in which few
    /// zones have set their clocks in other ways than each year.
    private static let lastingPast: Int64 = 3_652 * 86_400

    /// Returns when a lifetime began that counts from the beginning of the schedule, at a time at which that is active.
    ///
    /// - Returns: the beginning; the distant past where it is more than 400 days ago; nil for a schedule that has none, because
    ///   it has always been active.
    /// - Complexity: that of ``activeSince(_:in:)``, and a search through ten years.
    package func beginning(before time: WallTime, in zone: ZoneRules) -> WallTime? {
        if let since = activeSince(time, in: zone) { return since }
        let end = nextInactive(from: time.seconds - Self.lastingPast, in: zone)
        return end.map { $0 > time.seconds } ?? true ? nil : .distantPast
    }

    /// How far back `activeSince` looks, in seconds: more than a year.
    private static let longestPast: Int64 = 400 * 86_400

    /// Returns since when it has been active without a break at a time at which it is active, in a zone.
    ///
    /// - Returns: the time itself where it is not active then; nil where it has been for more than 400 days, or always.
    /// - Complexity: some 50 searches for an end. That it lasts from one time to another holds from some time on, so the
    ///   beginning is found by halving.
    package func activeSince(_ time: WallTime, in zone: ZoneRules) -> WallTime? {
        let now = time.seconds
        guard nextActive(from: now, in: zone) == now else { return time }
        func lasts(from start: Int64) -> Bool { nextInactive(from: start, in: zone).map { $0 > now } ?? true }
        // First of all, because what goes on and on makes each search long.
        guard !lasts(from: now - Self.longestPast) else { return nil }
        var (length, inside) = (Int64(60), now)
        while lasts(from: now - length) {
            guard length < Self.longestPast else { return nil }
            inside = now - length
            length = min(length * 2, Self.longestPast)
        }
        var outside = now - length
        while inside - outside > 1 {
            let middle = outside + (inside - outside) / 2
            if lasts(from: middle) { inside = middle } else { outside = middle }
        }
        return WallTime(seconds: inside)
    }
}

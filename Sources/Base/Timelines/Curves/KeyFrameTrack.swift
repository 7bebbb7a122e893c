/// One stop of a key-frame track: values that are reached some time after the stop before.
public struct KeyFrameStop: Hashable, Sendable {
    /// The time since the stop before; zero or more.
    public var offset: Nanoseconds
    /// How long the change takes, from the stop before; nil for the whole offset.
    ///
    /// A longer one is cut off by the next stop, which continues from what was reached.
    public var duration: Nanoseconds?
    /// How the change is spread over its time.
    public var easing: Easing
    /// One value per channel; their unit is the caller's.
    public var values: [Int64]

    /// Creates a stop.
    public init(
        offset: Nanoseconds, duration: Nanoseconds? = nil, easing: Easing = .linear, values: [Int64]
    ) {
        self.offset = max(offset, .zero)
        self.duration = duration.map { max($0, .zero) }
        self.easing = easing
        self.values = values
    }

    /// How long the change takes if nothing cuts it off.
    var time: Nanoseconds { duration ?? offset }
}

/// Values that run through stops: the first one is the initial state and is used once, later cycles loop from the
/// second.
public struct KeyFrameTrack: Hashable, Sendable {
    private let stops: [KeyFrameStop]
    /// The end of each segment (the way to stops[1], stops[2], ...) since the start of a cycle.
    private let ends: [Nanoseconds]
    /// The values that each segment starts from, for the first cycles and (the last entry) for all later ones.
    private let origins: [[[Int64]]]
    /// Whether it starts again after the last stop.
    public let repeats: Bool

    /// Creates a track; nil without stops, or when the stops have different numbers of values.
    public init?(stops: [KeyFrameStop], repeats: Bool = true) {
        guard let first = stops.first, stops.allSatisfy({ $0.values.count == first.values.count }) else { return nil }
        self.stops = stops
        var end = Nanoseconds.zero
        var ends = stops.dropFirst().map { stop in
            end = end + stop.offset
            return end
        }
        self.repeats = repeats && end >= .microseconds(1)
        if !self.repeats, let last = stops.last, !ends.isEmpty {
            // Nothing cuts the last change off.
            ends[ends.count - 1] = end + max(last.time - last.offset, .zero)
        }
        self.ends = ends
        origins = KeyFrameTrack.origins(of: stops)
    }

    private var length: Nanoseconds { ends.isEmpty ? .zero : ends[ends.count - 1] }

    /// Returns the value of a channel after some time; the initial state at zero and before.
    ///
    /// Allocates nothing.
    public func value(channel: Int, after elapsed: Nanoseconds) -> Int64 {
        guard let place = place(after: elapsed) else {
            return stops[elapsed < .zero ? 0 : stops.count - 1].values[channel]
        }
        let stop = stops[place.segment + 1]
        let from = origins[min(place.cycle, origins.count - 1)][place.segment][channel]
        return KeyFrameTrack.value(from: from, to: stop.values[channel], stop: stop, after: place.time)
    }

    /// Returns how long from `elapsed` the values stay as they are; zero while they change, nil: forever.
    public func restingTime(after elapsed: Nanoseconds) -> Nanoseconds? {
        guard elapsed >= .zero else { return ends.isEmpty ? nil : .zero - elapsed }
        guard var place = place(after: elapsed) else { return nil }
        var rest = Nanoseconds.zero
        for _ in 0...stops.count {
            let stop = stops[place.segment + 1]
            let origin = origins[min(place.cycle, origins.count - 1)][place.segment]
            let length = segmentLength(place.segment)
            let jumps = origin != stop.values && stop.time == .zero && rest > .zero
            let moves = origin != stop.values && place.time < stop.time
            if jumps || (moves && !stop.easing.isStep) { return rest }
            if moves { return rest + (min(stop.time, length) - place.time) }
            rest = rest + (length - place.time)
            place = (place.cycle, place.segment + 1, .zero)
            if place.segment == ends.count {
                guard repeats else { return nil }
                place = (place.cycle + 1, 0, .zero)
            }
        }
        return nil
    }

    /// Returns since when the values have been changing without a jump, or nil if they rest at `elapsed`.
    public func movingSince(at elapsed: Nanoseconds) -> Nanoseconds? {
        guard restingTime(after: elapsed) == .zero, let place = place(after: elapsed) else { return nil }
        return elapsed - place.time
    }

    /// Returns when the change that is under way at `elapsed` ends, or is cut off by the next stop; nil if there is
    /// none.
    public func changeEnd(after elapsed: Nanoseconds) -> Nanoseconds? {
        guard let since = movingSince(at: elapsed), let place = place(after: elapsed) else { return nil }
        return since + min(stops[place.segment + 1].time, segmentLength(place.segment))
    }

    private func segmentLength(_ segment: Int) -> Nanoseconds {
        segment == 0 ? ends[0] : ends[segment] - ends[segment - 1]
    }

    private func place(after elapsed: Nanoseconds) -> (cycle: Int, segment: Int, time: Nanoseconds)? {
        guard elapsed >= .zero, !ends.isEmpty, repeats || elapsed < length else { return nil }
        let (cycle, rest) = elapsed.count.quotientAndRemainder(dividingBy: max(length.count, 1))
        var segment = 0
        while segment < ends.count - 1, ends[segment].count <= rest { segment += 1 }
        let start = segment == 0 ? 0 : ends[segment - 1].count
        return (Int(cycle), segment, Nanoseconds(rest - start))
    }

    private static func value(from: Int64, to: Int64, stop: KeyFrameStop, after time: Nanoseconds) -> Int64 {
        let progress = stop.easing.progress(after: time, of: stop.time)
        return Int64(clamping: Int128(from) + (((Int128(to) - Int128(from)) * Int128(progress)) >> 32))
    }

    /// Where each segment starts from, cycle by cycle, until the cycles repeat themselves (64 cycles at most).
    private static func origins(of stops: [KeyFrameStop]) -> [[[Int64]]] {
        var cycles: [[[Int64]]] = []
        var values = stops[0].values
        repeat {
            var cycle: [[Int64]] = []
            for stop in stops.dropFirst() {
                cycle.append(values)
                values = zip(values, stop.values).map { from, to in
                    value(from: from, to: to, stop: stop, after: stop.offset)
                }
            }
            if cycles.last == cycle { break }
            cycles.append(cycle)
        } while cycles.count < 64
        return cycles
    }
}

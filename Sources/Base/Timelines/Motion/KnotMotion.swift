/// Motion through integer knots, linear between them, once or in cycles that join without a jump.
///
/// Time inside a cycle is counted in `scale` units per nanosecond, so that cycles whose length in nanoseconds is a
/// fraction (1000 px at 37.3 px/s) repeat without drift.
public struct KnotMotion: Hashable, Sendable {
    /// A position at a time.
    struct Knot: Hashable, Sendable {
        /// Time since the start of the cycle, in `scale` units per nanosecond.
        let time: Int128
        /// Position since the start of the cycle, in 1/65536 pixel.
        let position: Int64
    }

    /// When the first cycle starts; at earlier instants it stays at its start.
    public let start: Instant
    /// Where the first cycle starts, in 1/65536 pixel.
    public let from: Int64
    /// How many cycles there are; nil: forever.
    public let repeats: Int?
    /// Units of time per nanosecond.
    let scale: Int64
    /// The knots of one cycle in order of time, the first at time 0; the last one ends the cycle.
    let knots: [Knot]

    init(start: Instant, from: Int64, repeats: Int?, scale: Int64, knots: [Knot]) {
        precondition(scale > 0 && knots.count >= 2 && knots[0].time == 0, "a motion needs two knots, from time 0 on")
        self.start = start
        self.from = from
        self.repeats = repeats.map { max(0, $0) }
        self.scale = scale
        self.knots = knots
    }

    /// The length of one cycle in units of time, at least 1.
    var length: Int128 { max(knots[knots.count - 1].time, 1) }
    /// How far one cycle gets, in 1/65536 pixel.
    public var advance: Int64 { knots[knots.count - 1].position }

    /// When the last cycle ends; nil for never.
    public var end: Instant? {
        guard let repeats else { return nil }
        return instant(ofUnits: units(ofCycles: Int128(repeats)))
    }

    /// Returns the position in 1/65536 pixel.
    public func position(at instant: Instant) -> Int64 {
        guard let place = place(at: instant) else { return finalPosition(at: instant) }
        let (base, inner) = (base(ofCycle: place.cycle), position(at: place.time, in: piece(at: place.time)))
        let (sum, overflow) = base.addingReportingOverflow(inner)
        return overflow ? (inner < 0 ? .min : .max) : sum
    }

    /// Returns the number of the cycle that is under way, counted from 0; the last one at its end and after it.
    public func cycle(at instant: Instant) -> Int {
        place(at: instant)?.cycle ?? (instant < start ? 0 : max(0, (repeats ?? 1) - 1))
    }

    /// Returns the first instant, `earliest` or later, at which the step index is another than `index`.
    func departure(from index: Int64, step: MotionStep, notBefore earliest: Instant) -> Instant? {
        guard step.index(of: position(at: earliest)) == index else { return earliest }
        guard var place = place(at: max(earliest, start)) else { return nil }
        var number = piece(at: place.time)
        // A whole cycle without a departure means that there is none.
        for _ in 0...knots.count {
            if let time = departure(from: index, step: step, in: number, cycle: place.cycle, after: place.time) {
                let found = instant(ofUnits: Int128(place.cycle) * length + time)
                return found.flatMap { $0 < earliest ? nil : $0 }
            }
            number += 1
            if number == knots.count - 1 {
                number = 0
                if place.cycle == .max || repeats.map({ place.cycle + 1 >= $0 }) ?? false { return nil }
                place = (place.cycle + 1, 0)
            }
            place.time = knots[number].time
        }
        return nil
    }

    /// The cycle and the time in it; nil before the start and after the last cycle.
    private func place(at instant: Instant) -> (cycle: Int, time: Int128)? {
        let elapsed = instant - start
        guard elapsed >= .zero else { return nil }
        let units = Int128(elapsed.count) * Int128(scale)
        let cycle = units.flooredQuotient(by: length)
        if let repeats, cycle >= Int128(repeats) { return nil }
        return (Int(clamping: cycle), units - cycle * length)
    }

    private func finalPosition(at instant: Instant) -> Int64 {
        instant < start ? from : base(ofCycle: repeats ?? 0)
    }

    private func base(ofCycle cycle: Int) -> Int64 {
        Int64(clamping: Int128(from) + Int128(advance) * Int128(cycle))
    }

    /// The number of the piece between two knots that a time lies in.
    private func piece(at time: Int128) -> Int {
        var low = 0
        var high = knots.count - 1
        while high - low > 1 {
            let middle = (low + high) >> 1
            if knots[middle].time <= time { low = middle } else { high = middle }
        }
        return low
    }

    private func position(at time: Int128, in piece: Int) -> Int64 {
        let (left, right) = (knots[piece], knots[piece + 1])
        let rise = Int128(right.position) - Int128(left.position)
        guard rise != 0, right.time > left.time else { return left.position }
        return left.position + Int64(((time - left.time) * rise).flooredQuotient(by: right.time - left.time))
    }

    /// The first time in a piece, after `time` or at its end, at which the step index is another than `index`.
    private func departure(
        from index: Int64, step: MotionStep, in piece: Int, cycle: Int, after time: Int128
    ) -> Int128? {
        let (left, right) = (knots[piece], knots[piece + 1])
        let rise = Int128(right.position) - Int128(left.position)
        let run = right.time - left.time
        guard rise != 0, run > 0 else { return nil }
        let origin = Int128(base(ofCycle: cycle)) + Int128(left.position)
        let lower = Int128(index) << Int128(step.rawValue)
        let offset: Int128
        if rise > 0 {
            offset = ((lower + (1 << Int128(step.rawValue)) - origin) * run).ceiledQuotient(by: rise)
        } else {
            offset = ((origin - lower) * run).flooredQuotient(by: -rise) + 1
        }
        return offset <= run ? max(left.time + offset, time) : nil
    }

    /// The length of so many cycles in units of time; saturates far beyond the end of all time.
    func units(ofCycles cycles: Int128) -> Int128 {
        let (product, overflow) = cycles.multipliedReportingOverflow(by: length)
        return overflow ? Int128.max >> 1 : product
    }

    /// The first instant at or after a time in units since the start; nil beyond the end of all time.
    func instant(ofUnits units: Int128) -> Instant? {
        let nanoseconds = units.ceiledQuotient(by: Int128(scale)) + Int128(start.nanoseconds)
        return Int64(exactly: nanoseconds).map { Instant(nanoseconds: $0) }
    }
}

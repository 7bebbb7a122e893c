/// The pulses of a line that a program holds as an output.
public struct CuePulses: Hashable, Sendable {
    /// When the line was active.
    public private(set) var active = LitSpans()
    /// Whether it was an output, in the end or before.
    public private(set) var wasOutput = false
    /// Whether it is at rest.
    public var isAtRest: Bool { !active.isOn }

    /// Folds the writes of a scenario.
    ///
    /// What the line did before it first rested as an output is left out: it may still be as another program has left it.
    ///
    /// - Parameters:
    ///   - line: 0 to 31.
    ///   - isActiveHigh: the level of a pulse.
    ///   - gpio: the lines before the writes.
    public init(of line: Int, isActiveHigh: Bool, writes: some Sequence<RegisterWrite>, from gpio: GPIOLevels) {
        var gpio = gpio
        var hasRested = false
        for write in writes {
            _ = gpio.obey(write)
            let isOutput = gpio.outputs >> UInt32(line) & 1 == 1
            if isOutput { wasOutput = true }
            let isActive = isOutput && gpio.isHigh(line) == isActiveHigh
            if isOutput, !isActive { hasRested = true }
            active.record(hasRested && isActive, at: write.time)
        }
    }

    /// The error of pulses that must come at a beat and last as long as given; nil without an error.
    ///
    /// A busy machine may be late, but not early: a pulse is never shorter than its width, and beats keep their distance.
    ///
    /// - Parameters:
    ///   - count: the fewest pulses.
    ///   - every: the time between two beats in ns.
    ///   - width: of a pulse in ns.
    ///   - slack: how late a pulse may begin or end, in ns.
    public func problem(count: Int, every: Int64, width: Int64, slack: Int64) -> String? {
        guard wasOutput else { return "the line never was an output" }
        guard isAtRest else { return "the line is active at the end" }
        let spans = active.spans
        guard spans.count >= count else { return "\(spans.count) pulses, \(count) were expected" }
        for span in spans {
            let length = (span.to ?? span.from) - span.from
            // The line is raised and lowered by calls that take some time each.
            guard length >= width - slack / 10, length <= width + slack else {
                return "a pulse of \(length / 1_000) us instead of \(width / 1_000) us"
            }
        }
        for (first, second) in zip(spans, spans.dropFirst()) {
            let distance = second.from - first.from
            let beats = max((distance + every / 2) / every, 1)
            guard abs(distance - beats * every) <= slack else {
                return "two pulses \(distance / 1_000) us apart, which is no multiple of \(every / 1_000) us"
            }
        }
        return nil
    }
}

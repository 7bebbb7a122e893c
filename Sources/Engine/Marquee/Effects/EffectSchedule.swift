import Timelines

/// When an effect takes each of its steps.
///
/// Linear progress reaches step k of n after exactly `ceil(k * duration / n)`. Other easings are taken at 256 to 4096
/// evenly spaced times (about every 4 ms), so that curves that turn back need no special case.
struct EffectSchedule {
    /// A time since the start from which on the effect is at a step.
    private struct Change {
        let time: Nanoseconds
        let step: Int
    }

    private let changes: [Change]
    /// When the last step is taken, after the start.
    let end: Nanoseconds

    /// Makes the schedule; the last change is the last step, at the end of the duration (at once for none).
    init(steps: Int, duration: Nanoseconds, easing: Easing) {
        let duration = min(max(duration, .zero), .seconds(3600))
        guard steps > 0, duration > .zero else {
            changes = [Change(time: .zero, step: steps)]
            end = .zero
            return
        }
        end = duration
        switch easing {
        case .linear: changes = Self.linear(steps: steps, duration: duration)
        case .step: changes = [Change(time: duration, step: steps)]
        default: changes = Self.sampled(steps: steps, duration: duration, easing: easing)
        }
    }

    /// Returns the step some time after the start; 0 before it.
    func step(after elapsed: Nanoseconds) -> Int {
        let count = count(until: elapsed)
        return count == 0 ? 0 : changes[count - 1].step
    }

    /// Returns when the next step is taken, after the start.
    func next(after elapsed: Nanoseconds) -> Nanoseconds? {
        let count = count(until: elapsed)
        return count < changes.count ? changes[count].time : nil
    }

    /// The number of changes up to a time, by bisection.
    private func count(until elapsed: Nanoseconds) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].time <= elapsed { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func linear(steps: Int, duration: Nanoseconds) -> [Change] {
        var changes: [Change] = []
        for step in 1...steps {
            let time = (Int128(step) * Int128(duration.count) + Int128(steps - 1)) / Int128(steps)
            add(Change(time: Nanoseconds(Int64(time)), step: step), to: &changes)
        }
        return changes
    }

    private static func sampled(steps: Int, duration: Nanoseconds, easing: Easing) -> [Change] {
        let samples = min(max(duration.count / 4_000_000, 256), 4096)
        var changes: [Change] = []
        var shown = 0
        for sample in 1...samples {
            let time = Nanoseconds(
                Int64((Int128(sample) * Int128(duration.count) + Int128(samples - 1)) / Int128(samples)))
            let progress = min(max(easing.progress(after: time, of: duration), 0), FixedPoint.one)
            let step = Int((Int128(progress) * Int128(steps)) >> 32)
            guard step != shown else { continue }
            add(Change(time: time, step: step), to: &changes)
            shown = step
        }
        if shown != steps || changes.isEmpty { add(Change(time: duration, step: steps), to: &changes) }
        return changes
    }

    /// Appends a change; of several at the same time the last one counts.
    private static func add(_ change: Change, to changes: inout [Change]) {
        if changes.last?.time == change.time { changes.removeLast() }
        changes.append(change)
    }
}

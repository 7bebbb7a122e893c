import LiveValues
import Marquee
import PixelGraphics
import Schedules
import SignFiles
import Timelines

/// Where a moving field is on its line.
struct MovingValue {
    let field: MovingField
    /// What the line began with; another one begins a new line.
    private var given: [LiveValue?] = []
    private var base: LiveNumber?
    private var start = Instant.zero
    /// What is added each second, zero where it stands; nil before the first decision.
    private var rate: LiveNumber?

    init(_ field: MovingField) { self.field = field }

    /// Decides where the line goes from an instant on, by the values as they are.
    mutating func decide(_ scope: FieldScope, _ reading: WallReading) {
        let now = [field.of.value(in: scope), field.at?.value(in: scope)]
        let isMoving = field.condition?.holds(in: scope) ?? true
        let rate = isMoving ? field.rate.number(in: scope) ?? 0 : 0
        if now != given || base == nil {
            (given, base, start) = (now, now[0]?.number, reading.monotonic)
            if let at = now[1], reading.isSynchronized, let time = FieldScope.time(of: at) {
                start = min(reading.instant(of: time), start)
            }
        } else if rate != self.rate {
            (base, start) = (value(at: reading.monotonic), reading.monotonic)
        }
        self.rate = rate
    }

    /// Its value at an instant; nil without one.
    func value(at instant: Instant) -> LiveNumber? {
        base.flatMap { $0.moved(by: rate ?? 0, for: instant - start) }
    }

    /// What it says at an instant: a number that is written with the decimals of the value that it began with.
    func reading(at instant: Instant) -> LiveReading {
        let decimals = (given.first ?? nil)?.number?.scale ?? 0
        return LiveReading(value(at: instant).map { .number($0) }, format: NumberFormat(decimals: decimals))
    }

    /// When it comes to the first of some numbers after an instant; nil for never.
    ///
    /// Up to a millisecond later than that, so that it has surely come there.
    func instant(ofReaching numbers: (Double, _ isRising: Bool) -> Double?, after instant: Instant) -> Instant? {
        guard let rate = rate?.double, rate != 0, let value = value(at: instant)?.double,
            let next = numbers(value, rate > 0)
        else { return nil }
        let seconds = max((next - value) / rate, 0.001)
        guard seconds < 1e8 else { return nil }
        return instant + Nanoseconds(Int64((seconds * 1e9).rounded(.up)) + 2_000)
    }
}

extension MovingValue {
    /// How far ahead it is looked, in nanoseconds: three years.
    private static let horizon: Int64 = 100_000_000_000_000_000

    /// The first instant after another one at which it is no longer smaller than a number, as large or larger, whichever it was;
    /// nil for never.
    ///
    /// Exact to the nanosecond. O(1): some 60 numbers at most are compared.
    func instant(ofPassing number: LiveNumber, after instant: Instant) -> Instant? {
        guard let rate = rate?.double, rate != 0, let value = value(at: instant)?.double else { return nil }
        let before = order(to: number, at: instant)
        func hasPassed(_ time: Int64) -> Bool { order(to: number, at: instant + Nanoseconds(time)) != before }
        var (low, high) = (Int64(0), Self.horizon)
        // Binary numbers are nearly right.
        let guess = (number.double - value) / rate * 1e9
        if guess >= 0, guess < Double(Self.horizon) {
            let (first, last) = (max(Int64(guess) - 100, 0), Int64(guess) + 100)
            if !hasPassed(first) { low = first }
            if hasPassed(last) { high = last }
        }
        guard hasPassed(high) else { return nil }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if hasPassed(middle) { high = middle } else { low = middle }
        }
        return instant + Nanoseconds(high)
    }

    /// Below zero where it is smaller than a number, above where it is larger; nil without a value.
    private func order(to number: LiveNumber, at instant: Instant) -> Int? {
        value(at: instant).map { $0.isLess(than: number) ? -1 : number.isLess(than: $0) ? 1 : 0 }
    }
}

extension [MovingValue] {
    /// When one of them next comes to a number that a condition compares it with, or leaves it; nil for never.
    func nextPassing(of condition: ValueCondition, after instant: Instant) -> Instant? {
        guard let value = first(where: { $0.field.name == condition.name }) else { return nil }
        return condition.numbers.reduce(nil) { $0.earlier(value.instant(ofPassing: $1, after: instant)) }
    }
}

/// When what shows moving fields looks different.
extension TextValues {
    /// Takes the moving fields of a file; those that are the same continue.
    func takeMoving(_ fields: [MovingField]) {
        for gone in moving where !fields.contains(gone.field) { scope.readings[gone.field.name] = nil }
        moving = fields.map { field in moving.first { $0.field == field } ?? MovingValue(field) }
    }

    /// Moves all of them to the instant of a reading.
    func move(to reading: WallReading) {
        // One may move while another one is beyond a number.
        for value in moving { scope.readings[value.field.name] = value.reading(at: reading.monotonic) }
        for number in moving.indices {
            moving[number].decide(scope, reading)
            scope.readings[moving[number].field.name] = moving[number].reading(at: reading.monotonic)
        }
    }

    /// When one of them begins to move, or stands, because another one passes a number; nil for never.
    var nextTurn: Instant? {
        guard let now = reading?.monotonic else { return nil }
        let conditions = moving.compactMap(\.field.condition)
        return conditions.reduce(nil) { $0.earlier(moving.nextPassing(of: $1, after: now)) }
    }

    /// Whether there are fields that move.
    var mayMove: Bool { !moving.isEmpty }

    /// When moving fields next change texts, colours or a bar on an area of a size, with what names mean there; nil for never.
    func nextMove(
        of texts: [SignMessage], colors: [ValueField], bar: SignBar? = nil, size: Size, in scope: FieldScope
    ) -> Instant? {
        guard let reading, !moving.isEmpty else { return nil }
        var first: Instant?
        func use(_ field: ValueField, step: Double? = nil, bounds: [Double] = []) {
            guard let value = moving.first(where: { $0.field.name == field.name }) else { return }
            let decimals = scope.readings[field.name]?.format?.decimals ?? 0
            let marks = FieldMarks(field, step: step, bounds: bounds, decimals: decimals)
            first = first.earlier(value.instant(ofReaching: marks.next, after: reading.monotonic))
        }
        for text in texts {
            for (field, _) in text.markup.placedValues { use(field) }
        }
        for field in colors { use(field) }
        // In rows and columns bars are no longer than all of the area.
        if let bar {
            let ends = [bar.start, bar.end].compactMap { $0.number(in: scope)?.double }
            let pixels = Double(max(1, max(size.width, size.height)))
            for field in bar.fields where ends.count == 2 {
                // Finer steps than a sixteenth of a pixel are not seen.
                use(field, step: abs(ends[1] - ends[0]) / pixels / 16, bounds: bar.colors.steps.map(\.from))
            }
        }
        let pause: Nanoseconds =
            switch cadence {
            case .live: .zero
            case .seconds: .seconds(1)
            case .minutes: .seconds(60)
            }
        return first.map { max($0, reading.monotonic + pause) }
    }
}

/// The numbers at which what a field shows changes.
private struct FieldMarks {
    /// What is shown is the value times `factor` and `addend` more.
    private var factor = 1.0
    private var addend = 0.0
    /// The distance of marks, and where one of them is; nil for none.
    private var step: Double?
    private var offset = 0.0
    /// Other marks of what is shown, and of the value itself.
    private var bounds: [Double]
    private var ownBounds: [Double]

    /// - Parameters:
    ///   - step: the distance of marks of a number that is drawn; nil for one that is written.
    ///   - decimals: those that it is written with unless the field says otherwise.
    init(_ field: ValueField, step: Double?, bounds: [Double], decimals: Int) {
        (self.step, self.bounds) = (step, bounds)
        ownBounds = field.conditions.compactMap { condition in
            if case .comparison(_, let other) = condition.test { other.number?.double } else { nil }
        }
        for format in field.formats where self.step == nil || step != nil {
            switch format {
            case .times(let number): (factor, addend) = (factor * number.double, addend * number.double)
            case .plus(let number): addend += number.double
            case .number(let format) where step == nil: roundTo(format.decimals ?? decimals)
            case .time(let form, _) where step == nil: self.step = CountFormat.unit(of: form)
            default: continue
            }
        }
        if self.step == nil { roundTo(decimals) }
    }

    private mutating func roundTo(_ decimals: Int) {
        step = 1
        for _ in 0..<min(max(decimals, 0), 12) { step = (step ?? 1) / 10 }
        offset = (step ?? 1) / 2
    }

    /// The next value at a mark in a direction.
    func next(_ value: Double, isRising: Bool) -> Double? {
        var found = ownBounds
        if factor != 0 {
            let shown = value * factor + addend
            found += bounds.map { ($0 - addend) / factor }
            if let step, step > 0 {
                let isUp = isRising == (factor > 0)
                let place = (shown - offset) / step
                // At a mark what lies above it is shown.
                let mark = isUp ? place.rounded(.down) + 1 : place.rounded(.down)
                let own = (mark * step + offset - addend) / factor
                found.append(isRising ? max(own, value) : min(own, value))
            }
        }
        return isRising ? found.filter { $0 >= value }.min() : found.filter { $0 <= value }.max()
    }
}

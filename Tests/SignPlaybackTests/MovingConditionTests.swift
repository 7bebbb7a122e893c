import LiveValues
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Conditions on fields that are lines over time: things come and go at the exact instant.
@Suite struct MovingConditionTests {
    private static let fields = "fields: {base: {variable: ''}, p: {of: base.value, rate: '{base.rate}'}}\n"
    private static let size = Size(width: 24, height: 24)

    private func take(_ value: Int, rate: Int, _ sign: SignStage, at instant: Instant) {
        let record: LiveValue = .record(["value": thousandths(value), "rate": thousandths(rate)])
        sign.player.take([LiveChange(name: "base", reading: LiveReading(record))], at: instant)
    }

    private func thousandths(_ number: Int) -> LiveValue {
        .number(LiveNumber(parsing: text(number)) ?? 0)
    }

    private func text(_ thousandths: Int) -> String {
        let digits = String(thousandths.magnitude)
        let padded = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
        return (thousandths < 0 ? "-" : "") + padded.dropLast(3) + "." + padded.suffix(3)
    }

    private func frame(_ sign: SignStage, at instant: Instant) -> String {
        sign.player.direct(at: instant)
        var frame = Frame(size: Self.size, format: .mono)
        sign.player.draw(at: instant, into: &frame)
        return art(frame.canvas)
    }

    /// The instants at which the picture is another one, as the sign finds them, with checks that it was the same until then.
    private func changes(_ sign: SignStage, from start: Instant, until end: Instant) -> [Instant] {
        var (now, shown) = (start, frame(sign, at: start))
        var found: [Instant] = []
        while let next = sign.player.nextChange(after: now), next <= end {
            if next - .one > now { expectEqual(frame(sign, at: next - .one), shown) }
            let other = frame(sign, at: next)
            if other != shown { found.append(next) }
            (now, shown) = (next, other)
        }
        return found
    }

    @Test("C4: a message and a part are there from the exact nanosecond on at which a moving value is reached")
    func exact() throws {
        for place in ["message: {text: B, while: p >= 7}", "message: {rows: [A, {text: B, while: p >= 7}]}"] {
            let sign = try SignStage(Self.fields + place, size: Self.size)
            take(1_000, rate: 7_000, sign, at: sign.instant(0))
            // Six sevenths of a second, rounded up.
            let due = sign.instant(0) + Nanoseconds(857_142_858)
            let without = frame(sign, at: sign.instant(0))
            expectEqual(frame(sign, at: due - .one), without)
            expectEqual(sign.player.nextChange(after: due - .one), due)
            #expect(frame(sign, at: due) != without)
        }
    }

    @Test(
        "C4: with any numbers, hysteresis and delays everything changes when it is due, and the sign knows",
        arguments: 1...12)
    func anyNumbers(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        func number(_ range: ClosedRange<Int>) -> Int {
            range.lowerBound + Int(random.next() % UInt64(range.count))
        }
        let begin = number(-3_000...3_000)
        let end = begin - number(1...1_500)
        let delay = number(0...1) * number(1...900)
        let other = number(-3_000...3_000)
        let lasting = delay > 0 ? " for \(delay)ms" : ""
        let sign = try SignStage(
            Self.fields + """
                message:
                  rows:
                    - A
                    - {text: B, while: "p > \(text(begin)) until <= \(text(end))\(lasting)"}
                    - {text: C, while: p < \(text(other))}

                """, size: Size(width: 24, height: 24))
        var (start, since, isOn) = (sign.instant(0), Instant?.none, false)
        for _ in 0..<8 {
            let (base, rate) = (number(-5_000...5_000), number(-4_000...4_000))
            take(base, rate: rate, sign, at: start)
            let until = start + .milliseconds(Int64(number(300...2_500)))
            // A millionth of a thousandth at a nanosecond each: whole numbers alone.
            func value(_ instant: Instant) -> Int { base * 1_000_000_000 + rate * Int((instant - start).count) }
            func first(after instant: Instant, _ isTrue: (Int) -> Bool) -> Instant? {
                var (low, high) = (instant, until)
                guard isTrue(value(high)) else { return nil }
                if isTrue(value(low)) { return low }
                while high - low > .one {
                    let middle = low + Nanoseconds((high - low).count / 2)
                    if isTrue(value(middle)) { high = middle } else { low = middle }
                }
                return high
            }
            var expected: Set<Instant> = []
            // One that rises or falls passes each number once.
            let isAbove = { (value: Int) in value > begin * 1_000_000_000 }
            let isBelow = { (value: Int) in value <= end * 1_000_000_000 }
            let isOther = { (value: Int) in value < other * 1_000_000_000 }
            if isOther(value(start)) != isOther(value(until)),
                let due = first(after: start, { isOther($0) != isOther(value(start)) })
            {
                expected.insert(due)
            }
            if isBelow(value(start)) { (isOn, since) = (false, nil) }
            if !isOn {
                since = isAbove(value(start)) ? since ?? start : nil
                var rises = since
                if rises == nil, let due = first(after: start, isAbove) { rises = due }
                if let found = rises {
                    since = found
                    // It stands still before the delay has passed where the value falls below again.
                    let falls = first(after: max(found, start)) { !isAbove($0) }
                    let due = found + .milliseconds(Int64(delay))
                    if let falls, falls < due {
                        since = nil
                    } else if due <= until {
                        if due > start { expected.insert(due) }
                        isOn = true
                    }
                }
            }
            if isOn, let due = first(after: start, isBelow), due > start {
                expected.insert(due)
                (isOn, since) = (false, nil)
            }
            let found = changes(sign, from: start, until: until)
            expectEqual(found, expected.sorted(), "seed \(seed): \(base) and \(rate) from \(start)")
            start = until
        }
    }

    @Test("a field that moves while another one is beyond a number begins and stands at the exact instant")
    func chains() throws {
        let sign = try SignStage(
            """
            fields: {base: {variable: ''}, q: {of: base.zero, rate: 1000, while: p > 2}, p: {of: base.value, rate: 1}}
            message: {text: B, while: q >= 3}

            """, size: Self.size)
        let record: LiveValue = .record(["value": 1, "zero": 0])
        sign.player.take([LiveChange(name: "base", reading: LiveReading(record))], at: sign.instant(0))
        // It begins a nanosecond after 1 s, and needs 3 ms.
        expectEqual(
            changes(sign, from: sign.instant(0), until: sign.instant(5_000)), [sign.instant(1_003) + .one])
    }
}

import Settings
import SignTestSupport
import Testing
import Timelines

@testable import LiveValues

/// Conditions on values by which messages come and go.
@Suite struct ValueConditionTests {
    private func instant(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    private func scope(_ value: LiveValue?, isStale: Bool = false) -> FieldScope {
        FieldScope(["x": LiveReading(value, isStale: isStale)])
    }

    private func holds(_ text: String, _ value: LiveValue?, isStale: Bool = false) throws -> Bool {
        var state = ValueCondition.State()
        let condition = try ValueCondition(parsing: text, fields: ["x"])
        condition.advance(&state, in: scope(value, isStale: isStale), at: .zero)
        return state.began == .zero
    }

    @Test("the words are those of conditions in texts, and a missing value fulfils nothing but missing")
    func words() throws {
        let fulfilled: [(String, LiveValue?)] = [
            ("x = open", "open"), ("x == open", "open"), ("x != open", "closed"), ("x > 30", "30.5"), ("x>30", 31),
            ("x >= 30", "30.0"), ("x < 0", "-1"), ("x <= 0", 0), ("x contains clos", "we are closed"),
            ("x missing", nil), ("x = two words", "two words"), ("x = \"for ever\"", "for ever"),
            ("x.door[0] = open", .record(["door": .list(["open"])])), ("x = 12:30", "12:30"), ("x = a, b", "a, b"),
            ("  x  =  open  ", "open"), ("x != 5", "five"), ("x = forever", "forever"),
        ]
        for (text, value) in fulfilled { #expect(try holds(text, value), "\(text)") }
        let unfulfilled: [(String, LiveValue?)] = [
            ("x = open", "closed"), ("x > 30", 30), ("x > 30", "warm"), ("x != open", nil), ("x = open", nil),
            ("x < 30", nil), ("x contains a", nil), ("x missing", ""), ("x stale", nil), ("x stale", 1),
            ("x.door = open", "open"),
        ]
        for (text, value) in unfulfilled { #expect(try !holds(text, value), "\(text)") }
        #expect(try holds("x stale", 1, isStale: true))
    }

    @Test("what is wrong is said at its place")
    func problems() throws {
        let wrong: [(String, String, Int)] = [
            ("y > 3", "unknown field \"y\"; describe it under \"fields\"", 0),
            ("", "expected the name of a field, which begins with a letter, not the end", 0),
            ("{x} = 3", "expected the name of a field, which begins with a letter, not \"{x}\"", 0),
            ("x", "expected a condition such as > 0, = closed, missing or else, not the end", 1),
            ("x else", "expected a condition such as > 0, = closed or missing, not \"else\"", 2),
            (
                "x open",
                "unknown condition \"open\"; a condition begins with = != < <= > >= or contains, missing, stale, else",
                2
            ),
            ("x =", "expected a number or a text to compare with, not the end", 3),
            ("x = for 10s", "expected a number or a text to compare with, not \"for\"", 4),
            ("x missing 5", "expected \"for\" with a time, \"until\" with a condition, or the end, not \"5\"", 10),
            (
                "x = waiting for godot",
                "expected a time such as 10s behind \"for\"; put a text with \"for\" or \"until\" in it in quotation marks, not "
                    + "\"godot\"", 16
            ),
            (
                "x = a for 0s",
                "expected a time such as 10s behind \"for\"; put a text with \"for\" or \"until\" in it in quotation "
                    + "marks, not \"0s\"", 10
            ),
            (
                "x = a for 1s for 2s",
                "expected \"for\" with a time, \"until\" with a condition, or the end, not \"for\"", 13
            ),
            ("x > 30 until < 35", "\"x > 30 until < 35\" ends at once; \"until\" must be below 30", 7),
            ("x >= 30 until <= 30 for 1m", "\"x >= 30 until <= 30\" ends at once; \"until\" must be below 30", 8),
            ("x < 5 for 2s until > 4", "\"x < 5 until > 4\" ends at once; \"until\" must be above 5", 13),
            (
                "x = a until != b", "\"x = a until != b\" ends at once; \"until\" must be a condition for other values",
                6
            ),
            (
                "x stale until stale",
                "\"x stale until stale\" ends at once; \"until\" must be a condition for other values", 8
            ),
        ]
        for (text, words, offset) in wrong {
            do throws(TextError) {
                _ = try ValueCondition(parsing: text, fields: ["x"])
                Issue.record("\(text)")
            } catch {
                expectEqual("\(error)", words)
                expectEqual(error.offset, offset, "\(text)")
            }
        }
        for text in [
            "x > 30 until < 30", "x > 30 until <= 30", "x = a until = b", "x < 5 until > 5", "x missing until = 3",
        ] {
            #expect(throws: Never.self) { try ValueCondition(parsing: text, fields: nil) }
        }
    }

    @Test("it begins when it has been true for its time, to the nanosecond, and ends at once")
    func lasting() throws {
        let condition = try ValueCondition(parsing: "x = open for 10s", fields: nil)
        var state = ValueCondition.State()
        condition.advance(&state, in: scope("open"), at: instant(1_000))
        #expect(state.began == nil)
        expectEqual(condition.nextChange(of: state), instant(11_000))
        condition.advance(&state, in: scope("open"), at: instant(11_000) - .one)
        #expect(state.began == nil)
        condition.advance(&state, in: scope("open"), at: instant(11_000))
        expectEqual(state.began, instant(11_000))
        #expect(condition.nextChange(of: state) == nil)
        condition.advance(&state, in: scope("shut"), at: instant(11_001))
        #expect(state.began == nil)
        #expect(condition.nextChange(of: state) == nil)
    }

    /// A value of `x` as a plain program has it, and whether two tests are true of it.
    private struct Plain {
        let text: String
        let isTrue: (Int?) -> Bool
        let isEnding: ((Int?) -> Bool)?
        let delay: Int
    }

    @Test("at any millisecond it is as a program finds it that looks every millisecond")
    func model() throws {
        let plain = [
            Plain(text: "x > 30", isTrue: { $0.map { $0 > 30 } ?? false }, isEnding: nil, delay: 0),
            Plain(text: "x > 30 for 20ms", isTrue: { $0.map { $0 > 30 } ?? false }, isEnding: nil, delay: 20),
            Plain(
                text: "x > 30 until < 28 for 20ms", isTrue: { $0.map { $0 > 30 } ?? false },
                isEnding: { $0.map { $0 < 28 } ?? true }, delay: 20),
            Plain(
                text: "x > 30 for 7ms until < 28", isTrue: { $0.map { $0 > 30 } ?? false },
                isEnding: { $0.map { $0 < 28 } ?? true }, delay: 7),
            Plain(text: "x missing for 5ms", isTrue: { $0 == nil }, isEnding: nil, delay: 5),
            Plain(
                text: "x missing for 5ms until = 31", isTrue: { $0 == nil }, isEnding: { $0 == 31 }, delay: 5),
        ]
        var random = SeededRandom(seed: 7)
        for (round, plain) in (plain + plain + plain).enumerated() {
            let condition = try ValueCondition(parsing: plain.text, fields: nil)
            var state = ValueCondition.State()
            var (held, isOn) = (0, false)
            var value: Int?
            var next = 0
            var due: Instant?
            for time in 0..<2_000 {
                let isChange = time == next
                if isChange {
                    value = [nil, 27, 28, 29, 30, 31, 32].randomElement(using: &random) ?? nil
                    next = time + Int.random(in: 1...40, using: &random)
                }
                // What was true for its time has begun, whatever happens then.
                if held > 0, held >= plain.delay { (isOn, held) = (true, 0) }
                if isOn {
                    isOn = !(plain.isEnding.map { $0(value) } ?? !plain.isTrue(value))
                } else {
                    isOn = plain.isTrue(value) && plain.delay == 0
                    held = plain.isTrue(value) && !isOn ? held + 1 : 0
                }
                // It is asked only when its value changes, or when it says that it does.
                let now = instant(Int64(time))
                if isChange || due == now {
                    condition.advance(&state, in: scope(value.map { .number(LiveNumber($0)) }), at: now)
                    due = condition.nextChange(of: state)
                }
                expectEqual(state.began != nil, isOn, "\(round) \(plain.text) at \(time)")
            }
        }
    }

    @Test("a change that comes late does not undo what had begun before it")
    func late() throws {
        let condition = try ValueCondition(parsing: "x > 30 until < 28 for 2m", fields: nil)
        var state = ValueCondition.State()
        condition.advance(&state, in: scope(31), at: instant(0))
        // Nothing asked at the second minute.
        condition.advance(&state, in: scope(29), at: instant(121_000))
        expectEqual(state.began, instant(120_000))
    }
}

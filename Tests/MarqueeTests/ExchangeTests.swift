import BitmapFonts
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

/// A sequence of texts, one character a pixel, whose middle may change.
private struct ValueSequence {
    var state: MarqueeState<String>
    let width: Int

    init(_ text: String, _ style: MarqueeStyle, width: Int = 12) {
        self.width = width
        state = MarqueeState(content: text, length: text.count, style: style, extent: width, start: .zero)
    }

    /// Puts another text in place; what both have in common at their ends is found by comparing letters.
    mutating func exchange(_ text: String, at instant: Instant) {
        let old = state.sequence.newest.content
        let start = zip(old, text).prefix { $0 == $1 }.count
        let end = zip(old.reversed(), text.reversed()).prefix { $0 == $1 }.count
        state.exchange(
            for: .init(content: text, length: text.count), keeping: KeptEnds(start: start, end: end), at: instant)
    }

    func shown(_ seconds: Double) -> String { shown(at: .seconds(seconds)) }

    func shown(at instant: Instant) -> String {
        let window = state.window(at: instant)
        var cells = [Character](repeating: ".", count: width)
        for (number, stretch) in state.sequence.stretches.enumerated() {
            // What stands or goes back and forth is one copy.
            let isOne = state.mode != .loop && number == state.sequence.stretches.count - 1
            let place = state.mode == .still ? state.stillStart : 0
            let starts = isOne ? place..<place + 1 : state.sequence.starts(ofStretch: number)
            for start in window.lowerBound - 80..<window.upperBound where starts.contains(start) {
                guard isOne || (start - stretch.anchor) % stretch.period == 0 else { continue }
                for (index, character) in stretch.content.enumerated() where window.contains(start + index) {
                    cells[start + index - window.lowerBound] = character
                }
            }
        }
        return String(cells)
    }
}

@Suite("Values that change")
struct ExchangeTests {
    private func style(_ direction: Direction = .left, change: (inout MarqueeStyle) -> Void = { _ in }) -> MarqueeStyle
    {
        MarqueeStyle("10", direction: direction, spacing: 2, change: change)
    }

    /// All kinds of motion.
    private static let kinds: [@Sendable (inout MarqueeStyle) -> Void] = [
        { _ in }, { $0.hold = .seconds(1) }, { $0.easing = .easeInOut }, { $0.repeats = 3 }, { $0.bounces = true },
        { ($0.bounces, $0.hold) = (true, .milliseconds(700)) }, { $0.pace = .cycle(.seconds(4)) },
        { $0.rendering = .smooth }, { $0.pace = .speed(.zero) },
    ]

    @Test("C2: a value of the same width changes nothing but its letters: position, motion, holds, ends, drags")
    func sameWidth() {
        for (number, change) in Self.kinds.enumerated() {
            for direction in [Direction.left, .right] {
                let plain = ValueSequence("ABC123DEFGHIJKLM", style(direction, change: change))
                var changing = plain
                for step in 1...40 {
                    let instant = Instant.seconds(Double(step) * 0.1377)
                    changing.exchange("ABC\(100 + step)DEFGHIJKLM", at: instant)
                    expectEqual(changing.state.position(at: instant), plain.state.position(at: instant))
                    let next = changing.state.trajectory.nextChange(after: instant, step: .pixel)
                    expectEqual(next, plain.state.trajectory.nextChange(after: instant, step: .pixel), "kind \(number)")
                }
                expectEqual(changing.state.end, plain.state.end)
            }
        }
    }

    @Test("C2: a value of the same width does not disturb a drag, a flick, a pause or a seam")
    func sameWidthInHand() {
        var plain = ValueSequence("ABC123DEFGHIJKLM", style())
        plain.state.beginDrag(at: .seconds(1))
        plain.state.drag(by: 5, at: .seconds(1.5))
        var changing = plain
        changing.exchange("ABC456DEFGHIJKLM", at: .seconds(1.7))
        plain.state.release(velocity: 90 * 65536, at: .seconds(2))
        changing.state.release(velocity: 90 * 65536, at: .seconds(2))
        changing.exchange("ABC4567DEFGHIJKLM", at: .seconds(2.2))
        for step in 0..<100 {
            let instant = Instant.seconds(2.2 + Double(step) / 10)
            expectEqual(changing.state.position(at: instant), plain.state.position(at: instant))
        }
        var paused = ValueSequence("ABC123DEFGHIJKLM", style())
        paused.state.pause(at: .seconds(0.35))
        paused.exchange("ABC9DEFGHIJKLM", at: .seconds(1))
        #expect(paused.state.isHeld && paused.state.window(at: .seconds(5)).lowerBound == 3)
        paused.state.resume(at: .seconds(5))
        expectEqual(paused.state.window(at: .seconds(5.1)).lowerBound, 4)
    }

    @Test("C2: a value that grows pushes what is behind it, or before it, whichever can be seen less of")
    func growing() {
        var sequence = ValueSequence("ABCDEFGHI9xy", style())
        expectEqual(sequence.shown(0.45), "EFGHI9xy..AB")
        sequence.exchange("ABCDEFGHI10xy", at: .seconds(0.45))
        // Five letters before it, and four with the gap behind it: those before it stay.
        expectEqual(sequence.shown(0.45), "EFGHI10xy..A")
        expectEqual(sequence.shown(0.75), "HI10xy..ABCD")
        sequence.exchange("ABCDEFGHI9xy", at: .seconds(0.75))
        // Now two letters before it and six behind it: the next copy stays.
        expectEqual(sequence.shown(0.75), "GHI9xy..ABCD")
        expectEqual(sequence.shown(0.85), "HI9xy..ABCDE")
    }

    @Test("C2: of all places for the new text it takes one where the most letters stay: tried for all of them")
    func leastMoved() {
        var random = SeededRandom(seed: 5)
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        for _ in 0..<3000 {
            let (before, after) = (Int.random(in: 0...14, using: &random), Int.random(in: 0...14, using: &random))
            let width = Int.random(in: 4...30, using: &random)
            let direction = Bool.random(using: &random) ? Direction.left : .right
            func text(_ count: Int, _ digit: Character) -> String {
                String(letters[0..<before]) + String(repeating: digit, count: count) + String(letters[20..<20 + after])
            }
            let counts = (Int.random(in: 1...6, using: &random), Int.random(in: 1...6, using: &random))
            // With many copies of a short text letters of different copies meet by chance.
            guard width <= before + after + 2 else { continue }
            var sequence = ValueSequence(text(counts.0, "1"), style(direction), width: width)
            let instant = Instant.seconds(Double(Int.random(in: 0...999, using: &random)) / 100)
            let old = Array(sequence.shown(at: instant))
            let trajectory = sequence.state.trajectory
            sequence.exchange(text(counts.1, "2"), at: instant)
            let new = Array(sequence.shown(at: instant))
            func stay(_ other: [Character]) -> Int {
                zip(old, other).filter { $0 == $1 && $0.isLetter }.count
            }
            let written = Array(text(counts.1, "2") + "..")
            let best = written.indices.map { shift in stay((0..<width).map { written[($0 + shift) % written.count] }) }
                .max()
            expectEqual(stay(new), best, "\(String(old)) -> \(String(new))")
            // Whatever the text, the motion is the same as before.
            for step in 0..<20 {
                let later = instant + .milliseconds(Int64(step) * 170)
                expectEqual(sequence.state.position(at: later), trajectory.position(at: later))
            }
        }
    }

    @Test("B2: a value that changes constantly does not restart the pause of a cycle")
    func holdGoesOn() {
        var sequence = ValueSequence("ABC1DEFGHIJKLM", style { $0.hold = .seconds(3) })
        for step in 1...29 {
            sequence.exchange(
                "ABC" + String(repeating: "1", count: step % 4 + 1) + "DEFGHIJKLM", at: .seconds(Double(step) / 10))
        }
        expectEqual([2.9, 3.09, 3.15, 3.25].map { sequence.state.window(at: .seconds($0)).lowerBound }, [0, 0, 1, 2])
        expectEqual(sequence.shown(3.15), "BC11DEFGHIJK")
    }

    @Test("B5: a value that changes its width does not restart the count of cycles")
    func repeatsGoOn() throws {
        for direction in [Direction.left, .right] {
            var sequence = ValueSequence("ABC1DEFGHIJKLM", style(direction) { $0.repeats = 3 })
            for step in 1...7 {
                let value = String(repeating: "1", count: step % 3 + 1)
                sequence.exchange("ABC\(value)DEFGHIJKLM", at: .seconds(Double(step) / 2))
            }
            // Three cycles of 16 to 18 pixels at 10 px/s, less or more what changes behind or before the edge put in.
            let end = try #require(sequence.state.end)
            #expect(Instant.seconds(3.5) < end && end < Instant.seconds(6.5), "ends at \(end.nanoseconds)")
        }
    }

    @Test("B4: a bouncing text continues from where it is, in the same direction, for as many rounds")
    func bouncing() throws {
        for hold in [0, 500] as [Int64] {
            for step in 1...110 {
                var sequence = ValueSequence(
                    "ABC1DEFGHIJKLMNOPQR", style { ($0.bounces, $0.repeats, $0.hold) = (true, 4, .milliseconds(hold)) })
                let instant = Instant.seconds(Double(step) / 13)
                guard let end = sequence.state.end, instant < end else { continue }
                let old = (
                    sequence.state.position(at: instant), sequence.state.position(at: instant + .milliseconds(10))
                )
                sequence.exchange("ABC12DEFGHIJKLMNOPQR", at: instant)
                let new = (
                    sequence.state.position(at: instant), sequence.state.position(at: instant + .milliseconds(10))
                )
                #expect(abs(new.0 - old.0) <= 1)
                // At the far end, which is no longer there, it goes on outwards.
                let isAtEnd = old.0 == 7 << 16
                if old.0 != old.1, !isAtEnd {
                    expectEqual((new.1 - new.0).signum(), (old.1 - old.0).signum(), "at \(instant)")
                }
                let later = try #require(sequence.state.end)
                #expect(later >= end - .microseconds(2) && later <= end + .milliseconds(1500), "at \(instant)")
            }
        }
    }

    @Test("C2: what waits at the seam or has come in half is changed where it is")
    func atTheSeam() {
        var sequence = ValueSequence("ABCDE", style(), width: 12)
        sequence.state.replace("x1y", length: 3, swap: .seam, at: .seconds(0.35))
        sequence.exchange("x22y", at: .seconds(0.45))
        expectEqual(sequence.shown(0.45), "E..ABCDE..AB")
        expectEqual(sequence.shown(1.05), "DE..ABCDE..x")
        let before = sequence.state.position(at: .seconds(1.25))
        sequence.exchange("x333y", at: .seconds(1.25))
        expectEqual(sequence.shown(1.25), "..ABCDE..x33")
        expectEqual(sequence.state.position(at: .seconds(1.25)), before)
        expectEqual(sequence.shown(1.65), "CDE..x333y..")
    }

    @Test(
        "B1: a text that fits stands, one that no longer fits starts to move, and one that fits again follows in and stands"
    )
    func stillAndMoving() {
        var sequence = ValueSequence("AB9", style { ($0.scroll, $0.align) = (.auto, .center) })
        expectEqual(sequence.shown(1), "....AB9.....")
        sequence.exchange("AB10", at: .seconds(1))
        expectEqual(sequence.shown(1), "....AB10....")
        sequence.exchange("AB1234567890X", at: .seconds(2))
        #expect(sequence.shown(2) == "AB1234567890" && sequence.shown(2.15) == "B1234567890X")
        sequence.exchange("AB9", at: .seconds(2.15))
        expectEqual(sequence.shown(2.15), "B1234567890X")
        expectEqual(sequence.state.window(at: .seconds(20)), sequence.state.window(at: .seconds(30)))
    }
}

@Suite("Messages with values")
struct MessageExchangeTests {
    private func content(_ text: String, _ size: Size, _ change: (inout Message) -> Void = { _ in }) throws
        -> MessageContent
    {
        var message = Message(text, fonts: StyledFonts.fonts)
        message.motion.pace = .speed(Speed(10))
        message.motion.spacing = 4
        change(&message)
        return try MessageContent(message, size: size)
    }

    private func replace(_ content: MessageContent, _ text: String, at instant: Instant) throws {
        var message = content.message
        message.text = text
        try content.replace(message, swap: .now, at: instant)
    }

    @Test("C2, C5: a clock that ticks within a moving text: frame by frame the undisturbed sign but for its digits")
    func clock() throws {
        let size = Size(width: 16, height: 2)
        let ticking = try content("AB 1200 BA", size)
        var instant = Instant.zero
        var minute = 0
        // Every frame of a minute, at 100 frames a second, and every second another minute.
        while instant < Instant.seconds(60) {
            if instant.nanoseconds % 1_000_000_000 == 0 {
                minute = Int(instant.nanoseconds / 1_000_000_000)
                try replace(ticking, "AB \(1200 + minute) BA", at: instant)
            }
            let undisturbed = try content("AB \(1200 + minute) BA", size)
            #expect(same(picture(ticking, at: instant, size), picture(undisturbed, at: instant, size)))
            expectEqual(ticking.nextChange(after: instant), undisturbed.nextChange(after: instant))
            instant = instant + .milliseconds(10)
        }
    }

    @Test(
        "C2: a value that gets wider leaves the text before it, pixel for pixel, where it was on the undisturbed sign")
    func wider() throws {
        let size = Size(width: 16, height: 2)
        let changing = try content("AB i BA", size)
        let undisturbed = try content("AB i BA", size)
        try replace(changing, "AB ii BA", at: .milliseconds(100))
        for step in 10..<40 {
            let instant = Instant(nanoseconds: Int64(step) * 10_000_000)
            let (new, old) = (picture(changing, at: instant, size), picture(undisturbed, at: instant, size))
            // The value begins in column 8 of the text.
            for x in 0..<max(0, 8 - Int(instant.nanoseconds / 100_000_000)) {
                #expect([0, 1].allSatisfy { new.mono[x, $0] == old.mono[x, $0] })
            }
        }
        expectEqual(drawn(changing, at: .milliseconds(100), size), "#.#....#.#...#..\n..##...#.#...##.")
    }

    @Test("B0: pages continue where they are when a value changes")
    func pages() throws {
        let size = Size(width: 6, height: 2)
        let paged = try content("AB 1 BA 2", size) { ($0.overflow, $0.pageTime) = (.pages, .seconds(3)) }
        let first = drawn(paged, at: .zero, size)
        for second in 1...20 {
            let instant = Instant.seconds(Double(second))
            let undisturbed = try content("AB \(second % 10) BA 2", size) {
                ($0.overflow, $0.pageTime) = (.pages, .seconds(3))
            }
            try replace(paged, "AB \(second % 10) BA 2", at: instant)
            expectEqual(drawn(paged, at: instant, size), drawn(undisturbed, at: instant, size))
            expectEqual(paged.nextChange(after: instant), undisturbed.nextChange(after: instant))
        }
        #expect(!first.isEmpty && paged.nextChange(after: .seconds(20)) == .seconds(21))
    }

    @Test("C2: of wrapped lines that move up those above the change stay")
    func lines() throws {
        let size = Size(width: 6, height: 4)
        let wrapped = try content("AB BA 1 AB BA", size) { ($0.overflow, $0.motion.pace) = (.wrap, .speed(Speed(1))) }
        let before = drawn(wrapped, at: .seconds(1), size)
        try replace(wrapped, "AB BA 1 1 1 1 1 AB BA", at: .seconds(1))
        expectEqual(drawn(wrapped, at: .seconds(1), size).prefix(20), before.prefix(20))
    }
}

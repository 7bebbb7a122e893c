import BitmapFonts
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite struct ClockTests {
    /// A clock that can be set, and unset.
    private final class Wall: LocalTimeSource, @unchecked Sendable {
        // Unchecked: one thread of a test uses it.
        var time: LocalTime?
        var revision = 0

        init(_ hour: Int, _ minute: Int, _ second: Int = 0) {
            time = Self.time(3, 7, hour, minute, second)
        }

        /// A time of 2026.
        static func time(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int = 0) -> LocalTime? {
            guard let date = CivilDate(year: 2026, month: month, day: day),
                let time = CivilTime(hour: hour, minute: minute, second: second)
            else { return nil }
            return LocalTime(date: date, time: time)
        }

        func localTime(at instant: Instant) -> LocalTime? {
            time.flatMap { SteadyLocalTime($0).localTime(at: instant) }
        }
    }

    /// The clock whose digits are boxes of 5 x 7 is hard to read, so what is compared is the columns of its fields.
    private func clock(
        _ pattern: String, _ wall: Wall, cadence: SharedCadence = SharedCadence(), blinks: Bool = false
    ) throws -> DigitalClock {
        try DigitalClock(
            try #require(DigitalClockPattern(pattern)), look: Message("", fonts: FontChain([])), blinks: blinks,
            size: Size(width: 80, height: 10), source: wall, cadence: cadence)
    }

    @Test("patterns are fields, texts and nothing else")
    func patterns() {
        expectEqual(
            DigitalClockPattern("HH:mm")?.pieces,
            [
                .field(.hour, digits: 2), .literal(":"), .field(.minute, digits: 2),
            ])
        expectEqual(
            DigitalClockPattern("h 'o''clock' a")?.pieces,
            [
                .field(.hourOfHalfDay, digits: 1), .literal(" o'clock "), .field(.halfDay, digits: 1),
            ])
        for wrong in ["", "EEEE", "HHH", "HH'", "ss:mmm", "aa", String(repeating: "H:", count: 21)] {
            #expect(DigitalClockPattern(wrong) == nil, "\(wrong)")
        }
    }

    @Test("fields have the numbers of the time: 24 and 12 hours, two digits of a year")
    func fields() throws {
        let time = try #require(Wall.time(3, 7, 0, 5, 9))
        let numbers = DigitalClockPattern.Field.allCases.map { $0.number(at: time, digits: 2) }
        expectEqual(numbers, [0, 12, 5, 9, 7, 3, 26, 0])
        let noon = try #require(Wall.time(12, 31, 13, 59))
        expectEqual(
            [.hour, .hourOfHalfDay, .halfDay].map { (field: DigitalClockPattern.Field) in
                field.number(at: noon, digits: 1)
            }, [13, 1, 1])
        expectEqual(DigitalClockPattern.Field.year.number(at: noon, digits: 4), 2026)
    }

    @Test("E6: a digital clock changes when its smallest field changes, exactly")
    func changes() throws {
        let wall = Wall(12, 34, 56)
        try expectEqual(clock("HH:mm", wall).nextChange(after: .zero), .seconds(4))
        try expectEqual(clock("HH:mm:ss", wall).nextChange(after: .zero), .seconds(1))
        try expectEqual(clock("HH:mm", wall, blinks: true).nextChange(after: .zero), .seconds(0.5))
        try expectEqual(clock("HH:mm", wall).nextChange(after: .seconds(4)), .seconds(64))
    }

    @Test("E2: in the minutes cadence a clock drops its seconds, in lower ones it does not blink")
    func cadence() throws {
        let (wall, cadence) = (Wall(12, 34, 56), SharedCadence())
        let given = try clock("HH:mm:ss", wall, cadence: cadence, blinks: true)
        let full = drawn(given, at: .zero, Size(width: 80, height: 10))
        #expect(drawn(given, at: .seconds(0.5), Size(width: 80, height: 10)) != full)
        let revision = given.revision
        cadence.cadence = .seconds
        #expect(given.revision > revision)
        expectEqual(given.nextChange(after: .zero), .seconds(1))
        expectEqual(drawn(given, at: .seconds(0.5), Size(width: 80, height: 10)), full)
        cadence.cadence = .minutes
        expectEqual(given.nextChange(after: .zero), .seconds(4))
        let short = try clock("HH:mm", wall)
        expectEqual(
            drawn(given, at: .zero, Size(width: 80, height: 10)), drawn(short, at: .zero, Size(width: 80, height: 10))
        )
    }

    @Test("an unknown time is shown as dashes, and checked once a second")
    func unknown() throws {
        let wall = Wall(12, 34)
        let given = try clock("HH:mm", wall)
        let known = drawn(given, at: .zero, Size(width: 80, height: 10))
        wall.time = nil
        wall.revision += 1
        expectEqual(drawn(given, at: .zero, Size(width: 80, height: 10)), known)
        expectEqual(given.nextChange(after: .zero), .seconds(1))
        expectEqual(given.revision, 1)
    }

    private func face(_ wall: Wall, _ change: (inout AnalogClock.Style) -> Void = { _ in }) -> AnalogClock {
        var style = AnalogClock.Style()
        (style.hour, style.minute) = (AnalogClock.Hand(.white, length: 50), AnalogClock.Hand(.white, length: 100))
        change(&style)
        return AnalogClock(style, size: Size(width: 9, height: 9), source: wall)
    }

    @Test("E6: the hands of an analog clock show the time, and jump every minute")
    func hands() {
        let three = "....#....\n....#....\n....#....\n....#....\n....###..\n.........\n.........\n.........\n........."
        expectEqual(drawn(face(Wall(3, 0)), at: .zero, Size(width: 9, height: 9)), three)
        expectEqual(drawn(face(Wall(15, 0)), at: .zero, Size(width: 9, height: 9)), three)
        let six = "....#....\n....#....\n....#....\n....#....\n....#....\n....#....\n....#....\n.........\n........."
        expectEqual(drawn(face(Wall(5, 59, 59)), at: .seconds(1), Size(width: 9, height: 9)), six)
        expectEqual(face(Wall(5, 59, 30)).nextChange(after: .zero), .seconds(30))
    }

    @Test("E2: the second hand is there once a second, and not in the minutes cadence; unset clocks have no hands")
    func seconds() {
        let (wall, cadence) = (Wall(0, 0, 15), SharedCadence())
        var style = AnalogClock.Style()
        (style.hour, style.minute) = (nil, nil)
        style.second = AnalogClock.Hand(.white, length: 100)
        let clock = AnalogClock(style, size: Size(width: 5, height: 5), source: wall, cadence: cadence)
        let size = Size(width: 5, height: 5)
        expectEqual(drawn(clock, at: .zero, size), ".....\n.....\n..###\n.....\n.....")
        expectEqual(drawn(clock, at: .seconds(15), size), ".....\n.....\n..#..\n..#..\n..#..")
        expectEqual(clock.nextChange(after: .zero), .seconds(1))
        cadence.cadence = .minutes
        expectEqual(drawn(clock, at: .zero, size), ".....\n.....\n.....\n.....\n.....")
        expectEqual(clock.nextChange(after: .zero), .seconds(45))
        cadence.cadence = .live
        wall.time = nil
        expectEqual(drawn(clock, at: .zero, size), ".....\n.....\n.....\n.....\n.....")
    }

    @Test("wide hands have their width at every angle, and the face is as large as fits")
    func wide() {
        for minute in 0..<60 {
            let clock = face(Wall(0, minute)) { style in
                style.hour = nil
                style.minute = AnalogClock.Hand(.white, length: 80, width: 3)
            }
            let lit = drawn(clock, at: .zero, Size(width: 9, height: 9)).filter { $0 == "#" }.count
            #expect((9...22).contains(lit), "\(minute): \(lit)")
        }
        let faces = AnalogClock(
            {
                var style = AnalogClock.Style()
                (style.hour, style.minute, style.rim) = (nil, nil, .white)
                return style
            }(), size: Size(width: 7, height: 4), source: Wall(0, 0))
        expectEqual(drawn(faces, at: .zero, Size(width: 7, height: 4)), "..##...\n.#..#..\n.#..#..\n..##...")
    }
}

import Schedules
import Settings
import SignTestSupport
import Testing

@Suite struct LengthOfTimeTests {
    @Test(
        "A length of time is written in its letters; the largest takes all the rest, and the finest is rounded down",
        arguments: [
            (0, "m:ss", "0:00"), (5, "m:ss", "0:05"), (187, "m:ss", "3:07"), (6_000, "m:ss", "100:00"),
            (5_999, "H:mm", "1:39"), (90_061, "d HH:mm:ss", "1 01:01:01"), (90_061, "H'h' m'min'", "25h 1min"),
            (-187, "m:ss", "-3:07"), (-5, "H:mm", "0:00"), (59, "minutes", "0"),
        ] as [(Int64, String, String)])
    func texts(seconds: Int64, format: String, expected: String) throws {
        try expectEqual(CountFormat.text(ofSeconds: seconds, format: format), expected)
    }

    @Test("The longest times have a text, and a format without letters for times is refused at its place")
    func limits() throws {
        try expectEqual(CountFormat.text(ofSeconds: .max, format: "s"), "9223372036854775807")
        try expectEqual(CountFormat.text(ofSeconds: .min, format: "s"), "-9223372036854775807")
        #expect {
            try CountFormat.text(ofSeconds: 0, format: "m:yy")
        } throws: { ($0 as? TextError)?.offset == 2 }
    }
}

import LiveValues
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing

@testable import SignPlayback

/// Bars of sign files, with values.
@Suite struct BarPartTests {
    private func stage(_ bar: String, _ format: Canvas.Format = .mono, width: Int = 10) throws -> SignStage {
        try SignStage(
            "fields: {load: {variable: '0'}, most: {variable: '20'}}\nmessage: {parts: [{\(bar)}]}\n",
            size: Size(width: width, height: 1), format: format)
    }

    private func set(_ name: String, _ value: LiveValue?, _ sign: SignStage) {
        sign.player.take([LiveChange(name: name, reading: LiveReading(value))], at: sign.instant(0))
    }

    @Test("a bar follows its value in place, by the range 0 to 100 or one of numbers and values")
    func values() throws {
        let sign = try stage("bar: '{load}'")
        for (value, expected) in [
            ("40", "####......"), ("100", "##########"), ("250", "##########"), ("-3", ".........."),
        ] {
            set("load", .text(value), sign)
            expectEqual(sign.picture(at: 0), expected, "\(value)")
        }
        let ranged = try stage("bar: '{load|times 2}', range: [10, '{most}'], direction: left")
        set("load", "7", ranged)
        set("most", "20", ranged)
        expectEqual(ranged.picture(at: 0), "......####")
        set("most", "50", ranged)
        expectEqual(ranged.picture(at: 0), ".........#")
        let shrinking = try stage("bar: 3, range: [10, 0]")
        expectEqual(shrinking.picture(at: 0), "#######...")
    }

    @Test("without a number, without a range and beyond it a bar is empty or full, and reversed ranges work")
    func ranges() throws {
        let sign = try stage("bar: '{load}', range: [0, '{most}']")
        for (load, most, expected) in [
            ("5", "10", "#####....."), ("5", nil, ".........."), ("5", "NaN", ".........."), ("5", "0", ".........."),
            ("5", "x", ".........."), ("5", "", ".........."), ("NaN", "10", ".........."), (nil, "10", ".........."),
            ("inf", "10", ".........."), ("-5", "-10", "#####....."), ("5", "-10", ".........."),
            ("1e300", "1", ".........."), ("99999999999", "0.000001", "##########"),
            ("5", .list([1]), ".........."), ("5", .record(["a": 1]), ".........."), ("10", "5", "##########"),
        ] as [(LiveValue?, LiveValue?, String)] {
            set("load", load, sign)
            set("most", most, sign)
            expectEqual(sign.picture(at: 0), expected, "\(String(describing: (load, most)))")
        }
        let reversed = try stage("bar: '{load}', range: ['{most}', 0]")
        set("load", "2", reversed)
        set("most", "10", reversed)
        expectEqual(reversed.picture(at: 0), "########..")
    }

    @Test("its colour is that of the largest number that the value reaches, in whatever order they stand")
    func colors() throws {
        let sign = try stage("bar: '{load}', color: blue, colors: {85.5: red, 0: lime, 60: yellow}", .rgb)
        for (value, expected) in [
            ("-1", 0x000000), ("0", 0), ("59.99", 0x00FF00), ("60", 0xFFFF00), ("85.49", 0xFFFF00), ("85.5", 0xFF0000),
        ] as [(String, UInt32)] {
            set("load", .text(value), sign)
            sign.player.direct(at: sign.instant(0))
            var frame = Frame(size: sign.player.size, format: .rgb)
            sign.player.draw(at: sign.instant(0), into: &frame)
            expectEqual(frame.canvas.rgb[0, 0], Color(rawValue: expected), "\(value)")
        }
        let plain = try stage("bar: '{load}', range: [-10, 0], color: blue, colors: {0: lime}", .rgb)
        set("load", "-5", plain)
        plain.player.direct(at: plain.instant(0))
        var frame = Frame(size: plain.player.size, format: .rgb)
        plain.player.draw(at: plain.instant(0), into: &frame)
        expectEqual(frame.canvas.rgb[0, 0], Color(rawValue: 0x0000FF))
    }

    @Test("what is no number draws an empty bar, and is a problem of its source with the line that needs it")
    func wrongValues() throws {
        let sign = try stage("bar: '{load}'")
        expectEqual(sign.player.valueProblems.isEmpty, true)
        for (value, words) in [
            ("high", "\"high\" is not a number, which the part in line 2 needs"),
            ("NaN", "\"NaN\" is not a number, which the part in line 2 needs"),
            ("inf", "\"inf\" is not a number, which the part in line 2 needs"),
            ("1e300", "\"1e300\" is not a number, which the part in line 2 needs"),
            (.list(["1", "2"]), "a list, not a number, which the part in line 2 needs"),
            (.record(["a": "1"]), "a record, not a number, which the part in line 2 needs"),
        ] as [(LiveValue, String)] {
            set("load", "50", sign)
            expectEqual(sign.picture(at: 0), "#####.....")
            set("load", value, sign)
            expectEqual(sign.picture(at: 0), "..........", "\(words)")
            expectEqual(sign.player.valueProblems.mapValues(\.description), ["load": words])
        }
        // Without a value its source says why.
        set("load", nil, sign)
        expectEqual(sign.picture(at: 0), "..........")
        expectEqual(sign.player.valueProblems.isEmpty, true)
    }

    @Test("a path to nothing is a problem, unless the value says what stands there instead")
    func paths() throws {
        let sign = try stage("bar: '{load.now}'")
        set("load", .record(["then": "1"]), sign)
        expectEqual(
            sign.player.valueProblems["load"]?.description, "no value at \"now\", which the part in line 2 needs")
        set("load", .record(["now": "a"]), sign)
        expectEqual(
            sign.player.valueProblems["load"]?.description,
            "\"now\" is \"a\", not a number, which the part in line 2 needs")
        let other = try stage("bar: '{load.now|or 30}'")
        set("load", .record(["then": "1"]), other)
        expectEqual(other.picture(at: 0), "###.......")
        expectEqual(other.player.valueProblems.isEmpty, true)
        let worded = try stage("bar: '{load ? = full: \"100\", else: \"20\"}'")
        set("load", "full", worded)
        expectEqual(worded.picture(at: 0), "##########")
        set("load", "empty", worded)
        expectEqual(worded.picture(at: 0), "##........")
    }

    @Test("a language with a decimal comma changes no number")
    func locale() throws {
        let sign = try SignStage(
            "locale: de\nfields: {load: {variable: '0'}}\nmessage: {parts: [{bar: '{load|.1}', range: [0, 1]}]}\n",
            size: Size(width: 10, height: 1))
        set("load", "0.52", sign)
        expectEqual(sign.picture(at: 0), "#####.....")
    }

    @Test("a value in a turn, and one that moves by key frames, follow as well")
    func nested() throws {
        let sign = try stage(
            "parts: [{bar: '{load}', area: {width: 4, height: 1}, key-frames: [{x: 0}, {offset: 1s, x: 6}]}]")
        set("load", "50", sign)
        expectEqual(sign.picture(at: 1000), "......##..")
        set("load", "100", sign)
        expectEqual(sign.picture(at: 1000), "......####")
    }
}

import LiveValues
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing

@testable import SignPlayback

/// Plots of sign files, with values.
@Suite struct PlotPartTests {
    private func stage(_ plot: String, _ format: Canvas.Format = .mono) throws -> SignStage {
        try SignStage(
            "fields: {a: {variable: '0'}, most: {variable: '3'}}\nmessage: {parts: [{\(plot)}]}\n",
            size: Size(width: 4, height: 4), format: format)
    }

    private func set(_ name: String, _ value: LiveValue?, _ sign: SignStage) {
        sign.player.take([LiveChange(name: name, reading: LiveReading(value))], at: sign.instant(0))
    }

    @Test("a plot follows a list in place, between two numbers or values")
    func values() throws {
        let sign = try stage("plot: '{a}', range: [0, '{most}']")
        set("a", .list([0, 1, 2, 3]), sign)
        set("most", 3, sign)
        expectEqual(sign.picture(at: 0), "...#\n..#.\n.#..\n#...")
        set("a", .list([3, "", 0, "0"]), sign)
        expectEqual(sign.picture(at: 0), "#...\n....\n....\n..##")
        expectEqual(sign.player.valueProblems.isEmpty, true)
        set("most", 9, sign)
        expectEqual(sign.picture(at: 0), "....\n....\n#...\n..##")
        let bars = try stage("plot: '{a.prices|times 2}', as: bars, range: [0, 8]")
        set("a", .record(["prices": .list([1, 2, 3, 4])]), bars)
        expectEqual(bars.picture(at: 0), "...#\n..##\n.###\n####")
    }

    @Test("a plot of numbers in the file is as one of a value, and never changes")
    func fixedNumbers() throws {
        let sign = try stage("plot: [0, 1, 2, 3], range: [0, 3]")
        expectEqual(sign.picture(at: 0), "...#\n..#.\n.#..\n#...")
        let bars = try stage("plot: [2, 4.0, 6, 8], as: bars, range: [0, 8]")
        expectEqual(bars.picture(at: 0), "...#\n..##\n.###\n####")
        let listed = try SignStage(
            "message: {columns: [{plot: [0, 3], width: fill, range: [0, 3]}]}\n", size: Size(width: 4, height: 4),
            format: .mono)
        expectEqual(listed.picture(at: 0).suffix(4).first, "#")
    }

    @Test("without a range the plot fills its area, and does not change its range with each value")
    func automatic() throws {
        let sign = try stage("plot: '{a}', as: area, range: auto")
        set("a", .list([0, 0, 8, 8]), sign)
        // The range is -1 to 9: the middle of the line is 2.7 and 0.3 rows from the top.
        expectEqual(sign.picture(at: 0), "..##\n..##\n.###\n####")
        set("a", .list([0, 0, 8.9, 8.9].map { .number(LiveNumber(parsing: "\($0)") ?? 0) }), sign)
        set("a", .list([3, 3, 3, 8]), sign)
        // Still the same: 3 is 1.8 rows from the top.
        expectEqual(sign.picture(at: 0), "...#\n..##\n####\n####")
    }

    @Test("a range without a value of an end, or of two equal ones, draws nothing; the smaller end is at the bottom")
    func ranges() throws {
        let sign = try stage("plot: '{a}', range: ['{most}', 0]")
        set("a", .list([0, 1, 2, 3]), sign)
        let line = "...#\n..#.\n.#..\n#..."
        for (most, expected) in [
            ("3", line), (nil, nil), ("3", line), ("NaN", nil), ("0", nil), ("0.0", nil), ("x", nil), (.list([3]), nil),
            ("3", line), ("inf", nil), ("-3", "####\n....\n....\n...."),
        ] as [(LiveValue?, String?)] {
            set("most", most, sign)
            expectEqual(
                sign.picture(at: 0), expected ?? "....\n....\n....\n....", "\(String(describing: most))")
        }
    }

    @Test("its colours are those of its numbers, column by column")
    func colors() throws {
        let sign = try stage("plot: '{a}', as: bars, range: [0, 4], color: blue, colors: {2: lime, 3: red}", .rgb)
        set("a", .list([1, 2, 3, 4]), sign)
        sign.player.direct(at: sign.instant(0))
        var frame = Frame(size: sign.player.size, format: .rgb)
        sign.player.draw(at: sign.instant(0), into: &frame)
        expectEqual((0..<4).map { frame.canvas.rgb[$0, 3].description }, ["#0000ff", "#00ff00", "#ff0000", "#ff0000"])
    }

    @Test("what is no list of numbers draws nothing, or a gap, and is a problem of its source")
    func wrongValues() throws {
        let sign = try stage("plot: '{a}', range: [0, 3]")
        for (value, words, picture) in [
            ("3", "\"3\" is not a list of numbers", "....\n....\n....\n...."),
            (.list([3, "high", 0]), "\"high\" in the list is not a number", "#...\n....\n....\n...#"),
            (.list([3, .list([1]), 0]), "\"1\" in the list is not a number", "#...\n....\n....\n...#"),
        ] as [(LiveValue, String, String)] {
            set("a", value, sign)
            expectEqual(sign.picture(at: 0), picture, "\(words)")
            expectEqual(
                sign.player.valueProblems.mapValues(\.description),
                ["a": words + ", which the part in line 2 needs"])
        }
        set("a", nil, sign)
        expectEqual(sign.picture(at: 0), "....\n....\n....\n....")
        expectEqual(sign.player.valueProblems.isEmpty, true)
    }

    @Test("the history of a source is plotted with its gaps, and moves on with it")
    func history() throws {
        let sign = try stage("plot: '{a.history}', range: [0, 3]")
        func set(_ history: [LiveValue]) {
            let reading = LiveReading("1", history: .list(history))
            sign.player.take([LiveChange(name: "a", reading: reading)], at: sign.instant(0))
        }
        set(["", "", 0, 3])
        expectEqual(sign.picture(at: 0), "...#\n...#\n..#.\n..#.")
        set(["", 0, 3, ""])
        expectEqual(sign.picture(at: 0), "..#.\n..#.\n.#..\n.#..")
        expectEqual(sign.player.valueProblems.isEmpty, true)
    }

    @Test("a list of 100,000 numbers is drawn by the means of its columns")
    func long() throws {
        let sign = try stage("plot: '{a}', as: bars, range: [0, 4]")
        set("a", .list((0..<100_000).map { .number(LiveNumber($0 / 25_000 + 1)) }), sign)
        expectEqual(sign.picture(at: 0), "...#\n..##\n.###\n####")
    }
}

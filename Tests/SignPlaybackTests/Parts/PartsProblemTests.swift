import SignFiles
import SignTestSupport
import Testing

@testable import SignPlayback

/// What is wrong with parts, each at its place.
@Suite struct PartsProblemTests {
    private func check(_ text: String, _ expected: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        let problems = PartsSigns.problems(text)
        expectEqual(problems.count, expected.count, "\(problems)", sourceLocation: sourceLocation)
        for (problem, part) in zip(problems, expected) {
            let place = part.prefix { $0 != " " }
            #expect(problem.hasPrefix(place + ": "), "\(problem)", sourceLocation: sourceLocation)
            let words = part.dropFirst(place.count + 1)
            #expect(words.isEmpty || problem.contains(words), "\(problem)", sourceLocation: sourceLocation)
        }
    }

    @Test("a part has one content: no content and several are problems")
    func contents() {
        check("parts:\n  - {delay: 1s}\n", "2:5 this part has no content")
        check("parts:\n  - {shape: box, image: a.png}\n", "2:18 cannot be used together")
        check("parts: [{pixels: \"#\", text: A}]\n", "1:23 cannot be used together")
        check("parts: []\nextra: 1\n", "2:1 extra")
    }

    @Test("unknown keys and words come with the nearest one")
    func nearest() {
        check("parts:\n  - {shape: circel}\n", "2:13 circle")
        check("parts:\n  - {shape: box, filed: no}\n", "2:18 filled")
        check("parts: [{pixels: \"#\", key-frames: [{scal: 2}]}]\n", "1:37 scale")
    }

    @Test("pixel art knows its letters, and says which character has no colour and where")
    func pixels() {
        check("parts:\n  - pixels: |\n      ##.\n      #?.\n", "4:8 \"?\"")
        check("parts: [{pixels: \"#z\"}]\n", "1:18 \"z\"")
        check("parts: [{pixels: \"#x\", palette: {x: redd}}]\n", "1:37 red")
        check("parts: [{pixels: \"#x\", palette: {x: red, yy: blue}}]\n", "1:42 yy")
        check("parts: [{pixels: \"\"}]\n", "1:18 rows of characters")
    }

    @Test("ticks are of one kind, with valid times")
    func ticks() {
        check("parts: [{turns: [A], ticks: {every: 1s, at: [2s]}}]\n", "1:29 exactly one of")
        check("parts: [{turns: [A], ticks: often}]\n", "1:29 a time such as 3s")
        check("parts: [{turns: [A], ticks: {cycle: [0s, 0s]}}]\n", "1:37 more than 0")
        check("parts: [{turns: [A], ticks: 0s}]\n", "1:29 a time")
        check("parts: [{turns: [A], ticks: {at: []}}]\n", "1:34 1 to 1000 times")
    }

    @Test("key frames: the first has no offset, and easings and numbers are checked")
    func keyFrames() {
        check("parts: [{pixels: \"#\", key-frames: [{offset: 1s}]}]\n", "1:37 first key frame")
        check("parts: [{pixels: \"#\", key-frames: []}]\n", "1:35 at least one key frame")
        check("parts: [{pixels: \"#\", key-frames: [{x: far}]}]\n", "1:40 a number")
        check("parts: [{pixels: \"#\", key-frames: [{scale: 101}]}]\n", "1:44 100")
        check("parts: [{pixels: \"#\", key-frames: [{easing: bouncy}]}]\n", "1:45 spring")
        check("parts: [{pixels: \"#\", key-frames: [{easing: \"spring(0s,2)\"}]}]\n", "1:45 spring")
        check("parts: [{pixels: \"#\", anchor: [1], key-frames: [{x: 1}]}]\n", "1:31 two numbers")
    }

    @Test("tempo, copies, clocks and cues say what they expect")
    func others() {
        check("parts: [{pixels: \"#\", tempo: fast}]\n", "1:30 bpm")
        check("parts: [{pixels: \"#\", tempo: 1001}]\n", "1:30 1000")
        check("parts: [{pixels: \"#\", tempo: 0 bpm}]\n", "1:30 bpm")
        check("parts: [{pixels: \"#\", copies: {count: 0}}]\n", "1:39 1 to 100")
        check("parts: [{clock: EEEE}]\n", "1:17 HH:mm")
        check("parts: [{pixels: \"#\", cues: [{name: bell}]}]\n", "1:30 ticks")
        check("parts: [{turns: [{pixels: \"#\", cues: [{name: bell, ticks: 1s}]}]}]\n", "1:32 cannot have cues")
        check("parts: [{items: [{text: A, box: red, capsule: red}]}]\n", "1:38 cannot be used together")
    }

    @Test("several problems are reported together, in the order of the file")
    func several() {
        check(
            "parts:\n  - {shape: bx}\n  - {pixels: \"#\", tempo: x}\n  - {parts: [{text: A, delay: y}]}\n", "2:13",
            "3:26", "4:31")
    }

    @Test("parts within parts end at a depth, pixels and copies at a number")
    func limits() {
        let deep = String(repeating: "{parts: [", count: 9) + "A" + String(repeating: "]}", count: 9)
        check("parts: [\(deep)]\n", "1:73 8 levels")
        check("parts: [{shape: box, area: {width: 4096, height: 4096}}]\n", "1:10 pixels")
        let wide = "{pixels: \"#\", copies: {count: 100}}"
        check("parts: [{parts: [\(Array(repeating: wide, count: 21).joined(separator: ", "))]}]\n", "1:759 copies")
        check("parts: [{image: no.png}]\n", "1:10 no.png: cannot read: No such file or directory")
        check("parts: [{text: A, font: none.bdf}]\n", "1:25")
    }
}

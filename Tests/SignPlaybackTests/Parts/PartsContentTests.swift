import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

@Suite struct PartsContentTests {
    @Test("E4: parts lie over each other in the order of the file, and what they do not draw shines through")
    func overlay() throws {
        let text = """
            parts:
              - {shape: box, area: {x: 0, y: 0, width: 6, height: 3}}
              - {shape: box, area: {x: 1, y: 1, width: 3, height: 1}, color: black}
              - {pixels: "#", position: [2, 1]}
              - {shape: line, from: [7, 0], to: [7, 2]}
            """
        expectEqual(shown(try PartsSigns.content(text, 8, 3), at: 0, 8, 3), "######.#\n#.#.##.#\n######.#")
    }

    private static let metronome = """
        parts:
          - {shape: box, area: {x: 0, y: 7, width: 9, height: 1}}
          - shape: line
            area: {x: 4, y: 0, width: 1, height: 7}
            anchor: [0.5, 7]
            tempo: 120 bpm
            key-frames:
              - {rotation: -30}
              - {offset: 1s, rotation: 30, easing: ease-in-out}
              - {offset: 1s, rotation: -30, easing: ease-in-out}
            cues:
              - {name: beat, ticks: {from: 0s, every: 1s}}
              - {name: bell, ticks: {from: 0s, every: 4s}}
          - {pixels: "#", position: [4, 6]}
        """

    @Test("E4: the back and the front of a metronome are drawn once while the pendulum swings")
    func counted() throws {
        let content = try PartsSigns.content(Self.metronome, 9, 8)
        for frame in 0..<120 { _ = shown(content, at: Double(frame) * 1000 / 60, 9, 8) }
        expectEqual([0, 2].map { content.layers.drawCount(ofPart: $0) }, [1, 1])
        #expect(content.layers.drawCount(ofPart: 1) > 100)
    }

    @Test("E6: the pendulum turns about its foot, and swings twice as fast at twice the beats")
    func pendulum() throws {
        let content = try PartsSigns.content(Self.metronome, 9, 8)
        let slow = try PartsSigns.content(Self.metronome.replacing("120 bpm", by: "60 bpm"), 9, 8)
        let upright = "....#....\n....#....\n....#....\n....#....\n....#....\n....#....\n....#....\n#########"
        expectEqual(shown(content, at: 250, 9, 8), upright)
        expectEqual(shown(slow, at: 500, 9, 8), upright)
        for (picture, isLeft) in [(shown(content, at: 0, 9, 8), true), (shown(content, at: 500, 9, 8), false)] {
            let rows = picture.split(separator: "\n").map(Array.init)
            // The foot stands, the head is about 7 sin 30 degrees aside.
            expectEqual(rows[6][4], "#")
            let columns = rows[1].indices.filter { rows[1][$0] == "#" }
            #expect(columns.allSatisfy { isLeft ? $0 <= 2 : $0 >= 6 } && !columns.isEmpty, "\(picture)")
        }
    }

    @Test(
        "E6: beats and bells are called at exact instants at any number of beats a minute",
        arguments: [
            (120, 500_000_000), (60, 1_000_000_000), (7, 8_571_428_572), (125, 480_000_000), (208, 288_461_539),
        ])
    func cues(beats: Int, first: Int64) throws {
        let content = try PartsSigns.content(Self.metronome.replacing("120 bpm", by: "\(beats) bpm"), 9, 8)
        var instant = Instant(nanoseconds: -1)
        for beat in 0..<1000 {
            let call = try #require(content.nextCues(after: instant))
            expectEqual(call.names, (beat % 4 == 0 ? ["beat", "bell"] : ["beat"]))
            // Beat k comes k * 60 / beats seconds after the start, in whole nanoseconds, rounded up: no drift.
            let due = (beat * 60_000_000_000 + beats - 1) / beats
            expectEqual(call.instant.nanoseconds, Int64(due))
            instant = call.instant
        }
        expectEqual(content.nextCues(after: .zero)?.instant.nanoseconds, first)
    }

    @Test("E6: cues come on time, however rarely the picture changes, and for every copy of a wave")
    func cuesInTime() throws {
        let text = """
            parts:
              - pixels: "#"
                delay: 1s
                copies: {count: 3, delay: 0.1s}
                cues: [{name: tick, ticks: {at: [2s]}}]
            """
        let content = try PartsSigns.content(text, 3, 1)
        content.cadence = .minutes
        var instant = Instant.zero
        var times: [Int64] = []
        while let call = content.nextCues(after: instant) {
            instant = call.instant
            times.append(instant.nanoseconds / 1_000_000)
        }
        expectEqual(times, [3000, 3100, 3200])
    }

    @Test("E5: a heart beats: 1.0, 1.6 and 2.0 as large after 0.2, 0.2 and 0.4 s")
    func heart() throws {
        let text = """
            parts:
              - shape: box
                area: {x: 8, y: 3, width: 10, height: 10}
                key-frames:
                  - {scale: 1.0}
                  - {offset: 0.2s, scale: 1.6}
                  - {offset: 0.2s, scale: 2.0}
                  - {offset: 0.4s, scale: 1.0}
            """
        let content = try PartsSigns.content(text, 26, 26)
        func width(_ time: Double) -> Int {
            shown(content, at: time, 26, 26).split(separator: "\n").map { $0.filter { $0 == "#" }.count }.max() ?? 0
        }
        expectEqual([0, 200, 400, 800, 1000, 1200, 1600, 80_000].map(width), [10, 16, 20, 10, 16, 20, 10, 10])
        // About its middle, which stays where it is.
        let rows = shown(content, at: 400, 26, 26).split(separator: "\n").map(Array.init)
        #expect(rows[8].firstIndex(of: "#") == 3 && rows[8].lastIndex(of: "#") == 22)
    }

    @Test("E5: the first key frame is used once, later cycles loop from the second; a duration may be shorter")
    func loops() throws {
        let text = """
            parts:
              - pixels: "#"
                align: left
                key-frames:
                  - {x: 0}
                  - {offset: 1s, duration: 0s, x: 3}
                  - {offset: 1s, duration: 0s, x: 6}
            """
        let content = try PartsSigns.content(text, 8, 1)
        func column(_ time: Double) -> Int? { Array(shown(content, at: time, 8, 1)).firstIndex(of: "#") }
        // Without a duration of its own the change comes at once, then it stands for the offset.
        expectEqual([0, 500, 1500, 2500, 3500].map(column), [3, 3, 6, 3, 6])
    }

    @Test("E5: a spring overshoots and settles; values that a key frame does not set stay")
    func spring() throws {
        let text = """
            parts:
              - pixels: "#"
                align: left
                key-frames:
                  - {x: 2}
                  - {offset: 4s, x: 12, easing: "spring(0.5s,0.3)"}
                  - {offset: 1s, brightness: 0, easing: step}
                loop: no
            """
        let content = try PartsSigns.content(text, 20, 1)
        let columns = stride(from: 0.0, to: 3900, by: 20).compactMap {
            Array(shown(content, at: $0, 20, 1)).firstIndex(of: "#")
        }
        #expect(columns.first == 2 && columns.last == 12)
        // exp(-0.3 pi / sqrt(1 - 0.09)) of 10 pixels are 3.7.
        expectEqual(columns.max(), 16)
        expectEqual(shown(content, at: 4500, 20, 1), "............#.......")
        expectEqual(shown(content, at: 5000, 20, 1), "....................")
    }

    @Test("E5: brightness and colour change between key frames, and the tempo speeds up everything")
    func colors() throws {
        let text = """
            parts:
              - pixels: "W"
                tempo: 2
                key-frames:
                  - {color: red}
                  - {offset: 1s, color: blue, brightness: 100}
                  - {offset: 1s, brightness: 50}
                loop: no
            """
        let content = try PartsSigns.content(text, 1, 1)
        func color(_ time: Double) -> Color {
            var frame = Frame(size: Size(width: 1, height: 1), format: .rgb)
            content.draw(at: Instant(nanoseconds: Int64(time * 1_000_000)), into: &frame)
            return frame.canvas.rgb[0, 0]
        }
        expectEqual(color(0), Color(rawValue: 0xFF0000))
        expectEqual(color(500), Color(rawValue: 0x0000FF))
        #expect(color(1000) == Color(rawValue: 0x000080) || color(1000) == Color(rawValue: 0x00007F))
        let middle = color(250)
        #expect((110...140).contains(middle.red) && (110...140).contains(middle.blue) && middle.green == 0)
    }

    @Test("F1: with reduced motion, parts jump from key frame to key frame, and items stand")
    func calm() throws {
        let text = """
            parts:
              - {pixels: "#", align: left, key-frames: [{x: 0}, {offset: 1s, x: 4}], loop: no}
            """
        let content = try PartsSigns.content(text, 6, 1, isCalm: true)
        expectEqual(changes(content, until: 10_000), [1000])
        expectEqual([0, 999, 1000].map { shown(content, at: $0, 6, 1) }, ["#.....", "#.....", "....#."])
        let items = try PartsSigns.content("parts: [{items: [one, two], speed: 20}]", 12, 8, isCalm: true)
        #expect(items.nextChange(after: .zero) == nil)
    }

    @Test("E7: copies started one after the other with a delay make a wave")
    func wave() throws {
        let text = """
            parts:
              - pixels: "#"
                position: [0, 0]
                key-frames: [{x: 0}, {offset: 1s, x: 9, easing: step}]
                loop: no
                copies: {count: 3, delay: 1s, y: 1}
            """
        let content = try PartsSigns.content(text, 10, 3)
        expectEqual(shown(content, at: 0, 10, 3), "#.........\n#.........\n#.........")
        expectEqual(shown(content, at: 1500, 10, 3), ".........#\n#.........\n#.........")
        expectEqual(shown(content, at: 2500, 10, 3), ".........#\n.........#\n#.........")
        expectEqual(changes(content, until: 9000), [1000, 2000, 3000])
    }

    @Test("E7: parts within parts run in the time of those around them, and are cut off at their area")
    func nested() throws {
        let text = """
            parts:
              - area: {x: 2, y: 0, width: 4, height: 1}
                delay: 1s
                tempo: 2
                parts:
                  - {pixels: "######", align: left}
                  - delay: 2s
                    tempo: 0.5
                    ticks: 1s
                    turns: [{pixels: "K", position: [0, 0]}, {pixels: "K", position: [1, 0]}]
            """
        let content = try PartsSigns.content(text, 8, 1)
        // Outer 1 s is inner 0; inner 2 s is outer 2 s; a second of the turns is then a second of the sign.
        expectEqual(changes(content, until: 5000), [3000, 4000, 5000])
        expectEqual(
            [0, 2999, 3000, 4000].map { shown(content, at: $0, 8, 1) },
            [
                "...###..", "...###..", "..#.##..", "...###..",
            ])
    }

    @Test("a slowed part shows each of its pictures for longer, and at 0 only the first")
    func tempo() throws {
        let text = "parts: [{ticks: 1s, tempo: 0.25, turns: [{pixels: \"#.\"}, {pixels: \".#\"}]}]"
        expectEqual(changes(try PartsSigns.content(text, 2, 1), until: 9000), [4000, 8000])
        let still = try PartsSigns.content(text.replacing("0.25", by: "0"), 2, 1)
        #expect(still.nextChange(after: .zero) == nil)
    }

    @Test("E6: items on capsules slide by with their distances, and never jump")
    func capsules() throws {
        let text = """
            parts:
              - spacing: 3
                speed: 10
                items: [{text: A, capsule: red}, {text: B, box: blue}, C]
            """
        let content = try PartsSigns.content(text, 30, 12)
        expectEqual(changes(content, until: 1000).count, 10)
        let first = shown(content, at: 0, 30, 12).split(separator: "\n")
        let next = shown(content, at: 100, 30, 12).split(separator: "\n")
        #expect(zip(first, next).allSatisfy { $0.dropFirst() == $1.dropLast() } && first != next)
        // The middle row of the capsule is as wide as letter and padding, and a gap of 3 pixels follows.
        let letter = 5
        let width = letter + 2 * 4
        let colors = try PartsSigns.content(text, 30, 12)
        var frame = Frame(size: Size(width: 30, height: 12), format: .rgb)
        colors.draw(at: .zero, into: &frame)
        let lit = (0..<30).filter { frame.canvas.rgb[$0, 6] != .black }
        #expect(lit.contains(0) && lit.contains(width - 1))
        #expect(!lit.contains(width) && !lit.contains(width + 2) && lit.contains(width + 3))
    }

    @Test(
        "drawing allocates nothing after the first pictures",
        arguments: [
            "{clock: \"HH:mm:ss\", blink: yes}", "{analog-clock: {second: red, face: navy}}",
            "{items: [{text: A, capsule: red}], speed: 50}",
            "{ticks: 0.01s, order: shuffle, turns: [{pixels: \"##\"}, {text: B}, {shape: circle}]}",
            "{ticks: 0.01s, order: random, turns: [{pixels: \"##\"}, {text: B}, {shape: circle}]}",
            "{ticks: every-second, turns: [A, {clock: \"H:mm:ss\"}]}",
            "{ticks: {cycle: [0.1s, 0.02s]}, tempo: 1.5, delay: 0.1s, shape: box, key-frames: [{}, {offset: 1s, x: 9}]}",
            "{parts: [{text: A moving text, speed: 20, delay: 0.1s}], tempo: 2}",
        ])
    func allocates(part: String) throws {
        let time = SteadyLocalTime(LocalTime(nanoseconds: 0))
        let content = try PartsSigns.content("parts: [\(part)]", 32, 8, time: time)
        for format in [Canvas.Format.mono, .rgb] {
            var frame = Frame(size: Size(width: 32, height: 8), format: format)
            var time = Instant.zero
            for _ in 0..<200 {
                content.draw(at: time, into: &frame)
                time = content.nextChange(after: time) ?? time
            }
            let count = allocations {
                for _ in 0..<200 {
                    content.draw(at: time, into: &frame)
                    time = content.nextChange(after: time) ?? time
                }
            }
            expectEqual(count, 0)
        }
    }
}

extension String {
    func replacing(_ part: String, by other: String) -> String {
        components(part).joined(separator: other)
    }

    private func components(_ separator: String) -> [String] {
        var parts: [String] = [""]
        var rest = Substring(self)
        while !rest.isEmpty {
            if rest.hasPrefix(separator) {
                parts.append("")
                rest = rest.dropFirst(separator.count)
            } else {
                parts[parts.count - 1].append(rest.removeFirst())
            }
        }
        return parts
    }
}

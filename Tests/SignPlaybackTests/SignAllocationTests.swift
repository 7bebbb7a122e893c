import LiveValues
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// A whole sign in the frame path: what is asked for every picture takes no memory.
@Suite struct SignAllocationTests {
    /// Zones of every kind; turns, effects and clocks change in whole seconds, key frames whenever they do.
    private static let zones = [
        "{area: {width: 64, height: 8}, message: {text: Fresh bread until noon and cakes all day, speed: 37.3}}",
        """
        {area: {width: 64, height: 8}, message: {text: Letters with smooth edges, speed: 37.3, edges: smooth,
          font: /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf}}
        """,
        """
        {area: {y: 8, width: 32, height: 8}, messages: [
          {text: A, duration: 3s, in: {effect: wipe, duration: 1s}, out: {effect: dissolve, duration: 1s}},
          {text: B, duration: 2s, in: {effect: fade, duration: 1s}}]}
        """,
        "{area: {x: 32, y: 8, width: 32, height: 8}, message: {text: \"{clock ss}\", align: center}}",
        """
        {area: {y: 16, width: 32, height: 8},
          message: {text: "{score} points to go for us", speed: 20, motion: smooth}}
        """,
        """
        {area: {y: 24, width: 32, height: 8}, playlist: {order: together, separator: " + "},
          messages: [{text: One, speed: 25}, {text: Two, speed: 25}, {text: "<red>Three</>", speed: 25}]}
        """,
        "{area: {x: 32, y: 16, width: 32, height: 16}, message: {parts: [{analog-clock: {second: red}}]}}",
        """
        {area: {x: 32, y: 16, width: 32, height: 16}, message: {rows: [
          {change: slide, in-step: yes, columns: ["{score}", {text: Moving on and on, width: fill, speed: 20}]},
          {overflow: scroll, speed: 15, columns: [A long line of parts, {pixels: "RR", box: blue}]}]}}
        """,
        """
        {area: {x: 32, y: 16, width: 32, height: 16}, message: {rows: [
          {text: "{score}", change: {effect: roll, duration: 1500ms}},
          {bar: "{score}", range: [-5000, 9999], height: 4, change: {effect: dissolve, duration: 1500ms}},
          {bar: "{score}", range: [-5000, 9999], height: 4, change: {effect: wipe, duration: 1500ms}}]}}
        """,
        """
        {area: {x: 32, y: 16, width: 32, height: 16}, message: {parts: [{pixels: "RR\\nRR",
          key-frames: [{x: 0}, {offset: 700ms, x: 12, rotation: 90, easing: ease-in-out}, {offset: 900ms, x: 0}]}]}}
        """,
        """
        {area: {x: 32, y: 16, width: 32, height: 16}, message: {parts: [
          {shape: circle, area: {width: 4, height: 4}, copies: {count: 3, delay: 0.1s, x: 5},
            key-frames: [{y: 0}, {offset: 1s, y: 9}]},
          {text: Moving, speed: 20, area: {y: 8, height: 8, width: 32}}]}}
        """,
        """
        {area: {x: 32, y: 24, width: 32, height: 8}, message: {parts: [
          {bar: "{score}", range: [-5000, 9999],
            key-frames: [{y: 0}, {offset: 1s, y: 4}, {offset: 1s, y: 0}]},
          {bar: "{score}", range: [0, 9000], direction: up, segments: 3, background: blue, area: {width: 4, height: 8}}]}}
        """,
    ]

    /// What was counted of a sign that runs.
    private struct Count {
        /// The allocations of all draws, and of all questions for the next change.
        var drawing: UInt64 = 0
        var asking: UInt64 = 0
        /// The milliseconds at which decisions took memory.
        var deciding: [Int64] = []
        /// How often the picture changed.
        var changes = 0
    }

    /// Runs a sign for 12 s at 50 pictures a second, with another score at 5 s and at 9 s.
    private func run(_ zones: [String], _ format: Canvas.Format) throws -> Count {
        let list = zones.map { "  - " + $0 }.joined(separator: "\n")
        let sign = try SignStage(
            "fields: {score: {variable: \"0\"}}\nzones:\n\(list)\n", size: Size(width: 64, height: 32), format: format)
        var frame = Frame(size: sign.player.size, format: format)
        var last = frame.canvas
        var count = Count()
        for time in stride(from: Int64(0), through: 12_000, by: 20) {
            let instant = sign.instant(time)
            if time == 5_000 || time == 9_000 {
                let score = LiveReading(.text("\(time)"))
                sign.player.take([LiveChange(name: "score", reading: score)], at: instant)
            }
            if allocations(in: { sign.player.direct(at: instant) }) > 0 { count.deciding.append(time) }
            frame.canvas.clear()
            let draws = allocations { sign.player.draw(at: instant, into: &frame) }
            // The first picture of new content, or the first step of its effect, may make room for what lies behind it.
            if time % 1_000 > 40 { count.drawing += draws }
            let asked = allocations { _ = sign.player.nextChange(after: instant) }
            if time % 1_000 > 40 { count.asking += asked }
            if frame.canvas.mono != last.mono || frame.canvas.rgb != last.rgb { count.changes += 1 }
            last = frame.canvas
        }
        return count
    }

    @Test(
        "draw and nextChange of a zone allocate nothing between the whole seconds at which its content changes",
        arguments: zones)
    func zone(_ zone: String) throws {
        for format in [Canvas.Format.mono, .rgb] {
            // Once before, for what the whole program makes once: tables, and what the runtime knows of types.
            _ = try run([zone], format)
            let count = try run([zone], format)
            expectEqual(count.drawing, 0, "\(format)")
            expectEqual(count.asking, 0, "\(format)")
            #expect(count.changes > 5, "\(format) moves")
            let others = count.deciding.filter { $0 % 1_000 != 0 }
            expectEqual(others, [], "\(format)")
        }
    }

    @Test("draw and nextChange of a sign allocate nothing between changes of what is shown")
    func sign() throws {
        for format in [Canvas.Format.mono, .rgb] {
            _ = try run(Self.zones, format)
            let count = try run(Self.zones, format)
            expectEqual(count.drawing, 0, "\(format)")
            expectEqual(count.asking, 0, "\(format)")
            #expect(count.changes > 300, "\(format) moves")
            // Turns, effects and the clock are in whole seconds here: nothing else is decided.
            let others = count.deciding.filter { $0 % 1_000 != 0 }
            expectEqual(others, [], "\(format)")
            #expect(count.deciding.count >= 5)
        }
    }
}

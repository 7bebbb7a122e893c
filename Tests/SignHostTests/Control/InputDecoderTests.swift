import PanelDrivers
import SignHost
import SignTestSupport
import Testing
import Timelines

@testable import SignFiles

/// A knob on inputs 0 (A) and 1 (B).
func knob(pixelsPerStep: Int = 1, flicks: Bool = false, zone: String? = nil) -> InputSettings.Encoder {
    var knob = InputSettings.Encoder(a: .number(0), b: .number(1))
    (knob.pixelsPerStep, knob.flicks, knob.zone) = (pixelsPerStep, flicks, zone)
    return knob
}

/// A button on the next input.
func button(
    isActiveHigh: Bool = false, _ action: InputSettings.Action, zone: String? = nil
) -> InputSettings.Button {
    var button = InputSettings.Button(line: .init(line: .number(0)), action: action)
    (button.isActiveHigh, button.zone) = (isActiveHigh, zone)
    return button
}

@Suite struct InputDecoderTests {
    /// Turns the knob on inputs 0 (A) and 1 (B), which rest high, by whole steps of 4 ms.
    private func turn(_ decoder: inout InputDecoder, steps: Int, from start: Int64) -> [InputDecoder.Event] {
        let right = [(0, false), (1, false), (0, true), (1, true)]
        let left = [(1, false), (0, false), (1, true), (0, true)]
        var events: [InputDecoder.Event] = []
        for step in 0..<abs(steps) {
            for (change, (input, isHigh)) in (steps > 0 ? right : left).enumerated() {
                let time = at(start + Int64(step * 4 + change))
                events += decoder.feed(LineEdge(input: input, isHigh: isHigh, time: time))
            }
        }
        return events
    }

    @Test("D1: turning grabs the content and moves it by exactly the turned distance")
    func drag() {
        var decoder = InputDecoder(
            encoder: knob(pixelsPerStep: 3, zone: "z"), levels: 0b11, bounce: .zero)
        let forth = turn(&decoder, steps: 2, from: 0)
        expectEqual(
            forth, [.drag(.begin(zone: "z")), .drag(.move(zone: "z", pixels: 3)), .drag(.move(zone: "z", pixels: 6))])
        expectEqual(turn(&decoder, steps: -1, from: 50), [.drag(.move(zone: "z", pixels: 3))])
        expectEqual(decoder.due, at(53) + InputDecoder.holdTime)
        expectEqual(decoder.wake(at: at(352)), [])
        expectEqual(decoder.wake(at: at(353)), [.drag(.release(zone: "z", velocity: 0))])
        #expect(decoder.due == nil)
        expectEqual(turn(&decoder, steps: 1, from: 1_000).first, .drag(.begin(zone: "z")))
    }

    @Test("D3: where B falls before A, levels AB go 11, 10, 00, 01: that is a step to the left")
    func direction() {
        var decoder = InputDecoder(encoder: knob(), levels: 0b11, bounce: .zero)
        var events: [InputDecoder.Event] = []
        for (time, (input, isHigh)) in [(1, false), (0, false), (1, true), (0, true)].enumerated() {
            events += decoder.feed(LineEdge(input: input, isHigh: isHigh, time: at(Int64(time))))
        }
        expectEqual(events, [.drag(.begin(zone: nil)), .drag(.move(zone: nil, pixels: -1))])
    }

    @Test("D2: a flick releases the content at the speed of the turn")
    func flick() {
        var decoder = InputDecoder(
            encoder: knob(pixelsPerStep: 2, flicks: true), levels: 0b11, bounce: .zero)
        let events = turn(&decoder, steps: 2, from: 0)
        #expect(
            events == [
                .drag(.begin(zone: nil)), .drag(.move(zone: nil, pixels: 2)), .drag(.release(zone: nil, velocity: nil)),
                // 2 pixels in 4 ms.
                .drag(.begin(zone: nil)), .drag(.move(zone: nil, pixels: 2)), .drag(.release(zone: nil, velocity: 500)),
            ])
        #expect(decoder.due == nil)
        expectEqual(turn(&decoder, steps: 1, from: 2_000).last, .drag(.release(zone: nil, velocity: nil)))
    }

    @Test("D3: a button acts once when it is pressed, however it bounces")
    func buttons() {
        var decoder = InputDecoder(
            buttons: [
                button(.pause), button(isActiveHigh: true, .next, zone: "left"),
            ], levels: 0b01, bounce: .milliseconds(5))
        var events: [InputDecoder.Event] = []
        let edges: [(Int64, Int, Bool)] = [
            (10, 0, false), (11, 0, true), (12, 0, false), (60, 0, true), (61, 0, false), (62, 0, true),
            (100, 1, true), (101, 1, false), (102, 1, true), (150, 1, false),
        ]
        for (time, input, isHigh) in edges {
            events += decoder.feed(LineEdge(input: input, isHigh: isHigh, time: at(time)))
        }
        expectEqual(events, [.press(.pause, zone: nil), .press(.next, zone: "left")])
    }

    @Test("unknown and random inputs do no harm")
    func unknown() {
        var decoder = InputDecoder(
            encoder: knob(pixelsPerStep: .max), buttons: [button(.next)], levels: .max, bounce: .max)
        for input in [-1, 0, 63, 64, .max, .min] {
            _ = decoder.feed(LineEdge(input: input, isHigh: false, time: .distantFuture))
            _ = decoder.wake(at: .distantFuture)
        }
    }
}

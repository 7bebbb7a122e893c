import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignFiles

/// What a sign file says of the world around the sign.
@Suite struct SignInstallationTests {
    private func installation(_ text: String) throws -> SignInstallation {
        try parsedInstallation(text)
    }

    /// The places of the problems, and the words of the first one.
    private func problems(_ text: String) -> [String] { installationProblems(text) }

    @Test("without keys, the socket is at the default path and there are no inputs, cues or panel walls")
    func nothing() throws {
        let defaults = try installation("")
        expectEqual(defaults, SignInstallation())
        expectEqual(defaults.control.socket, .default)
        expectEqual(defaults.control.state, .default)
        #expect(defaults.control.group == nil)
        #expect(defaults.control.mode == nil)
        #expect(defaults.inputs == nil)
        #expect(defaults.cues.isEmpty)
        #expect(defaults.wall == nil)
    }

    @Test("control: paths or none, a group by name or number, permissions in octal digits")
    func control() throws {
        let control = try installation(
            "control: {socket: /run/a.sock, state: none, group: ledsign, mode: 660}"
        ).control
        expectEqual(control.socket, .path("/run/a.sock"))
        expectEqual(control.state, .none)
        expectEqual(control.group, "ledsign")
        expectEqual(control.mode, 0o660)
        let other = try installation("control: {socket: none, state: ./b.json, group: 1000, mode: \"0600\"}").control
        expectEqual(other.socket, .none)
        expectEqual(other.state, .path("./b.json"))
        expectEqual(other.group, "1000")
        expectEqual(other.mode, 0o600)
    }

    @Test("control: problems are reported at their places")
    func wrongControl() {
        expectEqual(
            problems("control: {mode: 888}"),
            [
                "s.yaml:2:17: \"mode\" is permissions in octal digits such as 660, at most 777, not \"888\""
            ])
        expectEqual(problems("control: {mode: 1777}").map { $0.prefix(12) }, ["s.yaml:2:17:"])
        expectEqual(problems("control: {group: a b}").map { $0.prefix(12) }, ["s.yaml:2:18:"])
        expectEqual(
            problems("control: {socket: \"\", state: []}").map { $0.prefix(12) }, ["s.yaml:2:19:", "s.yaml:2:30:"])
        expectEqual(
            problems("control: {sockets: a}"),
            [
                "s.yaml:2:11: unknown key \"sockets\" for this part of a sign file; did you mean \"socket\"?"
            ])
        expectEqual(
            problems("control: /run/a.sock"),
            [
                "s.yaml:2:10: \"control\" is keys such as socket, group and state, not \"/run/a.sock\""
            ])
    }

    @Test("D3: hands: an encoder with its two lines and buttons, by number or name, on any chip")
    func hands() throws {
        let hands = try installation(
            """
            hands:
              encoder: {a: 17, b: GPIO27, pixels-per-step: -2, changes-per-step: 2, turning: flick, zone: top}
              buttons:
                - {line: 5, action: pause}
                - {chip: pinctrl-rp1, line: 6, active: high, action: acknowledge, zone: top}
              debounce: 20ms
            """
        ).inputs
        var encoder = InputSettings.Encoder(a: .number(17), b: .name("GPIO27"))
        (encoder.pixelsPerStep, encoder.changesPerStep, encoder.flicks, encoder.zone) = (-2, 2, true, "top")
        expectEqual(hands?.encoder, encoder)
        var second = InputSettings.Button(
            line: LineAddress(chip: "pinctrl-rp1", line: .number(6)), action: .acknowledge)
        (second.isActiveHigh, second.zone) = (true, "top")
        expectEqual(hands?.buttons, [.init(line: LineAddress(line: .number(5)), action: .pause), second])
        expectEqual(hands?.bounce, .milliseconds(20))
        let defaults = try installation("hands: {encoder: {a: 0, b: 1023}}").inputs
        expectEqual(defaults?.encoder?.pixelsPerStep, 1)
        expectEqual(defaults?.encoder?.changesPerStep, 4)
        expectEqual(defaults?.encoder?.flicks, false)
        expectEqual(defaults?.bounce, .milliseconds(5))
    }

    @Test("D3: hands: problems are reported at their places")
    func wrongHands() {
        expectEqual(
            problems("hands: {encoder: {a: 17}}"),
            [
                "s.yaml:2:18: \"b\" is missing; it is a GPIO line by number, 0 to 1023, or by name such as GPIO17"
            ])
        expectEqual(
            problems("hands: {encoder: {a: 1024, b: -1}}").map { $0.prefix(12) }, ["s.yaml:2:22:", "s.yaml:2:31:"])
        expectEqual(
            problems("hands: {buttons: [{line: 5, action: pauze}]}"),
            [
                "s.yaml:2:37: \"action\" is one of pause, next, acknowledge, not \"pauze\"; did you mean \"pause\"?"
            ])
        expectEqual(
            problems("hands: {encoder: {chip: gpiochip0, a: 1, b: 2}}"),
            [
                "s.yaml:2:25: \"chip\" is the label of a GPIO chip such as pinctrl-bcm2711 (numbers such as gpiochip0 "
                    + "change), not \"gpiochip0\""
            ])
        expectEqual(problems("hands: {debounce: 2s}").map { $0.prefix(12) }, ["s.yaml:2:19:"])
        let buttons = [String](repeating: "{line: 1, action: next}", count: 15).joined(separator: ", ")
        expectEqual(
            problems("hands: {buttons: [\(buttons)]}"),
            [
                "s.yaml:2:18: \"buttons\" is at most 14 elements, not 15"
            ])
    }

    @Test("E6: cues: lines by their names, with a width and a level")
    func cues() throws {
        let cues = try installation(
            "cues: {beat: {line: 17}, bell: {chip: pinctrl-rp1, line: GPIO18, width: 2s, active: low}}"
        ).cues
        expectEqual(
            cues,
            [
                "beat": CueSettings(line: LineAddress(line: .number(17)), width: .milliseconds(50)),
                "bell": CueSettings(
                    line: LineAddress(chip: "pinctrl-rp1", line: .name("GPIO18")), width: .seconds(2),
                    isActiveHigh: false),
            ])
    }

    @Test("E6: cues: problems are reported at their places")
    func wrongCues() {
        expectEqual(
            problems("cues: {bell: {width: 50ms}}"),
            [
                "s.yaml:2:14: \"line\" is missing; it is a GPIO line by number, 0 to 1023, or by name such as GPIO17"
            ])
        expectEqual(
            problems("cues: {bell: {line: 1, width: 61s}}"),
            [
                "s.yaml:2:31: \"width\" is a time from 1ms to 60s, not \"61s\""
            ])
        expectEqual(problems("cues: {bell: 17}").map { $0.prefix(12) }, ["s.yaml:2:14:"])
        let many = (0..<33).map { "c\($0): {line: \($0)}" }.joined(separator: ", ")
        let found = problems("cues: {\(many)}")
        expectEqual(found.count, 1)
        expectEqual(found.first?.hasSuffix("\"cues\" is at most 32 cues, not 33"), true)
    }

    @Test("a changed installation needs a restart, and says so at its key")
    func restart() throws {
        func file(_ text: String) throws -> SignFile {
            try SignFile(parsing: "message: {text: A}\n" + text, path: "s.yaml")
        }
        let old = try file("")
        for text in [
            "control: {socket: none}", "hands: {debounce: 1ms}", "cues: {a: {line: 1}}", "wall: {width: 9, height: 9}",
        ] {
            let new = try file(text)
            let key = String(text.prefix { $0 != ":" })
            expectEqual(new.changesForRestart(since: new), [])
            expectEqual(
                new.changesForRestart(since: old).map(\.description),
                [
                    "s.yaml:2:\(key.count + 3): \"\(key)\" was missing when the sign started and is now set; restart "
                        + "ledsign to apply the change"
                ])
            expectEqual(
                old.changesForRestart(since: new).map(\.description),
                [
                    "s.yaml:1:1: \"\(key)\" was set when the sign started and is now missing; restart ledsign to apply the "
                        + "change"
                ])
        }
        let other = try file("wall: {x: 1, width: 9, height: 9}")
        expectEqual(
            other.changesForRestart(since: try file("wall: {width: 9, height: 9}")).map(\.description),
            [
                "s.yaml:2:7: \"wall\" was set when the sign started and is now different; restart ledsign to apply the "
                    + "change"
            ])
    }

    @Test("wall: the place of the sign and the extent of the wall")
    func wall() throws {
        let wall = try installation("wall: {x: 64, width: 128, height: 32}").wall
        expectEqual(wall, PanelWallSettings(origin: Point(x: 64, y: 0), size: Size(width: 128, height: 32)))
        expectEqual(
            wall?.window(of: Size(width: 64, height: 32)), Rectangle(x: 64, y: 0, width: 64, height: 32))
        expectEqual(
            problems("wall: {x: 64, height: 32}"),
            [
                "s.yaml:2:7: \"width\" is missing; it is a whole number from 1 to 65536 in decimal digits"
            ])
        expectEqual(
            problems("wall: {x: 65536, width: 0, height: 70000}").map { $0.prefix(12) },
            [
                "s.yaml:2:11:", "s.yaml:2:25:", "s.yaml:2:36:",
            ])
    }
}

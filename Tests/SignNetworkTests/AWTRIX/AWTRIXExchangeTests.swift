import Settings
import SignHost
import SignTestSupport
import Testing

@testable import SignNetwork

/// Requests on their way through a sign that answers as `ctl` documents it.
@Suite struct AWTRIXExchangeTests {
    private let means = AWTRIXMeans(cues: ["bell"]) { _ in false }

    /// Lets a sign answer; returns the commands that it got, and the answer.
    private func run(
        _ route: AWTRIXRoute, _ body: String = "", name: String? = nil, _ memory: inout AWTRIXMemory,
        sign: (SignCommand) -> AWTRIXExchange.Outcome = { _ in .success([]) }
    ) -> (commands: [SignCommand], response: HTTPResponse) {
        var exchange = AWTRIXExchange(
            route, name: name, body: Array(body.utf8), means, &memory, version: "1.2.3", uid: "bakery")
        var commands: [SignCommand] = []
        while let command = exchange.command, commands.count < 1_000 {
            commands.append(command)
            exchange.take(sign(command))
        }
        return (commands, exchange.response)
    }

    private func run(
        _ route: AWTRIXRoute, _ body: String = "", name: String? = nil,
        sign: (SignCommand) -> AWTRIXExchange.Outcome = { _ in .success([]) }
    ) -> (commands: [SignCommand], response: HTTPResponse) {
        var memory = AWTRIXMemory()
        return run(route, body, name: name, &memory, sign: sign)
    }

    private func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    private func names(_ commands: [SignCommand]) -> [String?] {
        commands.map { $0["message"]?["name"]?.text }
    }

    /// A sign with messages, each a name, its state and perhaps its zone; those with "awtrix" in their names are pushed.
    private func sign(_ messages: [(String, String, String?)]) -> (SignCommand) -> AWTRIXExchange.Outcome {
        let list = messages.map { name, state, zone -> JSONValue in
            .object(
                [JSONMember("name", .text(name))] + (zone.map { [JSONMember("zone", .text($0))] } ?? []) + [
                    JSONMember("text", .text("T")), JSONMember("pushed", .bool(name.hasPrefix("awtrix"))),
                    JSONMember("state", .text(state)),
                ])
        }
        return { $0 == .list ? .success([JSONMember("messages", .list(list))]) : .success([]) }
    }

    @Test("a notification is pushed, sounds its cue, and is answered OK")
    func notify() {
        let (commands, response) = run(.notify, #"{"text":"Hi","sound":"bell","overlay":"frost"}"#)
        expectEqual(names(commands), ["awtrix-notify-1", nil])
        expectEqual(commands.last, .cue(name: "bell"))
        expectEqual(response.status, 200)
        expectEqual(text(response), "OK")
        #expect(response.headers.contains { $0 == ("Content-Type", "text/plain") })
        #expect(response.headers.contains { $0 == ("Ledsign-Ignored", "overlay") })
    }

    @Test("stacked notifications have names of their own, the others replace one")
    func stack() {
        var memory = AWTRIXMemory()
        for (body, name) in [
            ("{}", "awtrix-notify-1"), ("{}", "awtrix-notify-2"), (#"{"stack":false}"#, "awtrix-notify"),
        ] {
            let commands = run(.notify, body, &memory).commands
            expectEqual(names(commands), [name])
        }
    }

    @Test("what cannot be read, or what the sign refuses, is an error of the clock")
    func failures() {
        let (commands, response) = run(.notify, "{")
        #expect(commands.isEmpty)
        expectEqual(response.status, 500)
        expectEqual(text(response), "ErrorParsingJson")
        let refusal = ControlError(.tooManyMessages, "too many")
        let refused = run(.custom, #"[{"text":"1"},{"text":"2"}]"#, name: "n") { _ in .failure(refusal) }
        expectEqual(refused.commands.count, 1)
        expectEqual(text(refused.response), "ErrorParsingJson")
    }

    @Test("a cue that fails leaves the message shown")
    func failingCue() {
        let refusal = ControlError.refused("no line")
        let (commands, response) = run(.notify, #"{"sound":"bell"}"#) {
            if $0 == .cue(name: "bell") { .failure(refusal) } else { .success([]) }
        }
        expectEqual(commands.count, 2)
        expectEqual(response.status, 200)
    }

    @Test("removing an app removes all that begin with its name, and no message of others")
    func remove() {
        let messages = sign([
            ("awtrix-app-test0", "shown", nil), ("test1", "waiting", nil), ("awtrix-app-test1", "waiting", nil),
            ("awtrix-app-other", "waiting", nil), ("awtrix-notify-1", "shown", nil),
        ])
        let (commands, response) = run(.custom, "{}", name: "test", sign: messages)
        expectEqual(commands, [.list, .remove(name: "awtrix-app-test0"), .remove(name: "awtrix-app-test1")])
        expectEqual(text(response), "OK")
    }

    @Test("a shorter list removes the last pages of the one before it, an empty list all; other apps stay")
    func shorterList() {
        let messages = sign(
            ["bus0", "bus1", "bus2", "bus10", "bus01", "bus+3", "bus", "busy", "b7"].map {
                ("awtrix-app-" + $0, "waiting", nil)
            })
        let shorter = run(.custom, #"[{"text":"1"},{"text":"2"}]"#, name: "bus", sign: messages)
        expectEqual(names(Array(shorter.commands.prefix(2))), ["awtrix-app-bus0", "awtrix-app-bus1"])
        expectEqual(
            Array(shorter.commands.dropFirst(2)),
            [.list, .remove(name: "awtrix-app-bus2"), .remove(name: "awtrix-app-bus10")])
        let empty = run(.custom, "[]", name: "bus1", sign: messages)
        expectEqual(empty.commands, [.list, .remove(name: "awtrix-app-bus1"), .remove(name: "awtrix-app-bus10")])
        expectEqual(text(empty.response), "OK")
    }

    @Test("a message that is gone by itself is no failure")
    func removedMeanwhile() {
        let messages = sign([("awtrix-app-a", "shown", nil), ("awtrix-app-ab", "shown", nil)])
        let (commands, response) = run(.custom, "", name: "a") { command in
            if command == .list { return messages(command) }
            return .failure(ControlError(.noSuchMessage, "none"))
        }
        expectEqual(commands.count, 3)
        expectEqual(response.status, 200)
    }

    @Test("dismissing removes the notification that is shown, else the first, else nothing")
    func dismiss() {
        let shown = sign([("awtrix-notify-1", "waiting", nil), ("awtrix-notify-2", "shown", nil)])
        expectEqual(run(.dismiss, sign: shown).commands, [.list, .remove(name: "awtrix-notify-2")])
        let waiting = sign([("awtrix-notify", "interrupted", nil), ("awtrix-notify-2", "waiting", nil)])
        expectEqual(run(.dismiss, sign: waiting).commands, [.list, .remove(name: "awtrix-notify")])
        let (commands, response) = run(.dismiss, sign: sign([("awtrix-app-a", "shown", nil)]))
        expectEqual(commands, [.list])
        expectEqual(text(response), "OK")
    }

    @Test("a switch goes on as often as it takes in the zone of the message")
    func switchApp() {
        let messages = sign([
            ("top", "shown", "top"), ("a", "waiting", "low"), ("b", "shown", "low"), ("c", "off", "low"),
            ("awtrix-app-x", "waiting", "low"),
        ])
        func commands(_ name: String) -> [SignCommand] {
            run(.switchApp, "{\"name\":\"\(name)\"}", sign: messages).commands
        }
        expectEqual(commands("x"), [.list, .next(zone: "low")])
        expectEqual(commands("a"), [.list, .next(zone: "low"), .next(zone: "low")])
        expectEqual(commands("b"), [.list])
        for name in ["c", "missing"] {
            let (commands, response) = run(.switchApp, "{\"name\":\"\(name)\"}", sign: messages)
            expectEqual(commands, [.list])
            expectEqual(response.status, 500)
            expectEqual(text(response), "FAILED")
        }
        expectEqual(run(.nextApp).commands, [.next(zone: nil)])
        // Three messages take turns in one zone, one in the other.
        expectEqual(run(.previousApp, sign: messages).commands, [.list, .next(zone: "low"), .next(zone: "low")])
        expectEqual(run(.previousApp).commands, [.list])
    }

    @Test("switching off and on again keeps the brightness that was set")
    func power() {
        var memory = AWTRIXMemory()
        let steps: [(AWTRIXRoute, String, [SignCommand])] = [
            (.setSettings, #"{"BRI":51}"#, [.brightness(percent: 20)]), (.power, "false", [.brightness(percent: 0)]),
            (.setSettings, #"{"BRI":255}"#, [.brightness(percent: 0)]),
            (.power, #"{"power":true}"#, [.brightness(percent: 100)]),
            (.setSettings, #"{"ABRI":true}"#, [.brightness(percent: nil)]),
            (.setSettings, #"{"MATP":false}"#, [.brightness(percent: 0)]),
            (.setSettings, #"{"MATP":true}"#, [.brightness(percent: nil)]), (.setSettings, #"{"ATIME":3}"#, []),
        ]
        for (route, body, expected) in steps {
            let commands = run(route, body, &memory).commands
            expectEqual(commands, expected, "\(body)")
        }
    }

    @Test("an indicator is a variable with its colour; black and nothing unset it")
    func indicators() {
        var memory = AWTRIXMemory()
        let steps: [(AWTRIXRoute, String, SignCommand)] = [
            (.indicator1, #"{"color":[255,0,0]}"#, .set(name: "indicator1", value: "#ff0000")),
            (.indicator2, ##"{"color":"#00FF00"}"##, .set(name: "indicator2", value: "#00ff00")),
            (.indicator3, #"{"color":[0,0,255]}"#, .set(name: "indicator3", value: "#0000ff")),
            (.indicator1, "", .set(name: "indicator1", value: nil)),
            (.indicator3, #"{"color":[0,0,0]}"#, .set(name: "indicator3", value: nil)),
            (.indicator3, #"{"color":0}"#, .set(name: "indicator3", value: nil)),
        ]
        for (route, body, command) in steps {
            let commands = run(route, body, &memory).commands
            expectEqual(commands, [command], "\(body)")
        }
        expectEqual(memory.indicators, [false, true, false])
        let (commands, response) = run(.indicator1, #"{"color":"ff0000","blink":500}"#, &memory)
        expectEqual(commands.count, 1)
        #expect(response.headers.contains { $0 == ("Ledsign-Ignored", "blink") })
        expectEqual(run(.indicator1, "red", &memory).response.status, 500)
    }

    @Test("a mood light fills the sign above everything, and ends without a colour")
    func moodlight() {
        func look(_ color: String, _ turn: String = "") -> String {
            "{\"parts\": [{\"shape\": \"box\", \"color\": \"\(color)\"}], \"priority\": 9\(turn), \"name\": "
        }
        // The colours of the temperatures are those of the published fit, computed by Python.
        for (body, color) in [
            (##"{"color":"#FF8000"}"##, "#ff8000"), (#"{"brightness":51,"color":[255,100,0]}"#, "#331400"),
            (#"{"kelvin":2300}"#, "#ff9732"), (#"{"kelvin":6600}"#, "#ffffff"), (#"{"kelvin":10000}"#, "#cadaff"),
        ] {
            let commands = run(.moodlight, body).commands
            expectEqual(names(commands), ["awtrix-moodlight"])
            expectEqual(commands.first?["message"]?.line.hasPrefix(look(color)), true, "\(body)")
        }
        for body in ["", "{}", ##"{"color":"#000000"}"##] {
            expectEqual(run(.moodlight, body).commands, [.remove(name: "awtrix-moodlight")], "\(body)")
        }
        expectEqual(run(.moodlight, #"{"color":"red"}"#).response.status, 500)
        let sleep = run(.sleep, #"{"sleep":20}"#).commands
        expectEqual(names(sleep), ["awtrix-sleep"])
        expectEqual(
            sleep.first?["message"]?.line.hasPrefix(look("#000000", ", \"duration\": \"20s\"")), true)
        expectEqual(run(.sleep, "{}").response.status, 500)
    }

    @Test("a sound or a melody calls a cue; without one it is named")
    func sounds() {
        expectEqual(run(.sound, #"{"sound":"bell"}"#).commands, [.cue(name: "bell")])
        let melody = run(.melody, "a:d=4,o=5,b=100:c")
        expectEqual(melody.commands, [])
        expectEqual(melody.response.status, 200)
        #expect(melody.response.headers.contains { $0 == ("Ledsign-Ignored", "rtttl") })
        expectEqual(run(.sound, "").response.status, 500)
    }

    @Test("settings, statistics and the loop come in the clock's words")
    func readings() {
        let stats = JSONValue.object([JSONMember("seconds", .number("65")), JSONMember("brightness", .number("20"))])
        let messages = sign([
            ("awtrix-app-x", "shown", nil), ("awtrix-notify-3", "waiting", nil), ("b", "waiting", nil),
            ("b", "off", nil),
        ])
        func answer(_ route: AWTRIXRoute) -> String {
            text(run(route) { $0 == .stats ? .success([JSONMember("stats", stats)]) : messages($0) }.response)
        }
        expectEqual(answer(.settings), #"{"MATP": true, "ABRI": true, "BRI": 51}"#)
        expectEqual(answer(.loop), #"{"x": 0, "b": 1}"#)
        expectEqual(
            answer(.stats),
            #"{"bri": 51, "uptime": 65, "messages": 2, "version": "1.2.3", "indicator1": false, "#
                + #""indicator2": false, "indicator3": false, "app": "x", "uid": "bakery", "matrix": true}"#)
    }

    @Test("the screen is a number for each pixel, row by row")
    func screen() throws {
        // Red, green, blue and white; the base 64 is that of Python.
        let members = [
            JSONMember("width", .number("2")), JSONMember("height", .number("2")), JSONMember("mono", .bool(false)),
            JSONMember("brightness", .number("100")), JSONMember("led", .text("#ff0000")),
            JSONMember("pixels", .text("/wAAAP8AAAD/////")),
        ]
        let (commands, response) = run(.screen) { _ in .success(members) }
        expectEqual(commands, [.screenshot])
        expectEqual(text(response), "[16711680, 65280, 255, 16777215]")
        #expect(response.headers.contains { $0 == ("Content-Type", "application/json") })
        expectEqual(run(.screen).response.status, 500)
    }
}

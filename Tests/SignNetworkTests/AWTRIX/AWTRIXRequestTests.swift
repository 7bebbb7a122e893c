import SignHost
import SignNetwork
import SignTestSupport
import Testing

/// Bodies as they come, good and hostile.
@Suite struct AWTRIXRequestTests {
    private let means = AWTRIXMeans { _ in false }

    private func exchange(_ route: AWTRIXRoute, _ body: String, name: String? = nil) -> AWTRIXExchange {
        var memory = AWTRIXMemory()
        return AWTRIXExchange(
            route, name: name, body: Array(body.utf8), means, &memory, version: "1.2.3", uid: "bakery")
    }

    /// The commands of a request to a sign without messages; nil for one that cannot be read.
    private func read(_ route: AWTRIXRoute, _ body: String, name: String? = nil) -> [SignCommand]? {
        var exchange = exchange(route, body, name: name)
        var commands: [SignCommand] = []
        while let command = exchange.command {
            commands.append(command)
            exchange.take(.success([]))
        }
        return commands.isEmpty && exchange.response.status != 200 ? nil : commands
    }

    private func messages(_ commands: [SignCommand]?) -> [String] {
        (commands ?? []).compactMap { $0["message"]?["name"]?.text }
    }

    @Test("routes have the paths and methods of the clock, and nothing that changes is a GET")
    func routes() {
        expectEqual(AWTRIXRoute(method: "POST", path: "/api/notify"), .notify)
        #expect(AWTRIXRoute(method: "GET", path: "/api/notify") == nil)
        expectEqual(AWTRIXRoute(method: "GET", path: "/api/settings"), .settings)
        expectEqual(AWTRIXRoute(method: "POST", path: "/api/settings"), .setSettings)
        #expect(AWTRIXRoute(method: "GET", path: "/api/notify/dismiss") == nil)
        #expect(AWTRIXRoute(method: "GET", path: "/api/erase") == nil)
        expectEqual(AWTRIXRoute.methods(of: "/api/settings").sorted(), ["GET", "POST"])
        expectEqual(
            AWTRIXRoute.allCases.filter { $0.method == "GET" }.map(\.path),
            [
                "/api/settings", "/api/stats", "/api/loop", "/api/screen",
            ])
    }

    @Test("an object is an app, a list of objects one app each, with a number behind the name")
    func custom() {
        expectEqual(messages(read(.custom, #"{"text":"1"}"#, name: "test")), ["awtrix-app-test"])
        expectEqual(
            messages(read(.custom, #"[{"text":"1"},{"text":"2"}]"#, name: "test")),
            ["awtrix-app-test0", "awtrix-app-test1"])
        #expect(read(.custom, #"[{"text":"1"},2]"#, name: "test") == nil)
    }

    @Test("an empty body, blanks or an empty object remove apps", arguments: ["", " \r\n", "{}", " { } ", "[]"])
    func removal(body: String) {
        expectEqual(read(.custom, body, name: "test"), [.list])
    }

    @Test(
        "a name is needed that can be one: nothing is removed by the empty name, whose apps are all",
        arguments: [nil, "", " a", "a\nb", "a\u{0}", String(repeating: "x", count: 49)] as [String?])
    func names(name: String?) {
        #expect(read(.custom, "", name: name) == nil)
        #expect(read(.custom, "{\"text\":\"A\"}", name: name) == nil)
    }

    @Test(
        "what is no object is an error of the clock",
        arguments: ["", "text", "[]", "[{}]", "1", "null", "{\"text\":", "{\"text\":\"A\"} x", "\u{0}"])
    func broken(body: String) {
        #expect(read(.notify, body) == nil)
    }

    @Test("bodies end at 64 KiB, as at every other address")
    func sizes() {
        func body(_ count: Int) -> String { "{\"text\":\"" + String(repeating: "a", count: count - 11) + "\"}" }
        for (route, name) in [(AWTRIXRoute.notify, nil), (.custom, "n")] {
            #expect(read(route, body(65_536), name: name) != nil)
            #expect(read(route, body(65_537), name: name) == nil)
        }
        #expect(read(.setSettings, "{\"BRI\":1,\"x\":\"" + String(repeating: "a", count: 60_000) + "\"}") != nil)
    }

    @Test("nesting and numbers without end are errors or nothing, never a stop")
    func hostile() {
        #expect(read(.notify, String(repeating: "[", count: 6_000)) == nil)
        #expect(read(.notify, "{\"text\":" + String(repeating: "{\"t\":", count: 1_000)) == nil)
        let many =
            #"{"duration":99999999999999999999,"repeat":-9223372036854775808,"scrollSpeed":1e400,"blinkText":9e18}"#
        expectEqual(read(.notify, many)?.count, 1)
        expectEqual(exchange(.notify, many).ignored.keys, ["blinkText", "repeat", "scrollSpeed", "duration"])
    }

    @Test(
        "power is an object, or its value alone",
        arguments: [
            (#"{"power":true}"#, true), ("true", true), ("1", true), (#"{"power": false}"#, false), ("0", false),
            (#"{"power":"x"}"#, nil), ("", nil), ("[]", nil),
        ] as [(String, Bool?)])
    func power(body: String, isOn: Bool?) {
        expectEqual(read(.power, body), isOn.map { [.brightness(percent: $0 ? nil : 0)] })
    }

    @Test("BRI, ABRI and MATP are settings of a sign, the others are named")
    func settings() {
        let body = #"{"BRI":128,"ABRI":false,"MATP":true,"ATIME":7,"VOL":3}"#
        expectEqual(read(.setSettings, body), [.brightness(percent: 50)])
        expectEqual(exchange(.setSettings, body).ignored.keys, ["ATIME", "VOL"])
        expectEqual(read(.setSettings, #"{"BRI":128,"ABRI":true}"#), [.brightness(percent: nil)])
        expectEqual(read(.setSettings, #"{"BRI":128,"MATP":false}"#), [.brightness(percent: 0)])
        #expect(read(.setSettings, "[]") == nil)
    }

    @Test(
        "brightness is rounded, and only 0 is dark",
        arguments: [(0, 0), (1, 1), (2, 1), (3, 1), (127, 50), (128, 50), (254, 100), (255, 100)])
    func brightness(level: Int, percent: Int) {
        expectEqual(read(.setSettings, "{\"BRI\":\(level)}"), [.brightness(percent: percent)])
    }

    @Test("a switch names an app")
    func switchApp() {
        expectEqual(read(.switchApp, #"{"name":"Time","fast":false}"#), [.list])
        #expect(read(.switchApp, #"{"name":""}"#) == nil)
        #expect(read(.switchApp, "Time") == nil)
    }
}

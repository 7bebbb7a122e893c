import Settings
import SignFiles
import SignTestSupport
import Testing

@testable import SignNetwork

/// Whatever comes as an AWTRIX object, a sign takes the message that it becomes.
@Suite struct AWTRIXSignTests {
    private let means = AWTRIXMeans { _ in true }
    private static let keys = [
        "text", "color", "background", "repeat", "duration", "hold", "stack", "lifetime", "scrollSpeed", "noScroll",
        "center", "textCase", "blinkText", "bounce", "icon", "pushIcon", "sound", "wakeup", "rainbow",
        "gradient", "progress", "progressC", "bar", "line", "autoscale", "barBC", "fadeText", "textOffset", "topText",
        "draw",
    ]
    private static let values: [JSONValue] = [
        .null, .bool(true), .bool(false), .number("0"), .number("-1"), .number("1"), .number("2"), .number("100"),
        .number("999999999"), .number("1e9"), .number("1.5"), .text(""), .text("heart"), .text("a<{b}>=\\\"'"),
        .text("{{x}}"), .text("FF00FF"), .text("#12ab34"), .text("\u{0}\u{1B}\u{85}\u{2028}"), .text("12"), .list([]),
        .list([.number("1"), .number("2"), .number("3")]), .list([.text("FF0000"), .text("00FF00")]),
        .list(
            [
                #"{"dp":[1,2,"FF0000"]}"#, #"{"dl":[9,7,-3,5]}"#, #"{"dc":[1,1,0]}"#, #"{"dt":[0,0,"{x}<y>"]}"#,
                #"{"db":[0,0,3,2,[1,2,3,4,5]]}"#,
            ].compactMap { try? JSONValue(parsing: Array($0.utf8)) }),
        .list([.object([JSONMember("t", .text("<{")), JSONMember("c", .text("00ff00"))])]), .object([]),
    ]

    @Test("a sign takes every message that an object becomes, whatever its values are")
    func taken() throws {
        let file = try SignFile(parsing: "messages: []\n", path: "s.yaml")
        var random = SeededRandom(seed: 15)
        for _ in 0..<3_000 {
            var members: [JSONMember] = []
            for key in Self.keys where Bool.random(using: &random) {
                members.append(JSONMember(key, Self.values.randomElement(using: &random) ?? .null))
            }
            for app in ["test", nil] {
                let message = AWTRIXMessage(.object(members), app: app, means)
                #expect(throws: Never.self, "\(JSONValue.object(members).line)") {
                    _ = try SignMessage(message.look, for: file)
                }
            }
        }
    }
}

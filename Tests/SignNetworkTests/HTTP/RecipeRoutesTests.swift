import Foundation
import ImageFiles
import PixelGraphics
import Settings
import SignFiles
import SignTestSupport
import Testing

@testable import SignNetwork

/// Recipes over HTTP: what clients are told of them, and the sign files that are made of them.
@Suite struct RecipeRoutesTests {
    private static let address = "/api/v1/recipes"

    private struct Bench {
        let fixture: SignFileFixture
        let bench: ServerBench

        init(_ file: String) throws {
            fixture = try SignFileFixture()
            try fixture.write("signs/sign.yaml", file)
            var settings = HTTPSettings()
            settings.edit = true
            bench = try ServerBench(settings, signFile: fixture.path)
        }

        func fill(_ name: String, _ settings: String, from address: String = "127.0.0.1") throws -> TestReply {
            try bench.send("POST", "\(RecipeRoutesTests.address)/\(name)", body: settings, from: address)
        }
    }

    /// The names of the files in the folder of recipes.
    private static func shipped() throws -> [String] {
        let folder = PackageFolder.root.appendingPathComponent("recipes").path
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
            .map { String($0.dropLast(5)) }.sorted()
    }

    @Test("every recipe is listed with what it asks people for, which is not the board, and has a picture on the page")
    func list() throws {
        let test = try Bench("message: Bread\n")
        guard case .list(let all) = try JSONValue(parsing: try test.bench.send("GET", Self.address).body) else {
            return #expect(Bool(false))
        }
        try expectEqual(all.compactMap { $0["name"]?.text }, Self.shipped())
        let countdown = try #require(all.first { $0["name"] == "countdown" })
        expectEqual(countdown["title"], "Countdown")
        guard case .list(let settings)? = countdown["settings"] else { return #expect(Bool(false)) }
        #expect(!settings.contains { $0["name"] == "board" })
        let date = try #require(settings.first { $0["name"] == "date" })
        expectEqual(date["kind"], "code")
        expectEqual(date["default"], "2027-01-01T00:00")
        expectEqual(date["expected"], "letters, digits and . _ : / + - without blanks")
        for name in try Self.shipped() {
            let picture = PackageFolder.root.appendingPathComponent("web/recipes/\(name).png").path
            try expectEqual(ImageLoader.read(path: picture).size, Size(width: 64, height: 32), "\(name)")
        }
    }

    @Test("the sign file of a recipe keeps what the old one says of the machine and its place, and can be saved")
    func filled() throws {
        let test = try Bench(
            "# ours\nboard: sim-32x8\nbrightness: 40\nhttp: {edit: yes}\nfields: {a: {variable: x}}\nmessage: '{a}'\n")
        let reply = try JSONValue(parsing: try test.fill("text", #"{"text": "Rolls & <tea>"}"#).body)
        let text = try #require(reply["sign"]?.text)
        let file = try SettingsEditor(Array(text.utf8), form: .sign).value
        expectEqual(file["board"], "sim-32x8")
        expectEqual(file["http"], ["edit": "yes"])
        expectEqual(file["brightness"], 40)
        expectEqual(file["fields"], nil)
        expectEqual(file["message"], reply["message"])
        expectEqual(reply["message"]?["text"], "Rolls & <<tea>")
        #expect(text.hasPrefix("# "))
        let tag = try #require(try test.bench.send("GET", "/api/v1/sign")["ETag"])
        let headers = ["Content-Type: application/yaml", "If-Match: \(tag)"]
        let saved = try test.bench.send("PUT", "/api/v1/sign", headers, body: text)
        expectEqual(saved.status, 200, "\(saved.text)")
    }

    @Test(
        "a sign without a board of its own gets none, and only a recipe with one message and nothing else can be added")
    func messages() throws {
        let test = try Bench("message: Bread\n")
        var single: [String] = []
        for (number, name) in try Self.shipped().enumerated() {
            // Each address may change something 20 times a second.
            let reply = try test.fill(name, "{}", from: "127.0.0.\(number + 1)")
            expectEqual(reply.status, 200, "\(name) \(reply.text)")
            let members = try JSONValue(parsing: reply.body)
            let file = try SettingsEditor(Array((members["sign"]?.text ?? "").utf8), form: .sign).value
            expectEqual(file["board"], nil, "\(name)")
            if members["message"] != .null { single.append(name) }
        }
        expectEqual(
            single, ["clock-analog", "clock-digits", "clock-large", "clock-seconds", "countdown", "photos", "text"])
    }

    @Test("settings are what the recipe asks for, and add no keys")
    func refused() throws {
        let test = try Bench("message: Bread\n")
        for (name, settings, status, words) in [
            ("nosuch", "{}", 404, "there is no recipe of that name"), ("..", "{}", 400, "cannot be read"),
            ("text%2F..", "{}", 400, "cannot be read"),
            ("countdown", #"{"date": "1 2"}"#, 400, "\\\"date\\\" is letters, digits"),
            ("countdown", #"{"dat": "2027-01-01"}"#, 400, "has no setting"),
            ("countdown", #"{"date": []}"#, 400, "a text or a number"),
            ("countdown", "[]", 400, "not a list"),
            ("text", #"{"text": "a\nhttp: {edit: yes}"}"#, 400, "a text of one line"),
            ("weather", #"{"latitude": "91"}"#, 400, "from -90 to 90"),
        ] {
            let reply = try test.fill(name, settings)
            expectEqual(reply.status, status, "\(name) \(settings) \(reply.text)")
            #expect(reply.text.contains(words), "\(reply.text)")
        }
        let hostile = try JSONValue(parsing: try test.fill("text", #"{"text": "\"}\\\", shell: id, x: \""}"#).body)
        let file = try SettingsEditor(Array((hostile["sign"]?.text ?? "").utf8), form: .sign).value
        expectEqual(file.members?.map(\.name), ["message"])
        expectEqual(file["message"]?["text"], "\"}\\\", shell: id, x: \"")
        #expect(file["message"]?["shell"] == nil)
        try expectEqual(test.bench.send("GET", "/api/v1/sign").text, "message: Bread\n")
    }
}

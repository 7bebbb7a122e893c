import Settings
import SignFiles
import SignTestSupport
import Testing

@testable import SignNetwork

/// The sign file over HTTP, through real sockets.
@Suite struct FileRoutesTests {
    private static let text = "message: {text: Fresh bread}\n"
    private static let yaml = "Content-Type: application/yaml"

    private struct Bench {
        let fixture: SignFileFixture
        let bench: ServerBench

        init(edit: Bool = true) throws {
            fixture = try SignFileFixture()
            try fixture.write("signs/sign.yaml", FileRoutesTests.text)
            var settings = HTTPSettings()
            settings.edit = edit
            let versions = fixture.scratch.path("state/versions")
            bench = try ServerBench(settings, signFile: fixture.path, versionsFolder: versions)
        }

        func save(_ text: String, _ tag: String?) throws -> TestReply {
            let condition = tag.map { ["If-Match: \($0)"] } ?? []
            return try bench.send("PUT", "/api/v1/sign", [FileRoutesTests.yaml] + condition, body: text)
        }
    }

    @Test("the file is read with its tag, saved with it, and what it was can be read again")
    func save() throws {
        let test = try Bench()
        let read = try test.bench.send("GET", "/api/v1/sign")
        expectEqual(read.status, 200)
        expectEqual(read.text, Self.text)
        let tag = try #require(read["ETag"])
        let saved = try test.save("message: {text: Cakes}\n", tag)
        expectEqual(saved.status, 200, "\(saved.text)")
        let again = try test.bench.send("GET", "/api/v1/sign")
        expectEqual(again.text, "message: {text: Cakes}\n")
        expectEqual(again["ETag"], saved["ETag"])
        let list = try JSONValue(parsing: try test.bench.send("GET", "/api/v1/sign/versions").body)
        guard case .list(let versions) = list, let id = versions.first?["id"]?.text else { return #expect(Bool(false)) }
        expectEqual(versions.count, 1)
        try expectEqual(test.bench.send("GET", "/api/v1/sign/versions/\(id)").text, Self.text)
        try expectEqual(test.bench.send("GET", "/api/v1/sign/versions/1").status, 404)
        try expectEqual(test.bench.send("GET", "/api/v1/sign/versions/..").status, 400)
    }

    private static let messages = "# ours\nmessages:\n  - Bread # fresh\n  - {text: 'Rolls', color: red}\n"

    /// Asks for a change of a message.
    private func change(_ test: Bench, _ change: String, _ tag: String?) throws -> TestReply {
        let condition = tag.map { ["If-Match: \($0)"] } ?? []
        return try test.bench.send("POST", "/api/v1/sign/messages", condition, body: change)
    }

    private func saved(_ test: Bench) throws -> String {
        let tag = try #require(try test.bench.send("GET", "/api/v1/sign")["ETag"])
        return try #require(try test.save(Self.messages, tag)["ETag"])
    }

    @Test("messages of the file are listed and changed one by one, and the rest of the file stays as it is")
    func messages() throws {
        let test = try Bench()
        let text = Self.messages
        var tag = try saved(test)
        let list = try test.bench.send("GET", "/api/v1/sign/messages")
        expectEqual(list["ETag"], tag)
        expectEqual(
            try JSONValue(parsing: list.body),
            [
                ["number": 1, "title": "Bread", "disabled": false, "message": "Bread"],
                [
                    "number": 2, "title": "Rolls", "disabled": false, "message": ["text": "Rolls", "color": "red"],
                ],
            ])
        for (edit, expected) in [
            (
                #"{"add":{"text":"Tea","speed":30},"at":1}"#,
                text.replacing("  - Bread", with: "  - {text: Tea, speed: 30}\n  - Bread")
            ),
            (#"{"move":1,"to":3}"#, text + "  - {text: Tea, speed: 30}\n"),
            (
                #"{"set":2,"keys":{"color":null,"text":"It's"}}"#,
                text.replacing("'Rolls', color: red", with: "'It''s'") + "  - {text: Tea, speed: 30}\n"
            ),
            (#"{"remove":3}"#, text.replacing("'Rolls', color: red", with: "'It''s'")),
        ] {
            let reply = try change(test, edit, tag)
            expectEqual(reply.status, 200, "\(edit) \(reply.text)")
            tag = try #require(reply["ETag"])
            try expectEqual(test.bench.send("GET", "/api/v1/sign").text, expected)
        }
    }

    private static let zones = """
        # ours
        brightness:
          sunrise: 100 # bright
          "22:00": 5
        place: {latitude: 52.5, longitude: 13.4}
        zones:
          - {name: top, area: {width: 64, height: 16}, message: A}
          - name: bottom
            area: {y: 16, width: 64, height: 16} # below
            message: B

        """

    @Test(
        "keys of the sign and of a zone are changed, those within others too, and the rest of the file stays as it is")
    func keys() throws {
        let test = try Bench()
        try test.fixture.write("signs/sign.yaml", Self.zones)
        let read = try test.bench.send("GET", "/api/v1/sign", ["Accept: application/json"])
        expectEqual(try JSONValue(parsing: read.body)["brightness"], ["sunrise": 100, "22:00": 5])
        var (tag, expected) = (try #require(read["ETag"]), Self.zones)
        for (edit, old, new) in [
            (#"{"keys":{"brightness":{"22:00":7}}}"#, "\"22:00\": 5", "\"22:00\": 7"),
            (#"{"keys":{"brightness":{"22:00":null,"sunset-1h":40}}}"#, "\"22:00\": 7", "sunset-1h: 40"),
            (
                #"{"zone":"bottom","keys":{"area":{"y":10,"x":0}}}"#, "{y: 16, width: 64, height: 16}",
                "{y: 10, width: 64, height: 16, x: 0}"
            ),
            (
                #"{"keys":{"brightness":{"sunrise":null,"sunset-1h":null,"00:00":60},"power-saving":null}}"#,
                "\n  sunrise: 100 # bright\n  sunset-1h: 40", "\n  \"00:00\": 60"
            ),
        ] {
            let reply = try change(test, edit, tag)
            expectEqual(reply.status, 200, "\(edit) \(reply.text)")
            expected = expected.replacing(old, with: new)
            try expectEqual(test.bench.send("GET", "/api/v1/sign").text, expected)
            tag = reply["ETag"] ?? ""
        }
        for refused in [
            #"{"keys":7}"#, #"{"keys":{"brightness":700}}"#, #"{"zone":"top","keys":{"area":{"y":-1}}}"#,
            #"{"zone":7,"keys":{}}"#,
        ] {
            expectEqual(try change(test, refused, tag).status, 400, "\(refused)")
        }
        try expectEqual(test.bench.send("GET", "/api/v1/sign").text, expected)
    }

    @Test("a change that is none, that is wrong or not for the network changes nothing")
    func refusedMessages() throws {
        let test = try Bench()
        let tag = try saved(test)
        for refused in [
            "{}", "[]", "7", "{", #"{"add":7}"#, #"{"set":3,"keys":{"color":"red"}}"#, #"{"remove":0}"#, #"{"move":1}"#,
            #"{"set":1,"keys":{"colour":"red"}}"#, #"{"add":"A","zone":"top"}"#, #"{"add":"A","at":9}"#,
            #"{"set":1.5,"keys":{}}"#, #"{"remove":1,"move":2}"#,
        ] {
            expectEqual(try change(test, refused, tag).status, 400, "\(refused)")
        }
        try expectEqual(change(test, #"{"remove":1}"#, nil).status, 428)
        try expectEqual(change(test, #"{"remove":1}"#, "\"0-0\"").status, 412)
        try expectEqual(change(test, #"{"set":1,"keys":{"image":"/etc/passwd","text":null}}"#, tag).status, 403)
        try expectEqual(test.bench.send("GET", "/api/v1/sign").text, Self.messages)
        try expectEqual(Bench(edit: false).bench.send("POST", "/api/v1/sign/messages", body: "{}").status, 403)
    }

    @Test(
        "the last change can be undone, also where it took away what may not come over the network, and only as long as it is the last"
    )
    func undone() throws {
        let test = try Bench()
        let text = "# ours\r\nmessages:\r\n  - image: https://example.org/bread.png\r\n  - Rolls\r\n"
        func write(_ text: String) throws -> String {
            try test.fixture.write("signs/sign.yaml", text)
            return try #require(try test.bench.send("GET", "/api/v1/sign")["ETag"])
        }
        let without = try #require(try change(test, #"{"remove":1}"#, write(text))["ETag"])
        try expectEqual(test.save(text.replacing("bread.png", with: "rolls.png"), without).status, 403)
        let restored = try test.save(text, without)
        expectEqual(restored.status, 200, "\(restored.text)")
        try expectEqual(test.bench.send("GET", "/api/v1/sign").text, text)
        // Somebody takes the image away by hand, and it stays away.
        let again = try #require(try change(test, #"{"remove":1}"#, restored["ETag"])["ETag"])
        let theirs = try write("message: Cakes\n")
        try expectEqual(test.save(text, again).status, 412)
        try expectEqual(test.save(text, theirs).status, 403)
    }

    @Test("without If-Match: 428; after somebody else has saved: 412; nothing is written")
    func conditions() throws {
        let test = try Bench()
        try expectEqual(test.save("message: {text: Cakes}\n", nil).status, 428)
        let other = try test.save("message: {text: Cakes}\n", "\"0-0\"")
        expectEqual(other.status, 412)
        #expect(other["ETag"] != nil)
        try expectEqual(test.bench.send("GET", "/api/v1/sign").text, Self.text)
    }

    @Test("a file with a mistake: 400 and its place; one that would run a program: 403; nothing is written")
    func refusals() throws {
        let test = try Bench()
        let tag = try #require(try test.bench.send("GET", "/api/v1/sign")["ETag"])
        let wrong = try test.save("mesage: {text: a}\n", tag)
        expectEqual(wrong.status, 400)
        let problems = try JSONValue(parsing: wrong.body)["problems"]
        guard case .list(let list)? = problems else { return #expect(Bool(false)) }
        expectEqual(list.first?["line"], .integer(1))
        let program = "message: {text: '{a}'}\nfields: {a: {command: [id]}}\n"
        try expectEqual(test.save(program, tag).status, 403)
        try expectEqual(test.bench.send("GET", "/api/v1/sign").text, Self.text)
    }

    @Test("a draft is checked without being saved: line, column, length and message of every problem")
    func check() throws {
        let test = try Bench(edit: false)
        let good = try test.bench.send("POST", "/api/v1/sign/check", [Self.yaml], body: Self.text)
        expectEqual(good.text, "[]\n")
        let reply = try test.bench.send("POST", "/api/v1/sign/check", [Self.yaml], body: "mesage: {text: a}\n")
        guard case .list(let list) = try JSONValue(parsing: reply.body) else { return #expect(Bool(false)) }
        expectEqual(list.first?["column"], .integer(1))
        expectEqual(list.first?["length"], .integer(6))
        #expect(list.contains { $0["message"]?.text?.contains("mesage") == true })
    }

    @Test("without edit: yes nothing is saved, and a form of another type never is")
    func locked() throws {
        let test = try Bench(edit: false)
        let tag = try #require(try test.bench.send("GET", "/api/v1/sign")["ETag"])
        try expectEqual(test.save("message: {text: Cakes}\n", tag).status, 403)
        let open = try Bench()
        let form = ["Content-Type: text/plain", "If-Match: \(tag)"]
        try expectEqual(open.bench.send("PUT", "/api/v1/sign", form, body: "message: {text: b}\n").status, 415)
        try expectEqual(open.bench.send("GET", "/api/v1/sign").text, Self.text)
    }

    @Test("a file may be larger than other bodies, and not larger than sign files are")
    func sizes() throws {
        let test = try Bench()
        let long = Self.text + String(repeating: "# a comment of forty letters, as it were\n", count: 2_000)
        let tag = try #require(try test.bench.send("GET", "/api/v1/sign")["ETag"])
        try expectEqual(test.save(long, tag).status, 200)
        let tooLong = String(repeating: "#", count: SignFile.maximumBytes + 1)
        try expectEqual(test.save(tooLong, tag).status, 413)
    }
}

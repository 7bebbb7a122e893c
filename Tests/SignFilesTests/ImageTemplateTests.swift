import LiveValues
import SignFiles
import SignTestSupport
import Testing

/// Paths and URLs of images with values in them: what values cannot do.
@Suite struct ImageTemplateTests {
    private func template(_ image: String, _ others: String = "") throws -> ImageTemplate {
        let file = try SignFile(
            parsing: "fields: {v: {variable: a}, w: {variable: b}}\nmessage: {image: '\(image)'\(others)}\n",
            path: "signs/s.yaml")
        return try #require(file.messages.first?.images.first?.template)
    }

    /// The path or URL, or why there is none; empty without a value.
    private func name(_ template: ImageTemplate, _ value: LiveValue?) -> String {
        switch template.source(in: FieldScope(["v": LiveReading(value), "w": LiveReading("b")])) {
        case .success(let source): source?.name ?? ""
        case .failure(let error): "! \(error)"
        }
    }

    @Test("values are put into paths and URLs, and without one there is none")
    func values() throws {
        let file = try template("icons/{v}-{w|upper}.png")
        expectEqual(name(file, "sun"), "icons/sun-B.png")
        expectEqual(name(file, 3), "icons/3-B.png")
        expectEqual(name(file, "day/sun"), "icons/day/sun-B.png")
        let url = try template("https://logos.example.org/{v}.png?x={w}")
        expectEqual(name(url, "Ä b/c?d#e%"), "https://logos.example.org/%C3%84%20b/c%3Fd%23e%25.png?x=b")
        for none in [nil, "", .list(["a"]), .record(["a": "b"])] as [LiveValue?] {
            expectEqual(name(file, none), "")
            expectEqual(name(url, none), "")
        }
        expectEqual(name(try template("./{v|or none}.png"), nil), "./none.png")
    }

    @Test(
        "a value does not lead out of the folder",
        arguments: ["..", "../a", "a/../../b", "/etc/passwd", "a/..", "a\u{0}b", "a\nb", "\u{7F}"])
    func folder(_ value: String) throws {
        for text in ["./{v}", "icons/{v}", "/srv/icons/{v}", "../icons/{v}", "./{v}/x.png"] {
            #expect(name(try template(text), .text(value)).hasPrefix("!"), "\(text)")
        }
        // The dots of the file itself are no way around that.
        #expect(name(try template("icons/.{v}"), "./a").hasPrefix("!"))
        let long = String(repeating: "a", count: 5_000)
        #expect(name(try template("icons/{v}"), .text(long)).hasPrefix("!"))
    }

    @Test(
        "a value in the path of a URL changes neither its server nor its user, nor leads up",
        arguments: [
            "@evil.example", "//evil.example", ":8080", "\\@evil", "?a", "#a", " b", "\u{0}", "evil.example/x",
            "%2e%2e",
        ])
    func path(_ value: String) throws {
        let url = try template("https://logos.example.org/{v}.png")
        let found = name(url, .text(value))
        #expect(found.hasPrefix("https://logos.example.org/") || found.hasPrefix("!"))
        #expect(found.dropFirst(26).allSatisfy { !"@:?#\\ ".contains($0) } || found.hasPrefix("!"))
        #expect(name(url, "../admin").hasPrefix("!"))
    }

    @Test(
        "a value that is a URL has to be of a server that the file names",
        arguments: [
            "https://evil.example/a.png", "https://i.scdn.co@evil.example/", "https://evil@i.scdn.co/",
            "https://i.scdn.co:8443/a", "https://i.scdn.co.evil.example/", "https://i.scdn.co\\@evil.example/",
            "https://evil.example\\@i.scdn.co/", "https://evil.example#@i.scdn.co/", "https://evil.example?i.scdn.co",
            "ftp://i.scdn.co/a", "file:///etc/passwd", "//i.scdn.co/a", "https:i.scdn.co/a", "https:///i.scdn.co/",
            "https://i.scdn.co%00.evil.example/", "https://i.scdn.cо/", "https://127.0.0.1/", "https://i.scdn.co /a",
            "https://:443/", "./a.png", "a.png",
        ])
    func servers(_ value: String) throws {
        let whole = try template("{v}", ", servers: [i.scdn.co, 'cdn.example:8080']")
        #expect(name(whole, .text(value)).hasPrefix("!"))
    }

    @Test("URLs of the servers that the file names are taken, and a host may be a part of the value")
    func allowed() throws {
        let whole = try template("{v}", ", servers: [I.scdn.co, 'cdn.example:8080']")
        for url in [
            "https://i.scdn.co/image/ab67", "http://i.scdn.co/a?b=c", "https://I.SCDN.co:443/a",
            "https://cdn.example:8080/a",
        ] {
            expectEqual(name(whole, .text(url)), url)
        }
        let host = try template("https://{v}/a.png", ", servers: i.scdn.co")
        expectEqual(name(host, "i.scdn.co"), "https://i.scdn.co/a.png")
        for other in ["i.scdn.co@evil", "evil/i.scdn.co", "evil"] {
            #expect(name(host, .text(other)).hasPrefix("!"))
        }
    }

    @Test(
        "what is wrong with a template has its place",
        arguments: [
            (
                "'{v}'",
                "2:19 the server of this image comes from a value; name the servers that may be asked in \"servers\", "
                    + "or write \"./{v}\" for files"
            ),
            (
                "'https://{v}/a.png'",
                "2:19 the server of this image comes from a value; name the servers that may be asked "
                    + "in \"servers\""
            ),
            ("'./{x}.png'", "2:22 unknown field \"x\"; describe it under \"fields\", or write {{ for a brace"),
            ("'./{v.png'", nil),
            ("'./{v|map m}.png'", "2:28 unknown map \"m\"; describe it under \"maps\""),
            ("'./{v ? > 0: red}.png'", "2:31 only a text in quotation marks can stand here"),
            ("'./{clock HH:mm}.png'", "2:22 only values can stand in the name of an image, no times"),
            (
                "'https://user:secret@host/{v}'",
                "2:19 the host of this URL is none that all programs read alike; write it "
                    + "without a user"
            ),
        ] as [(String, String?)])
    func problems(_ image: String, _ expected: String?) {
        let file = "fields: {v: {variable: a}}\nmessage: {image: \(image)}\n"
        let found = SignFile.readable(in: file.utf8, path: "s.yaml").problems
        expectEqual(found.map { "\($0.line):\($0.column) \($0.reason)" }, expected.map { [$0] } ?? [])
    }
}

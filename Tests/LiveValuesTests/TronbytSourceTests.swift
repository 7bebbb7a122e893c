import Foundation
import LinuxSystem
import SignTestSupport
import Testing
import Timelines

@testable import LiveValues

/// Sources that ask a server once for each turn.
@Suite struct TronbytSourceTests {
    private func source(_ device: String, turn: Int = 1, query: String = "", keyFile: String? = nil) throws
        -> LiveSource
    {
        let url = try LocalServer.shared.get().url("\(device)/next\(query)")
        let server = try #require(LiveAddress(url)?.server)
        let address = try #require(LiveAddress(url, servers: [server], keyFile: keyFile))
        var source = LiveSource("image x", .url(address), form: .document(.image))
        (source.turn, source.interval, source.limit) = (turn, .max, 1 << 20)
        return source
    }

    /// What a server gives, or why it gives nothing.
    private func ask(_ source: LiveSource) throws -> (document: LiveDocument?, problem: String?) {
        var listener = try Listener([source])
        defer { listener.liveService.close() }
        _ = listener.wait { !$0.changes.isEmpty || $0.liveService.statuses.first?.problem != nil }
        return (listener.changes[source.name]?.document, listener.liveService.statuses.first?.problem?.description)
    }

    /// How often a page was asked for.
    private func count(_ page: String) throws -> LiveNumber? {
        let url = try LocalServer.shared.get().url("count?\(page)")
        let address = try #require(LiveAddress(url))
        return try Listener.ask(LiveSource("count", .url(address))).get().number
    }

    @Test("a picture comes with what the server says of it")
    func answer() throws {
        var expected = TronbytAnswer()
        (expected.turn, expected.dwell, expected.brightness) = (7, .seconds(15), 20)
        let (document, problem) = try ask(source("kitchen", turn: 7))
        expectEqual(document?.bytes.count, 35)
        expectEqual(document?.answer, expected)
        expectEqual(problem, nil)
        (expected.dwell, expected.ignored) = (.seconds(299), ["tronbyt-ota-url", "tronbyt-reboot"])
        try expectEqual(ask(source("steering", turn: 7)).document?.answer, expected)
    }

    @Test("the key of a file goes to the server, and nowhere else")
    func key() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/key"
        try Data(" 0123abcd\n".utf8).write(to: URL(fileURLWithPath: file))
        try expectEqual(ask(source("locked", keyFile: file)).document?.bytes.count, 35)
        try expectEqual(ask(source("locked")).problem, "the server answered with status 401")
        let words = try #require(try ask(source("away", keyFile: file)).problem)
        #expect(words.hasPrefix("the server redirects to "), "\(words)")
        #expect(!words.contains("0123abcd"))
        for wrong in ["", "two words", "ä"] {
            try Data(wrong.utf8).write(to: URL(fileURLWithPath: file))
            let expected = "\(file) has no key in it; write the key of the server into it, on one line"
            try expectEqual(ask(source("locked", keyFile: file)).problem, expected)
        }
        try expectEqual(
            ask(source("locked", keyFile: folder.path + "/none")).problem,
            "\(folder.path)/none cannot be read: No such file or directory")
        let secret = try source("kitchen", query: "?key=secret#x")
        guard case .url(let address) = secret.origin else { return }
        #expect(address.urlWithoutQuery.hasSuffix("/kitchen/next"))
    }

    @Test(
        "an answer that is cut, wrong, too large or from elsewhere is none",
        arguments: [
            ("cut", "no answer: "), ("wrong", "it is an HTML page; images are PNG, GIF, JPEG or WebP files"),
            ("huge", "it has more than 1 MiB, the most that the picture of a turn may have"),
            ("away", "the server redirects to "),
        ])
    func unusable(device: String, words: String) throws {
        let (document, problem) = try ask(source(device))
        #expect(document == nil)
        #expect(problem?.hasPrefix(words) ?? false, "\(problem ?? "nothing")")
    }

    @Test("a server that hangs is cut off at the timeout")
    func hanging() throws {
        var slow = try source("hang")
        slow.timeout = .milliseconds(300)
        let problem = try ask(slow).problem
        #expect(
            problem == "no answer within 300ms; find out why it hangs"
                || problem?.contains("timed out") ?? false)
    }

    @Test("each turn is one request: none because all are refreshed, and none with what was known before")
    func requests() throws {
        let page = "unconditional/next?once"
        var listener = try Listener([source("unconditional", query: "?once")])
        defer { listener.liveService.close() }
        for turn in 1...3 {
            listener.liveService.replace([try source("unconditional", turn: turn, query: "?once")])
            #expect(listener.wait { $0.changes["image x"]?.document?.answer?.turn == turn })
            listener.liveService.refresh()
            // The same once more is no request.
            listener.liveService.replace([try source("unconditional", turn: turn, query: "?once")])
            try expectEqual(count(page), LiveNumber(turn))
        }
        expectEqual(listener.liveService.statuses.map(\.nextAttempt), [nil])
    }

    private func seconds(_ count: Int64) -> Instant { Instant(nanoseconds: count * 1_000_000_000) }

    private func picture(turn: Int) -> LiveTable.Outcome {
        var answer = TronbytAnswer()
        answer.turn = turn
        return .success(.document(LiveDocument(bytes: [1], answer: answer)))
    }

    @Test("a turn is asked for once, whatever it gives; a failure is retried after 5 s, 10 s ... 60 s")
    func table() throws {
        let first = try source("kitchen")
        var table = LiveTable([first], at: .zero)
        var now = Instant.zero
        for wanted: Int64 in [5, 10, 20, 40, 60, 60, 60] {
            expectEqual(table.begin(at: now), [0])
            table.finish(0, .failure(WordedError("gone")), at: now)
            let due = try #require(table.deadline)
            #expect((wanted * 1_000_000_000...wanted * 1_100_000_000).contains((due - now).count))
            now = due
        }
        expectEqual(table.begin(at: now), [0])
        table.finish(0, picture(turn: 1), at: now)
        expectEqual(table.takeChanges(at: now).map(\.document?.answer?.turn), [1])
        expectEqual(table.deadline, nil)
        table.refresh(nil, at: now)
        expectEqual(table.begin(at: now + .seconds(9_000)), [])
        var second = first
        second.turn = 2
        let taken = [[first], [second, second], [second]].map { table.takeTurns(of: $0, at: now) }
        expectEqual(taken, [false, false, true])
        expectEqual(table.begin(at: now), [0])
        // The same picture again is the picture of another turn.
        table.finish(0, picture(turn: 2), at: now)
        expectEqual(table.takeChanges(at: now).map(\.document?.answer?.turn), [2])
    }

    @Test("another list of sources asks for no turn again, and for one that is new")
    func inheriting() throws {
        let first = try source("kitchen")
        var old = LiveTable([first], at: .zero)
        _ = old.begin(at: .zero)
        old.finish(0, picture(turn: 1), at: .zero)
        let field = LiveSource("f", .variable("1"))
        var same = LiveTable([field, first], at: seconds(1))
        expectEqual(same.inherit(from: old), [nil, 0])
        expectEqual(same.begin(at: seconds(100)), [])
        var second = first
        second.turn = 2
        var other = LiveTable([field, second], at: seconds(1))
        expectEqual(other.inherit(from: old), [nil, 0])
        expectEqual(other.begin(at: seconds(100)), [1])
    }

    @Test(
        "headers of the last answer count, within their bounds",
        arguments: [
            ("Tronbyt-Dwell-Secs: 0", 0, nil), ("tronbyt-dwell-secs:299", 299, nil),
            ("Tronbyt-Dwell-Secs: 300", nil, nil),
            ("Tronbyt-Dwell-Secs: -1", nil, nil), ("Tronbyt-Dwell-Secs: 1.5", nil, nil),
            ("Tronbyt-Dwell-Secs: ", nil, nil),
            ("Tronbyt-Dwell-Secs: 99999999999999999999", nil, nil), ("Tronbyt-Dwell-Secs: +5", nil, nil),
            ("Tronbyt-Dwell-Secs: 5\r\nTRONBYT-DWELL-SECS: 7", 7, nil),
            ("Tronbyt-Dwell-Secs: 5\r\nHTTP/1.1 200 OK", nil, nil),
            ("Tronbyt-Brightness: 0", nil, 0), ("Tronbyt-Brightness: 100", nil, 100),
            ("Tronbyt-Brightness: 101", nil, nil),
            ("Tronbyt-Brightness: 7%", nil, nil), ("X-Tronbyt-Brightness: 7", nil, nil),
        ] as [(String, Int64?, Int?)])
    func headers(lines: String, dwell: Int64?, brightness: Int?) {
        let answer = CurlAnswer(header: Array("HTTP/1.1 200 OK\r\n\(lines)\r\n".utf8)).tronbyt
        expectEqual(answer.dwell, dwell.map { .seconds($0) })
        expectEqual(answer.brightness, brightness)
        expectEqual(answer.ignored, [])
    }
}

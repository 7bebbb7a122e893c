import Settings
import SignFiles
import SignHost
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// Messages that are only looked at, through real sockets.
@Suite struct PreviewRouteTests {
    private func bench() throws -> ServerBench {
        let bench = try ServerBench()
        let file = try SignFile(parsing: "message: {text: Fresh bread}\n", path: "s.yaml")
        let player = try SignPlayer(
            file, size: .init(width: 32, height: 8), fonts: SignFileLoader.fonts, start: bench.now)
        bench.sign = { [now = bench.now] order in
            guard case .preview(let zone) = order else { return .done([]) }
            guard let subject = player.previewSubject(zone: zone, at: now) else {
                return .failed(ControlError.refused("unknown zone"))
            }
            return .preview(subject)
        }
        return bench
    }

    private func check(_ body: String, query: String = "") throws -> (status: Int, answer: JSONValue) {
        let reply = try bench().send("POST", "/api/v1/messages/check\(query)", body: body)
        return (reply.status, try JSONValue(parsing: reply.body))
    }

    @Test("a message that fits has a picture of the sign's extent, in its colour")
    func picture() throws {
        let (status, answer) = try check(#"{"text":"Hi","color":"red"}"#)
        expectEqual(status, 200)
        expectEqual(answer["ok"], .bool(true))
        let shot = try #require(Screenshot(answer))
        expectEqual(shot.frame.canvas.size, .init(width: 32, height: 8))
        var colors: Set<UInt32> = []
        for y in 0..<8 { for x in 0..<32 { colors.insert(shot.frame.canvas.rgb[x, y].rawValue) } }
        expectEqual(colors, [0x000000, 0xFF0000])
    }

    @Test("rows and columns have a picture of the sign's extent, and what is wrong within them comes with its path")
    func rows() throws {
        let (_, answer) = try check(
            #"{"columns":[{"box":"red","width":"fill","height":"fill"},{"box":"lime","width":4}]}"#)
        let shot = try #require(Screenshot(answer))
        expectEqual(shot.frame.canvas.size, .init(width: 32, height: 8))
        for y in 0..<8 {
            let row = (0..<32).map { shot.frame.canvas.rgb[$0, y].rawValue }
            expectEqual(row, Array(repeating: 0xFF0000, count: 28) + Array(repeating: 0x00FF00, count: 4))
        }
        let wrong = try check(#"{"columns":["A",{"text":"B","color":"rde"}]}"#).answer["error"]?.text
        expectEqual(wrong?.hasPrefix("message.columns[1].color:1:"), true, "\(wrong ?? "")")
    }

    @Test("a text that would scroll has a picture of its whole width")
    func longText() throws {
        let (_, answer) = try check(#"{"text":"Fresh bread until noon, and cakes all day"}"#)
        let shot = try #require(Screenshot(answer))
        expectEqual(shot.frame.canvas.size.height, 8)
        #expect(shot.frame.canvas.size.width > 100)
    }

    @Test(
        "what is wrong comes as an answer of its own, wherever it is found",
        arguments: [
            #"{"text":"<nosuch>a"}"#, #"{"text":"a","color":"nosuch"}"#, #"{"text":"a","font":"nosuch"}"#,
            #"{"image":"missing.png"}"#, #"{"image":"/etc/passwd"}"#, #"{"text":"a","txet":"b"}"#,
        ])
    func problems(body: String) throws {
        let (status, answer) = try check(body)
        expectEqual(status, 200)
        expectEqual(answer["ok"], .bool(false))
        expectEqual(answer["error"]?.text?.isEmpty, false)
        expectEqual(answer["code"]?.text, "refused")
    }

    @Test("an unknown zone is reported as well, and a body that is no JSON is an error of the request")
    func zones() throws {
        try expectEqual(check(#"{"text":"a"}"#, query: "?zone=nosuch").answer["ok"], .bool(false))
        try expectEqual(check("{").status, 400)
    }
}

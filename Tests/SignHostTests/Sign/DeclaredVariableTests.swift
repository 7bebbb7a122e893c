import Foundation
import KernelModel
import Marquee
import PixelGraphics
import SignFiles
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// The variables that a sign file declares, before and after they are set.
@Suite struct DeclaredVariableTests {
    private static let size = Size(width: 64, height: 8)

    /// A running sign, whose values come from the thread that asks sources.
    private final class Stage {
        let folder: ScratchFolder
        let sign: Sign

        init(_ text: String) throws {
            folder = try ScratchFolder()
            try Data(text.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
            let player = try SignPlayer(
                try SignFileLoader.read(folder.path("sign.yaml")), size: DeclaredVariableTests.size,
                fonts: SignFileLoader.fonts, start: .zero)
            sign = Sign(player, .init(events: SignEvents(player.file, log: Log { _ in }))) { _ in }
        }

        deinit { sign.context.events?.close() }

        func ask(_ request: String) -> String { sign.answer(request.utf8, at: .zero).line }

        /// All variables, as an answer says them.
        var all: String { ask("{\"command\":\"get\"}") }

        func reload(_ text: String) throws {
            try Data(text.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
            sign.reload(at: .zero)
            #expect(sign.problems.file.isEmpty, "\(sign.problems.file)")
        }

        /// Waits until the sign shows a text, at most a minute; returns whether it does.
        func shows(_ text: String) throws -> Bool {
            let plain = try SignPlayer(
                try SignFile(parsing: "message: {text: '\(text)'}\n", path: "s.yaml"), size: DeclaredVariableTests.size,
                fonts: SignFileLoader.fonts, start: .zero)
            func picture(_ content: some Content) -> String {
                var frame = Frame(size: DeclaredVariableTests.size, format: .mono)
                content.draw(at: .zero, into: &frame)
                return art(frame.canvas)
            }
            return Polling.wait {
                sign.takeChanges(at: .zero)
                return picture(sign.player) == picture(plain)
            }
        }
    }

    private static func file(_ fields: String, text: String = "{price}") -> String {
        "fields: {\(fields)}\nmessage: {text: \"\(text)\"}\n"
    }

    @Test("a sign asks only the source that has news")
    func oneSource() throws {
        let stage = try Stage(Self.file("price: {variable: A}"))
        #expect(try stage.shows("A"))
        let events = try #require(stage.sign.context.events)
        let values = try #require(events.liveService?.descriptor)
        let file = try #require(events.watch?.descriptor)
        func isReadable(_ descriptor: Int32) -> Bool {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, 0) == 1
        }
        _ = stage.ask("{\"command\":\"set\",\"name\":\"price\",\"value\":\"B\"}")
        #expect(Polling.wait { isReadable(values) })
        let text = Self.file("price: {variable: A}", text: "{price}!")
        try Data(text.utf8).write(to: stage.folder.url.appendingPathComponent("sign.yaml"))
        let clock = SteadyClock()
        func words() -> String? { stage.sign.listed(at: clock.now).first?.words }
        let isRead = Polling.wait {
            stage.sign.take(file, at: clock.now)
            return words() == "A!"
        }
        #expect(isRead && isReadable(values), "\(words() ?? "nothing")")
        stage.sign.take(values, at: clock.now)
        expectEqual(words(), "B!")
    }

    @Test("declared variables are listed with their initial values, and again when they are unset")
    func listed() throws {
        let fields = "price: {variable: \"4.20\"}, note: {variable: \"\"}, log: {file: a.txt}"
        let stage = try Stage(Self.file(fields))
        let defaults = "\"defaults\": {\"price\": \"4.20\", \"note\": null}, \"choices\": {}}"
        let unset = "{\"ok\": true, \"variables\": {\"note\": null, \"price\": \"4.20\"}, " + defaults
        expectEqual(stage.all, unset)
        expectEqual(stage.ask("{\"command\":\"get\",\"name\":\"price\"}"), "{\"ok\": true, \"value\": \"4.20\"}")
        #expect(stage.ask("{\"command\":\"get\",\"name\":\"log\"}").contains("no-such-variable"))
        #expect(try stage.shows("4.20"))
        let before = stage.sign.changes(at: .zero)
        _ = stage.ask("{\"command\":\"set\",\"name\":\"price\",\"value\":\"5\"}")
        _ = stage.ask("{\"command\":\"set\",\"name\":\"other\",\"value\":\"x\"}")
        let set = "{\"ok\": true, \"variables\": {\"note\": null, \"other\": \"x\", \"price\": \"5\"}, " + defaults
        expectEqual(stage.all, set)
        #expect(stage.sign.changes(at: .zero) != before)
        #expect(try stage.shows("5"))
        _ = stage.ask("{\"command\":\"set\",\"name\":\"price\",\"value\":null}")
        _ = stage.ask("{\"command\":\"set\",\"name\":\"other\",\"value\":null}")
        expectEqual(stage.all, unset)
        #expect(try stage.shows("4.20"))
    }

    @Test(
        "a variable that is looked up in a map has the values of the map to choose from, if they are all that there are"
    )
    func choices() throws {
        let maps = """
            maps:
              doors: {open: "Come in", closed: Closed, 2: "Half open"}
              levels: {0..3: low, 4..9: high}
              moods: {good: green, else: red}
              shades: {day: white, night: navy}

            """
        let fields =
            "door: {variable: open}, level: {variable: 2}, mood: {variable: good}, shade: {variable: day}, log: {file: a.txt}"
        let message = """
            fields: {\(fields)}
            messages:
              - "{level|map levels} {mood|map moods} {log|map doors}"
              - {text: "Hello", color: "{shade|map shades}"}
              - rows: [{text: "{door|map doors}"}]

            """
        let stage = try Stage(maps + message)
        #expect(
            stage.all.hasSuffix(
                "\"choices\": {\"door\": [\"open\", \"closed\", \"2\"], \"shade\": [\"day\", \"night\"]}}"),
            "\(stage.all)")
    }

    @Test("what is listed is what is shown, also when the file declares other variables or other initial values")
    func reloaded() throws {
        let stage = try Stage(Self.file("price: {variable: \"4.20\"}"))
        #expect(try stage.shows("4.20"))
        try stage.reload(Self.file("price: {variable: \"4.50\"}"))
        expectEqual(
            stage.all,
            "{\"ok\": true, \"variables\": {\"price\": \"4.50\"}, \"defaults\": {\"price\": \"4.50\"}, \"choices\": {}}"
        )
        #expect(try stage.shows("4.50"))
        // One that is set before it is declared.
        _ = stage.ask("{\"command\":\"set\",\"name\":\"new\",\"value\":\"N\"}")
        _ = stage.ask("{\"command\":\"set\",\"name\":\"price\",\"value\":\"5\"}")
        try stage.reload(Self.file("price: {variable: \"6\"}, new: {variable: M}", text: "{price} {new}"))
        let values = "{\"ok\": true, \"variables\": {\"new\": \"N\", \"price\": \"5\"}, "
        expectEqual(stage.all, values + "\"defaults\": {\"price\": \"6\", \"new\": \"M\"}, \"choices\": {}}")
        #expect(try stage.shows("5 N"))
        try stage.reload(Self.file("new: {variable: M}", text: "{new}"))
        expectEqual(stage.all, values + "\"defaults\": {\"new\": \"M\"}, \"choices\": {}}")
        #expect(try stage.shows("N"))
    }
}

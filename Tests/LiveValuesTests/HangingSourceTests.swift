import BitmapFonts
import Foundation
import LiveValues
import Marquee
import PixelGraphics
import Settings
import SignTestSupport
import Testing
import Timelines

/// Sources that hang, beside a sign that moves.
@Suite struct HangingSourceTests {
    private static let size = Size(width: 32, height: 8)
    private static let frameTime = Nanoseconds(16_666_667)

    /// Letters that are blocks.
    private static func fonts() -> FontChain {
        var builder = BitmapFontBuilder()
        builder.font.ascent = 7
        builder.font.descent = 1
        for code in UInt32(0x21)...0x7E {
            var picture = MonoBitmap(width: 4, height: 7)
            for y in 0..<7 { for x in 0..<4 { picture[x, y] = (UInt32(x + 4 * y) &* code) % 3 == 0 } }
            builder.add(code: code, advance: 5, left: 0, top: 7, picture: picture)
        }
        return FontChain([builder.finished()])
    }

    /// A sign that shows a score in a moving text.
    private struct Sign {
        let content: MessageContent
        var frame = Frame(size: size, format: .rgb)
        let fonts: FontChain
        let field: ValueField

        init() throws {
            fonts = HangingSourceTests.fonts()
            content = try MessageContent(Message("Today's score is 0:0", fonts: fonts), size: size, start: .zero)
            guard case .value(let field) = try FieldReference(parsing: "score", fields: ["score"]) else {
                throw TextError("not a value")
            }
            self.field = field
        }

        mutating func picture(at instant: Instant) -> String {
            frame = Frame(size: size, format: .rgb)
            content.draw(at: instant, into: &frame)
            return art(frame.canvas)
        }

        func show(_ reading: LiveReading, at instant: Instant) throws {
            let run = field.run(in: FieldScope(["score": reading]))
            let message = Message("Today's score is \(run.text)", fonts: fonts)
            try content.replace(message, swap: .now, at: instant)
        }
    }

    @Test("Sources that hang delay no frame and move nothing: every frame is that of the sign without them")
    func frames() throws {
        let clock = SharedClock()
        let server = try LocalServer.shared.get()
        let address = try #require(LiveAddress(server.url("hang")))
        let liveService = try LiveService(
            [
                LiveSource("program", .command(.shell("sleep 1000"))), LiveSource("server", .url(address)),
                LiveSource("score", .variable("0:0")),
            ], clock: clock)
        defer { liveService.close() }
        var (sign, undisturbed) = (try Sign(), try Sign())
        var listener = Listener(liveService)
        #expect(listener.wait { $0.value("score")?.text() == "0:0" })
        var values: [String] = []
        for number in 0..<600 {
            let instant = clock.now
            if number == 200 {
                liveService.set("score", to: "1:0")
                var waiting = pollfd(fd: liveService.descriptor, events: Int16(POLLIN), revents: 0)
                while !values.contains("1:0") {
                    try #require(poll(&waiting, 1, Polling.timeout) == 1)
                    for case (let reading?) in liveService.take().filter({ $0.name == "score" }).map(\.reading) {
                        values.append(reading.value?.text() ?? "")
                        if values.last == "1:0" { try sign.show(reading, at: instant) }
                    }
                }
                try undisturbed.show(LiveReading("1:0"), at: instant)
            } else {
                for change in liveService.take() where change.name == "score" {
                    values.append(change.reading?.value?.text() ?? "")
                }
            }
            let (shown, expected) = (sign.picture(at: instant), undisturbed.picture(at: instant))
            expectEqual(shown, expected, "frame \(number)")
            expectEqual(sign.content.nextChange(after: instant), undisturbed.content.nextChange(after: instant))
            clock.advance(by: Self.frameTime)
        }
        expectEqual(values, ["1:0"])
        // Ten seconds have passed for the sign, and the program's timeout is over.
        liveService.refresh("score")
        #expect(listener.wait { $0.liveService.statuses.first?.problem == .timedOut(after: .seconds(5)) })
    }
}

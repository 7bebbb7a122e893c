import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

@Suite struct SignPlayerTests {
    private static let size = Size(width: 32, height: 8)
    /// Later than zero, and between two columns.
    private static let start = Instant.zero + .milliseconds(777)

    private func player(_ text: String) throws -> SignPlayer {
        try SignPlayer(try file(text), size: Self.size, fonts: TestFonts.fonts, start: Self.start)
    }

    private func file(_ text: String) throws -> SignFile { try SignFile(parsing: text, path: "s.yaml") }

    private func picture(_ player: SignPlayer, at instant: Instant) -> String {
        var frame = Frame(size: Self.size, format: .mono)
        player.draw(at: instant, into: &frame)
        return art(frame.canvas)
    }

    /// The columns of a picture, from the left.
    private func columns(_ picture: String) -> [String] {
        let rows = picture.split(separator: "\n").map(Array.init)
        return (0..<Self.size.width).map { x in String(rows.map { $0[x] }) }
    }

    private func instant(_ milliseconds: Int64) -> Instant { Self.start + .milliseconds(milliseconds) }

    private static let long = "message:\n  text: Fresh bread until noon\n  speed: 25\n"

    @Test("a reload of the same message, whatever else has changed, disturbs no frame")
    func sameMessage() throws {
        let undisturbed = try player(Self.long)
        let reloaded = try player(Self.long)
        let forms = [
            "# a comment\n" + Self.long, "brightness: 20\n" + Self.long, "stall: 3s\n" + Self.long,
            "message: {speed: 25.0, text: Fresh bread until noon}\n",
        ]
        for time in stride(from: Int64(0), through: 20_000, by: 7) {
            if time % 491 == 0 {
                try reloaded.show(try file(forms[Int(time / 491) % forms.count]), at: instant(time))
            }
            let same = picture(reloaded, at: instant(time)) == picture(undisturbed, at: instant(time))
            #expect(same, "at \(time) ms")
            expectEqual(reloaded.nextChange(after: instant(time)), undisturbed.nextChange(after: instant(time)))
        }
        expectEqual(reloaded.file.messages[0], undisturbed.file.messages[0])
    }

    @Test("a reload with problems changes nothing: no frame, no file")
    func broken() throws {
        let undisturbed = try player(Self.long)
        let reloaded = try player(Self.long)
        let tooLong = String(repeating: "word ", count: 40_000)
        let forms = [
            "message:\n  text: B\n  font: nofont\n", "message:\n  text: \(tooLong)\n",
            "brightness: 3\nmessage:\n  text: Fresh bread until noon\n  font: [ledsign-8, missing]\n",
        ]
        for time in stride(from: Int64(0), through: 8_000, by: 7) {
            if time % 490 == 0 {
                let form = try file(forms[Int(time / 490) % forms.count])
                #expect(throws: SignError.self) { try reloaded.show(form, at: instant(time)) }
            }
            let same = picture(reloaded, at: instant(time)) == picture(undisturbed, at: instant(time))
            #expect(same, "at \(time) ms")
        }
        expectEqual(reloaded.file, undisturbed.file)
    }

    @Test("C2: a changed text comes in at the seam, while what is on the sign goes on")
    func changedText() throws {
        let undisturbed = try player(Self.long)
        let reloaded = try player(Self.long)
        // 25 px/s: a column every 40 ms.
        let change: Int64 = 1_000
        try reloaded.show(try file("message:\n  text: Sold out for today\n  speed: 25\n"), at: instant(change))
        for step in Int64(0)..<32 {
            let time = instant(change + step * 40)
            let shown = Array(columns(picture(reloaded, at: time)).prefix(32 - Int(step)))
            let old = Array(columns(picture(undisturbed, at: time)).prefix(32 - Int(step)))
            expectEqual(shown, old, "after \(step) columns")
        }
        // In the end nothing but the new text is there: its picture is one of those of a sign that always had it.
        let new = try player("message:\n  text: Sold out for today\n  speed: 25\n")
        let pictures = Set((0..<400).map { picture(new, at: instant(Int64($0) * 40)) })
        for step in Int64(0)..<200 {
            let late = picture(reloaded, at: instant(20_000 + step * 40))
            #expect(pictures.contains(late))
        }
        #expect(!pictures.contains(picture(undisturbed, at: instant(20_000))))
    }

    @Test("B4: a changed speed goes on from the same column")
    func changedSpeed() throws {
        let undisturbed = try player(Self.long)
        let reloaded = try player(Self.long)
        let change: Int64 = 2_000
        try reloaded.show(try file("message:\n  text: Fresh bread until noon\n  speed: 50\n"), at: instant(change))
        for time in stride(from: Int64(0), through: 9_000, by: 20) {
            // Twice as fast from then on: where the other sign is after twice the time.
            let shown = picture(reloaded, at: instant(change + time))
            let expected = picture(undisturbed, at: instant(change + 2 * time))
            expectEqual(shown, expected, "\(time) ms after the change")
        }
    }

    @Test("a text that fits stands still, and is replaced when the file changes")
    func still() throws {
        let sign = try player("message:\n  text: A\n")
        let before = picture(sign, at: instant(500))
        #expect(sign.nextChange(after: instant(500)) == nil)
        let revision = sign.revision
        try sign.show(try file("message:\n  text: B\n"), at: instant(1_000))
        #expect(sign.revision > revision)
        let after = picture(sign, at: instant(1_000))
        #expect(after != before)
        let fresh = picture(try player("message:\n  text: B\n"), at: instant(1_000))
        expectEqual(after, fresh)
    }

    @Test("C4: an empty text makes the sign dark, until a reload changes it")
    func empty() throws {
        let sign = try player("message:\n  text: \"\"\n")
        #expect(!picture(sign, at: instant(0)).contains("#"))
        #expect(sign.nextChange(after: instant(0)) == nil)
        try sign.show(try file("message:\n  text: B\n"), at: instant(1_000))
        #expect(picture(sign, at: instant(1_000)).contains("#"))
    }

    @Test("all missing fonts are reported together")
    func fonts() throws {
        let text = "message:\n  text: A\n  font:\n    - ledsgn-8\n    - ledsign-8\n    - ./no.bdf\n"
        let broken = try file(text)
        do throws(SignError) {
            _ = try SignPlayer(broken, size: Self.size, fonts: TestFonts.fonts, start: .zero)
            Issue.record("there are no such fonts")
        } catch {
            expectEqual(error.problems.map(\.line), [4, 6])
            expectEqual(error.problems.map(\.column), [7, 7])
            #expect(error.problems[0].description.contains("ledsign-8"))
        }
    }
}

import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Emoji in texts.
@Suite struct SignEmojiTests {
    @Test(
        "an emoji is drawn as its icon, of the size of the letters",
        arguments: [
            ("🍞", "bread"), ("🍕", "pizza"), ("🙂", "smile"), ("☀\u{FE0F}", "sun"), ("❤\u{FE0F}", "heart"),
            ("👍🏽", "thumbs-up"), ("⚙\u{FE0F}", "gear"), ("⚽", "ball"), ("✅", "check"), ("⭐", "star"),
            ("😂", "joy"), ("🤣", "joy"), ("🦄", "unicorn"), ("🚽", "toilet"), ("🌦\u{FE0F}", "showers"), ("👋🏿", "wave-hand"),
        ])
    func icons(emoji: String, icon: String) throws {
        for (font, rows) in [
            ("ledsign-8", 8), ("ledsign-16-bold", 16), ("ledsign-16-bold@2", 32),
        ] {
            func picture(_ text: String) throws -> String {
                let message = "message: {text: \"\(text)\", font: \(font), scroll: never}"
                return try SignStage(message, size: Size(width: 48, height: rows)).picture(at: 0)
            }
            #expect(try picture(emoji).contains("#"))
            // Of some the fonts have pictures of their own.
            if !["sun", "heart", "check", "star"].contains(icon) {
                expectEqual(try picture(emoji), try picture("<icon=\(icon)>"), "\(emoji) in \(font)")
            }
        }
    }
}

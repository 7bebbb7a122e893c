import LiveValues
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// What lists of messages say that the sign shows.
@Suite struct MessageWordsTests {
    private func player(_ text: String) throws -> SignPlayer {
        let player = try SignStage(text).player
        player.direct(at: SignStage.start)
        return player
    }

    @Test(
        "a value in a text changes what it says and not the list; its tags, and icons that Unicode does not have, are left out"
    )
    func words() throws {
        let player = try player(
            "fields: {score: {variable: \"6\"}}\nmessage: {text: \"<red>Hello</> <icon=bread><icon=flag>{score} {{a}\"}\n"
        )
        func look() -> (words: String?, list: Int, digest: Int) {
            let listed = player.listed(at: SignStage.start).first
            return (listed?.words, player.listDigest(at: SignStage.start), player.wordsDigest(at: SignStage.start))
        }
        let before = look()
        player.take([LiveChange(name: "score", reading: LiveReading(.text("7")))], at: SignStage.start)
        let after = look()
        expectEqual(after.words, "Hello \u{1F35E}7 {a}")
        expectEqual(after.list, before.list)
        #expect(after.digest != before.digest)
    }

    @Test("the words of parts are their texts, one after the other")
    func parts() throws {
        let player = try player(
            """
            message:
              parts:
                - {text: "Bus <red>5</>"}
                - {parts: [{text: late}]}
            """)
        expectEqual(player.listed(at: SignStage.start).map(\.words), ["Bus 5 late"])
    }

    @Test("a message that waits has the words of now, and what comes next changes the digest")
    func waiting() throws {
        let player = try player(
            """
            fields: {price: {variable: "4.20"}, other: {variable: A}}
            messages:
              - Bread
              - "<red>{price|.2}</> EUR"
              - "{other}"
              - ""

            """)
        func words() -> [String?] { player.listed(at: SignStage.start).map(\.words) }
        func digest(_ name: String, _ value: String) -> Int {
            player.take([LiveChange(name: name, reading: LiveReading(.text(value)))], at: SignStage.start)
            return player.wordsDigest(at: SignStage.start)
        }
        _ = digest("other", "A")
        let before = digest("price", "4.20")
        expectEqual(words(), ["Bread", "4.20 EUR", "A", nil])
        expectEqual(digest("other", "B"), before)
        #expect(digest("price", "5") != before)
        expectEqual(words(), ["Bread", "5.00 EUR", "B", nil])
    }
}

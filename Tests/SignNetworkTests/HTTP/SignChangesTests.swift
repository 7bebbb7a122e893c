import PixelGraphics
import Settings
import SignFiles
import SignHost
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// The events for viewers when something besides the picture has changed.
@Suite struct SignChangesTests {
    private func player(_ text: String) throws -> SignPlayer {
        let file = try SignFile(parsing: text, path: "s.yaml")
        return try SignPlayer(file, size: Size(width: 32, height: 8), fonts: SignFileLoader.fonts, start: .zero)
    }

    @Test("when a turn changes, the list is another one, and a decision was taken; in between both stay")
    func turns() throws {
        let player = try player("messages: [{text: A, duration: 5s}, {text: B, duration: 5s}]\n")
        func look(_ seconds: Int64) -> (list: Int, decisions: Int) {
            let instant = Instant.zero + .seconds(seconds)
            player.direct(at: instant)
            return (player.listDigest(at: instant), player.decisions)
        }
        let (first, later, second) = (look(1), look(4), look(6))
        #expect(first == later)
        #expect(second.list != first.list)
        #expect(second.decisions != first.decisions)
    }

    @Test("messages that come and go change the list, and brightness the decisions")
    func steering() throws {
        let player = try player("message: {text: A}\n")
        let before = player.listDigest(at: .zero)
        let message = try SignMessage(.object([JSONMember("text", .text("B"))]), for: player.file)
        try player.push(message, zone: nil, at: .zero)
        let pushed = player.listDigest(at: .zero)
        #expect(pushed != before)
        #expect(player.isBrightnessAutomatic)
        let decisions = player.decisions
        player.setBrightness(20, at: .zero)
        #expect(player.decisions != decisions)
        #expect(!player.isBrightnessAutomatic)
        player.setBrightness(nil, at: .zero)
        #expect(player.isBrightnessAutomatic)
        expectEqual(player.listDigest(at: .zero), pushed)
    }

    @Test("a message that replaces another one of its name changes the list, however often")
    func replacement() throws {
        let player = try player("message: {text: A}\n")
        var seen: Set<Int> = [player.listDigest(at: .zero)]
        for number in 1...20 {
            let members = [JSONMember("text", .text("B\(number)")), JSONMember("name", .text("offer"))]
            try player.push(SignMessage(.object(members), for: player.file), zone: nil, at: .zero)
            let digest = player.listDigest(at: .zero)
            #expect(seen.insert(digest).inserted, "\(number)")
        }
    }

    @Test("another text in a changed file changes the list")
    func changedFile() throws {
        let player = try player("message: {text: A}\n")
        let before = player.listDigest(at: .zero)
        try player.show(SignFile(parsing: "message: {text: B}\n", path: "s.yaml"), at: .zero)
        #expect(player.listDigest(at: .zero) != before)
    }
}

import PixelGraphics
import Settings
import SignFiles
import SignHost
import SignPlayback
import Testing
import Timelines

@testable import SignServer

/// The events for viewers when something besides the picture has changed.
@Suite struct SignNewsTests {
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
        #expect(player.listDigest(at: .zero) == pushed)
    }
}

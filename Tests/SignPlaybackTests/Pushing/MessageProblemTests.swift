import Foundation
import LiveValues
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// What is wrong with a message, for as long as the sign has it and no longer.
@Suite struct MessageProblemTests {
    private static let url = "http://127.0.0.1:9/camera.gif"

    /// A sign to which a message was pushed whose image cannot be decoded.
    private func broken(
        _ text: String, keys: String = "", zone: String? = nil, others: [String] = []
    ) throws -> SignStage {
        let sign = try SignStage(text)
        for name in ["x"] + others {
            try sign.push("name: \(name), image: \"\(Self.url)\"\(keys)", zone: zone, at: 0)
        }
        let document = LiveDocument(bytes: Array("no image".utf8))
        sign.player.take(
            [LiveChange(name: "image \(Self.url)", document: document)], at: sign.instant(0))
        sign.player.settleImages(at: sign.instant(0))
        expectEqual(sign.player.images.problems.count, 1)
        return sign
    }

    @Test("what is wrong with the image of a pushed message is gone with the message, however it goes")
    func images() throws {
        let plain = "message: {text: A}"
        let removed = try broken(plain)
        #expect(removed.remove("x", at: 100))
        #expect(removed.player.images.problems.isEmpty)
        let replaced = try broken(plain)
        try replaced.push("name: x, text: B", at: 100)
        #expect(replaced.player.images.problems.isEmpty)
        let ended = try broken(plain, keys: ", lifetime: 1s")
        expectEqual(ended.player.takeEndedPushes(at: ended.instant(999)), [])
        expectEqual(ended.player.images.problems.count, 1)
        expectEqual(ended.player.takeEndedPushes(at: ended.instant(1_000)), ["x"])
        #expect(ended.player.images.problems.isEmpty)
        let zones = "zones: [{name: a, area: {x: 0, y: 0, width: 16, height: 8}, message: A}]"
        let zoned = try broken(zones, zone: "a")
        try zoned.show(plain, at: 100)
        #expect(zoned.player.images.problems.isEmpty)
        expectEqual(zoned.player.takeEndedPushes(at: zoned.instant(100)), ["x"])
        // One that another message still has stays.
        let two = try broken(plain, others: ["y"])
        #expect(two.remove("y", at: 100))
        expectEqual(two.player.images.problems.count, 1)
        #expect(two.remove("x", at: 200))
        #expect(two.player.images.problems.isEmpty)
    }

    @Test("what is wrong with the images of a file that is not shown in the end is gone with it")
    func prepared() throws {
        let folder = try ImageFolder()
        try Data(try ImageFolder.gif([("#.#", 10)]).prefix(30)).write(
            to: folder.url.appendingPathComponent("cut.gif"))
        let sign = try SignStage("message: {text: A}")
        let file = try SignFile(parsing: "message: {image: \(folder.path("cut.gif"))}", path: "s.yaml")
        if !sign.player.prepareImages(of: file) { sign.player.images.settle() }
        // What happens meanwhile does not forget them.
        try sign.push("name: x, text: B, lifetime: 1s", at: 0)
        #expect(sign.remove("x", at: 10))
        expectEqual(sign.player.images.problems.count, 1)
        #expect(throws: SignError.self) { try sign.player.show(file, at: sign.instant(20)) }
        #expect(sign.player.images.problems.isEmpty)
        _ = sign.player.prepareImages(of: file)
        sign.player.images.settle()
        sign.player.forgetPrepared()
        #expect(sign.player.images.problems.isEmpty)
    }

    @Test("a sign waits for the time only while it has something that shows it")
    func clock() throws {
        for keys in [
            "parts: [{clock: \"HH:mm\"}]", "parts: [{analog-clock: {}}]", "text: \"{clock}\"",
            "text: A, when: \"08:00-18:00\"",
        ] {
            let sign = try SignStage(
                "message: {text: A}", clock: SetClock(1_767_268_790, isSynchronized: false))
            try sign.push("name: x, priority: 2, \(keys)", at: 0)
            _ = sign.picture(at: 0)
            #expect(sign.player.waitsForClock, "\(keys)")
            #expect(sign.remove("x", at: 100))
            _ = sign.picture(at: 100)
            #expect(!sign.player.waitsForClock, "\(keys)")
        }
    }
}

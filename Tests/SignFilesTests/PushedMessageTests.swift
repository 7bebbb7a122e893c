import Foundation
import Settings
import SignTestSupport
import Testing

@testable import SignFiles

/// Messages that come as JSON values, without a text in between.
@Suite struct PushedMessageTests {
    private let file: SignFile

    init() throws {
        file = try SignFile(parsing: "style: {color: red}\nmessages: []\n", path: "s.yaml")
    }

    private func problems(_ body: () throws -> SignMessage) -> [String] {
        do {
            _ = try body()
            return []
        } catch {
            return ((error as? SignError)?.problems ?? []).map(\.description)
        }
    }

    @Test(
        "a message of a JSON value is the same as of its line",
        arguments: [
            #"{"text": "A"}"#, #"{"text": "<red>A</> {clock HH:mm}", "priority": 3, "duration": "2s", "repeat": 4}"#,
            #"{"parts": [{"text": "A"}, {"shape": "box", "color": "blue"}]}"#,
            #"{"text": "Łódź 🍕 \\ \"x\"", "wake": true, "color": null}"#,
        ])
    func same(text: String) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        let fromText = Result { try SignMessage(parsing: value.line, for: file) }
        let fromValue = Result { try SignMessage(value, for: file) }
        switch (fromText, fromValue) {
        case (.success(let one), .success(let other)): expectEqual(one, other)
        default: expectEqual("\(fromText)", "\(fromValue)")
        }
    }

    @Test("a message may bring along an image of 512 KiB, the largest that there may be")
    func image() throws {
        func message(_ bytes: Int) throws -> SignMessage {
            let url = "data:image/webp;base64," + Data(repeating: 1, count: bytes).base64EncodedString()
            return try SignMessage(["image": .text(url), "fit": "contain"], for: file)
        }
        guard case .fixed(.inline(let image))? = try message(512 << 10).image?.origin else {
            Issue.record("no image")
            return
        }
        expectEqual(image.bytes, [UInt8](repeating: 1, count: 512 << 10))
        expectEqual(problems { try message((512 << 10) + 1) }.count, 1)
    }

    @Test(
        "problems have the places of the values in the line",
        arguments: [
            #"{"text": "A", "colr": "red"}"#, #"{"color": "redd", "speed": "fast"}"#, #"{"text": "<rde>"}"#,
            #"{"text": ["A"]}"#, #"{"text": "A", "priority": 1.5}"#,
        ])
    func wrong(text: String) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        let found = problems { try SignMessage(value, for: file) }
        #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("message:1:") })
        expectEqual(found, problems { try SignMessage(parsing: value.line, for: file) })
    }

    @Test("a value that is not an object is refused")
    func notAnObject() throws {
        expectEqual(problems { try SignMessage(.list([.text("A")]), for: file) }.count, 1)
    }
}

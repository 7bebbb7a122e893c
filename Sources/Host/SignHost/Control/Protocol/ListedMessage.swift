import Settings
import SignFiles
import SignPlayback

/// A message as `list` and the state of the sign show it.
extension SignPlayer.Listed {
    /// The letters of a text that `list` shows.
    private static let maximumTextLength = 200

    /// The message as `list` shows it; `next` is in whole seconds.
    var json: JSONValue {
        [
            "name": message.name.map { .text($0) }, "zone": zone.map { .text($0) },
            "text": .text(Self.cut(message.title)), "priority": .integer(message.priority), "pushed": .bool(isPushed),
            "state": .text(state.rawValue),
            "next": next.map { .integer(($0.count + 999_999_999) / 1_000_000_000) },
            "shown": words.map { .text(Self.cut($0)) },
        ]
    }

    private static func cut(_ text: String) -> String {
        text.count > maximumTextLength ? text.prefix(maximumTextLength) + "..." : text
    }

    /// What is shown, for the state of the sign; nil for a message that is not.
    var shownJSON: JSONValue? {
        words.map { words in
            [
                "name": message.name.map { .text($0) } ?? .null, "zone": zone.map { .text($0) } ?? .null,
                "text": .text(Self.cut(words)),
            ]
        }
    }
}

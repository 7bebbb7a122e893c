import Settings

extension SignFile {
    /// Describes a sign with one message, as the options of a command give it: the keys of a sign file, read like those of
    /// one.
    ///
    /// It has an empty text until `showing` gives it another, takes no requests, and keeps nothing for the next start.
    /// Relative paths count from the current folder.
    ///
    /// - Parameters:
    ///   - message: the keys of the message, without `name` and `text`.
    ///   - others: other keys of the sign, such as `brightness`.
    /// - Throws: everything that is wrong with the keys, at once.
    package init(message: [JSONMember], _ others: [JSONMember] = []) throws(SignError) {
        // The name makes a message with another text the same message.
        let named = [JSONMember("name", "message"), JSONMember("text", "")]
        let keys = [
            JSONMember("message", .object(named + message)),
            JSONMember("control", ["socket": "none", "state": "none"]),
        ]
        var fields = SignFields(SettingsFile(JSONValue.object(keys + others), path: "", form: .sign))
        guard fields.isReadable else { throw SignError(problems: fields.problems) }
        let file = SignFile(&fields, path: "")
        guard fields.problems.isEmpty else { throw SignError(problems: fields.problems) }
        self = file
    }

    /// Whether it is a file; otherwise it has no path, and its keys have no places for people.
    package var isFile: Bool { !path.isEmpty }

    /// The same with another text of its messages, which is shown as it is, without tags and fields.
    package func showing(_ text: String) -> SignFile {
        var file = self
        for zone in file.zones.indices {
            for number in file.zones[zone].messages.indices { file.zones[zone].messages[number].text = text }
        }
        return file
    }
}

import Settings

/// What may not come over the network, in words.
enum EditRefusal: Equatable {
    /// A key that is new or says something else than before.
    case changedKey(String, isNew: Bool)
    /// A key that is missing now.
    case removedKey(String)
    /// A file outside of the folder of the sign file.
    case path(NamedFile.Kind, String, PathFault)
    /// A font by the path of its file, in a pushed message.
    case fontPath(String)
    /// A URL in a pushed message.
    case url(NamedFile.Kind, String)
    /// A URL in a sign file that the saved file does not have.
    case newURL(String)
}

extension EditRefusal: CustomStringConvertible {
    /// What was given, why it is refused, and what to do.
    var description: String {
        switch self {
        case .changedKey(let key, let isNew):
            "\"\(key)\" \(isNew ? "is new" : "differs from the saved file"), and over the network it cannot be "
                + "\(isNew ? "added" : "changed") because it \(Self.reach(of: key)); "
                + "\(isNew ? "remove it" : "restore it"), or edit the file on the machine of the sign"
        case .removedKey(let key):
            "\"\(key)\" is missing, and over the network it cannot be removed because it \(Self.reach(of: key)); "
                + "restore it, or edit the file on the machine of the sign"
        case .path(let kind, let given, let fault):
            "the \(kind.rawValue) \(ShownText.quoted(given)) \(fault.description); "
                + "give a path within the folder of the sign file, without \"..\""
        case .fontPath(let given):
            "the font \(ShownText.quoted(given)) is a path, which messages from the network may not name; "
                + "give the name of a font, such as ledsign-8"
        case .url(let kind, let given):
            "the \(kind.rawValue) \(ShownText.quoted(given)) is a URL, which messages from the network may not name; "
                + "give a path, or allow URLs with \"urls: yes\" under \"http\" in the sign file"
        case .newURL(let given):
            "the URL \(ShownText.quoted(given)) is new, and over the network it cannot be added because the sign would ask "
                + "its server; remove it, allow URLs with \"urls: yes\" under \"http\", or edit the file on the machine of the "
                + "sign"
        }
    }

    /// What a key reaches beyond the picture of the sign.
    private static func reach(of key: String) -> String {
        switch key {
        case "command", "shell": "runs a program"
        case "file", "json", "sensor", "light": "reads any file of the machine"
        case "board", "cues", "hands": "says how the hardware is wired"
        case "mqtt": "reads from a broker"
        case "stall": "says when a stuck sign goes dark, and applies from the next start"
        case "wall": "says which part of a panel wall the sign is, and applies from the next start"
        default: "says who may reach the sign"
        }
    }
}

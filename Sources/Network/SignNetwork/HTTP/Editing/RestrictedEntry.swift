import Settings
import SignFiles

/// A key of a sign file that a file saved over the network has to have as before, wherever it stands in it.
struct RestrictedEntry {
    /// The key for people.
    let key: String
    /// The keys that lead to it.
    let address: [String]
    /// What it says, without places and styles.
    let meaning: JSONValue
    let place: TextPlace

    /// The keys of the whole file, which say how the machine is wired and who may reach it; they cannot be removed either.
    ///
    /// All keys are among them that a running sign cannot take over, so that it never has to refuse a file that was saved.
    static let keysOfFile = ["board", "stall"] + SignInstallation.keys
    /// The keys that run a program, or read what is outside of the folder of the file.
    static let keysOfSources = ["command", "shell", "file", "sensor", "mqtt"]
    /// What belongs to them: a program runs in its folder, a file may be a device, and a key goes to a server.
    private static let companions = ["folder", "special", serverWithKey]
    /// The server that gets the key of a file.
    private static let serverWithKey = "tronbyt"
    /// The keys whose keys are names that people chose.
    private static let namesOfFile = ["fields", "calendars"]
}

extension RestrictedEntry {
    /// Finds all of them in a tree, in its order; O(its size).
    static func all(in root: SettingsNode) -> [RestrictedEntry] {
        guard case .keys(let entries) = root.content else { return [] }
        var found: [RestrictedEntry] = []
        for entry in entries {
            if keysOfFile.contains(entry.key) {
                let meaning = JSONValue(meaningOf: entry.value)
                found.append(
                    RestrictedEntry(key: entry.key, address: [entry.key], meaning: meaning, place: entry.place))
            } else {
                collect(entry.value, address: [entry.key], into: &found)
            }
        }
        return found
    }

    private static func collect(
        _ node: SettingsNode, address: [String], into found: inout [RestrictedEntry]
    ) {
        switch node.content {
        case .list(let nodes): for node in nodes { collect(node, address: address, into: &found) }
        case .keys(let entries):
            let areNames = address.count == 1 && namesOfFile.contains(address[0])
            for entry in entries {
                let isKey = entry.key == "token" && entries.contains { $0.key == serverWithKey }
                if !areNames, isKey || isRestricted(entry, address: address) {
                    let extras = entries.filter { companions.contains($0.key) }
                    let parts =
                        [JSONMember("", JSONValue(meaningOf: entry.value))]
                        + extras.map { JSONMember($0.key, JSONValue(meaningOf: $0.value)) }
                    found.append(
                        RestrictedEntry(
                            key: entry.key, address: address + [entry.key], meaning: .object(parts.sortedByName),
                            place: entry.place))
                } else {
                    collect(entry.value, address: address + [entry.key], into: &found)
                }
            }
        case .text, .nothing: break
        }
    }

    private static func isRestricted(_ entry: SettingsNode.Entry, address: [String]) -> Bool {
        if keysOfSources.contains(entry.key) { return true }
        // Also the ways to say the same with another key: a JSON file, and a light sensor without keys of its own.
        guard let text = entry.value.plainText else { return false }
        return (entry.key == "json" && !text.contains("://")) || (entry.key == "light" && address == ["brightness"])
    }
}

extension JSONValue {
    /// What a node says: equal for nodes that the reader takes for the same, in whatever place, order and style.
    init(meaningOf node: SettingsNode) {
        switch node.content {
        case .text(let text, _): self = .text(text)
        case .nothing: self = .null
        case .list(let nodes): self = .list(nodes.map { JSONValue(meaningOf: $0) })
        case .keys(let entries):
            let members = entries.map { JSONMember($0.key, JSONValue(meaningOf: $0.value)) }
            self = .object(members.sortedByName)
        }
    }
}

extension [JSONMember] {
    /// The members in the order of their names; equal names, of which the first counts, keep theirs.
    fileprivate var sortedByName: [JSONMember] {
        enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
    }
}

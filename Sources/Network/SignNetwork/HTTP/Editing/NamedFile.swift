import Settings
import SignFiles

/// A file or URL that a sign file or a message names, and where.
struct NamedFile {
    enum Kind: String, Hashable {
        case image
        case font
        case sprite
        case calendar
        /// A server that a field or a calendar asks.
        case server
    }

    let kind: Kind
    /// The path, URL or name as it was given.
    let name: String
    /// The value that names it.
    let value: SettingsNode
    /// The characters of the value before a tag that names it; nil where the value itself does.
    let offset: Int?

    /// Where it is named; O(the value), because the file may write it in another way.
    func place(in source: SettingsText) -> TextPlace {
        guard let offset else { return value.place }
        let fields = SettingsFields<SignReason>(SettingsNode(key: "text", value: value), path: "", source: source)
        return fields.place(of: "text", offset: offset) ?? value.place
    }

    /// Whether it is a URL.
    var isURL: Bool { kind == .server || name.contains("://") }
    /// Whether the sign asks a server for it.
    var isAsked: Bool { isURL && kind != .font && kind != .calendar }

    /// The path; nil for what is the name of something that comes with the program, or brings its bytes along.
    var path: String? {
        switch kind {
        case .image where name.hasPrefix(InlineImage.scheme): return nil
        case .image, .calendar: return name
        case .server: return nil
        case .sprite: return name.contains(where: { $0 == "." }) || hasSlash(name) ? name : nil
        case .font:
            let path = SignFile.nameOfFont(name)
            return hasSlash(path) || SignFile.isFontFile(path) ? path : nil
        }
    }

    private func hasSlash(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "/")) }
}

extension NamedFile {
    /// Finds everything that a tree of keys names, in texts with tags as well; O(its size).
    static func all(in root: SettingsNode) -> [NamedFile] {
        var found: [NamedFile] = []
        visit(root, path: [], &found)
        return found
    }

    private static func visit(_ node: SettingsNode, path: [String], _ found: inout [NamedFile]) {
        switch node.content {
        case .keys(let entries):
            // The first of equal keys counts; the reader refuses the others.
            let markup = entries.first { $0.key == "markup" }?.value.plainText
            for entry in entries {
                let isLiteral = entry.key == "text" && (markup == "no" || markup == "false")
                if !isLiteral { visit(entry.key, entry.value, path: path, &found) }
            }
        case .list(let nodes): for element in nodes { visit(element, path: path, &found) }
        case .text: addTags(of: node, &found)
        case .nothing: break
        }
    }

    private static func visit(
        _ key: String, _ value: SettingsNode, path: [String], _ found: inout [NamedFile]
    ) {
        let kind: Kind? =
            switch key {
            case "image", "font", "sprite": Kind(rawValue: key)
            // What images of values say besides.
            case "or" where !["fields", "maps"].contains(path.first): .image
            case "servers" where !["fields", "maps"].contains(path.first): .server
            case "tronbyt" where !["fields", "maps"].contains(path.first): .server
            case "path" where path.first == "calendars": .calendar
            case "url" where isSource(path): .server
            case "json" where isSource(path) && value.plainText?.contains("://") ?? false: .server
            default: nil
            }
        if let kind {
            add(kind, value, path: path + [key], &found)
        } else {
            visit(value, path: path + [key], &found)
        }
    }

    /// Whether keys lead to a field or a calendar, which people name.
    private static func isSource(_ path: [String]) -> Bool {
        path.count == 2 && ["fields", "calendars"].contains(path[0])
    }

    private static func add(
        _ kind: Kind, _ value: SettingsNode, path: [String], _ found: inout [NamedFile]
    ) {
        switch value.content {
        case .text(let name, _): found.append(NamedFile(kind: kind, name: name, value: value, offset: nil))
        case .list(let nodes): for node in nodes { add(kind, node, path: path, &found) }
        // A field or calendar may be called "image".
        case .keys, .nothing: visit(value, path: path, &found)
        }
    }

    /// Adds what the tags of a text name: `<image=..>`, `<font=..>`, those of conditions and repetitions among them.
    private static func addTags(of node: SettingsNode, _ found: inout [NamedFile]) {
        guard let text = node.plainText, text.utf8.contains(UInt8(ascii: "=")) else { return }
        for need in SignMarkup.parse(text).markup.needs {
            switch need.resource {
            case .picture(let name):
                found.append(NamedFile(kind: .image, name: name, value: node, offset: need.offset))
            case .font(let name): found.append(NamedFile(kind: .font, name: name, value: node, offset: need.offset))
            case .icons: break
            }
        }
    }
}

extension SettingsNode {
    /// The text; nil for what is none.
    var plainText: String? {
        if case .text(let text, _) = content { text } else { nil }
    }
}

/// LaMetric's gallery of icons for displays of eight rows.
package enum IconGallery {
    /// What the address of each begins with; its number follows.
    package static let address = "https://developer.lametric.com/content/apps/icon_thumbs/"
    /// The numbers that icons may have.
    package static let numbers = 1...9_999_999

    /// Whether a URL is that of one of its icons.
    static func hasIcon(_ url: String) -> Bool {
        guard url.hasPrefix(address), let number = Int(url.dropFirst(address.count)) else { return false }
        return numbers.contains(number) && url == "\(address)\(number)"
    }
}

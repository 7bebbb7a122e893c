import Yams

/// Something in a settings file: a text, a list, or keys with their values, each with its place.
package struct SettingsNode: Sendable {
    /// What it is.
    package indirect enum Content: Sendable {
        /// Words or digits.
        case text(String, style: Style)
        /// Nothing at all, `~` or `null`.
        case nothing
        /// A list.
        case list([SettingsNode])
        /// Keys and values in the order of the file, equal keys among them.
        case keys([Entry])
    }

    /// How a text is written.
    package enum Style: Sendable {
        /// Without quotation marks.
        case plain
        /// In quotation marks, or folded.
        case quoted
        /// A block of lines after a bar, each as it stands in the file.
        case block
    }

    /// A key and its value.
    package struct Entry: Sendable {
        /// The key; of a key that is no word, its form in words.
        package let key: String
        /// Where the key begins.
        package let place: TextPlace
        /// What settings files do without and the key has.
        let feature: SettingsFault.Feature?
        /// What stands after the key.
        package let value: SettingsNode
    }

    /// Where it begins.
    package let place: TextPlace
    /// What it is.
    package let content: Content
    /// What settings files do without and it begins with.
    let feature: SettingsFault.Feature?

    /// What it is, in words.
    package var form: String {
        switch content {
        case .text: "a text"
        case .nothing: "nothing"
        case .list: "a list"
        case .keys: "a list of keys"
        }
    }
}

extension SettingsNode {
    /// Makes keys of a value that stands for one of them.
    init(key: String, value: SettingsNode) {
        place = value.place
        feature = nil
        content = .keys([Entry(key: key, place: value.place, feature: nil, value: value)])
    }

    /// Takes what the parser found; at most 1,000 levels, which is libyaml's limit.
    init(_ node: Node, of text: SettingsYAML) {
        place = text.place(of: node.mark)
        feature = text.feature(at: node.mark)
        switch node {
        case .scalar(let scalar):
            let isPlain = text.isPlain(node)
            if isPlain, ["", "~", "null", "Null", "NULL"].contains(scalar.string) {
                content = .nothing
            } else {
                let style: Style = isPlain ? .plain : scalar.style == .literal ? .block : .quoted
                content = .text(text.original(scalar.string, hasEscapes: scalar.style == .doubleQuoted), style: style)
            }
        case .sequence(let sequence):
            content = .list(sequence.filter { !text.isOurs($0) }.map { SettingsNode($0, of: text) })
        case .mapping(let mapping):
            content = .keys(
                mapping.filter { !text.isOurs($0.key) }.map { Entry($0.key, $0.value, of: text) })
        case .alias: content = .nothing
        }
    }
}

extension SettingsNode.Entry {
    init(_ keyNode: Node, _ valueNode: Node, of text: SettingsYAML) {
        place = text.place(of: keyNode.mark)
        if case .scalar(let scalar) = keyNode {
            key = text.original(scalar.string, hasEscapes: scalar.style == .doubleQuoted)
            feature = text.feature(at: keyNode.mark) ?? (key == "<<" && text.isPlain(keyNode) ? .mergeKey : nil)
        } else {
            key = SettingsNode(keyNode, of: text).form
            feature = text.feature(at: keyNode.mark) ?? (text.hasLists ? .nesting : nil)
        }
        value = SettingsNode(valueNode, of: text)
    }
}

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
        let feature: SettingsReason.Feature?
        /// What stands after the key.
        package let value: SettingsNode
    }

    /// Where it begins.
    package let place: TextPlace
    /// What it is.
    package let content: Content
    /// What settings files do without and it begins with.
    let feature: SettingsReason.Feature?

    init(place: TextPlace, content: Content, feature: SettingsReason.Feature? = nil) {
        self.place = place
        self.content = content
        self.feature = feature
    }

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
    package init(key: String, value: SettingsNode) {
        place = value.place
        feature = nil
        content = .keys([Entry(key: key, place: value.place, feature: nil, value: value)])
    }
}

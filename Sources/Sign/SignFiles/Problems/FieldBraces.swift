/// Values in braces, such as `{price}`, where a file has none.
enum FieldBraces {
    /// Whether a text has a name in braces.
    static func are(in text: String) -> Bool {
        guard let start = text.firstIndex(of: "{"), text[start...].contains("}") else { return false }
        return text[text.index(after: start)...].first { $0 != " " }?.isLetter ?? false
    }
}

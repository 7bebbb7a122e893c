import Settings

extension SignMessage {
    /// Reads a message that comes from outside of a file: the keys of a message of a sign file, as YAML or JSON.
    ///
    /// - Parameters:
    ///   - text: the keys.
    ///   - file: whose `style` is the default of the message, and whose folder relative paths start from.
    /// - Throws: everything that is wrong with it, at once.
    package init(parsing text: String, for file: SignFile) throws(SignError) {
        try self.init(SettingsFile(text.utf8, path: Self.pathOfPushed, form: .message), for: file)
    }

    /// Reads a message from the keys of a JSON object: pushed messages take this way, without a text in between.
    ///
    /// - Parameters:
    ///   - object: the keys; the places of problems are those in its line of JSON.
    ///   - file: whose `style` is the default of the message, and whose folder relative paths start from.
    /// - Throws: everything that is wrong with it, at once.
    package init(_ object: JSONValue, for file: SignFile) throws(SignError) {
        try self.init(SettingsFile(object, path: Self.pathOfPushed, form: .message), for: file)
    }

    /// What takes the place of a file's path in problems.
    package static let pathOfPushed = "message"

    private init(_ given: SettingsFile, for file: SignFile) throws(SignError) {
        var fields = SignFields(given)
        guard fields.isReadable else { throw SignError(problems: fields.problems) }
        let message = SignMessage(&fields, context: file.context)
        file.installation.noteUnknownCues(of: message, &fields)
        fields.noteUnknownKeys()
        guard fields.problems.isEmpty else { throw SignError(problems: fields.problems) }
        self = message
    }
}

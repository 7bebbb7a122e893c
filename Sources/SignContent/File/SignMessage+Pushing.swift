import SettingsFiles

extension SignMessage {
    /// Reads a message that comes from outside of a file: the keys of a message of a sign file, as YAML or JSON.
    ///
    /// - Parameters:
    ///   - text: the keys.
    ///   - file: whose `style` the message has where it says nothing else, and from whose folder paths count.
    /// - Throws: everything that is wrong with it, at once.
    public init(parsing text: String, for file: SignFile) throws(SignError) {
        var fields: SignFields
        do throws(SettingsErrors<SignProblem>) {
            fields = SignFields(try SettingsFile.read(text.utf8, path: "message", form: .message).get())
        } catch {
            throw SignError(problems: error.problems)
        }
        let message = SignMessage(&fields, context: file.context)
        file.installation.noteUnknownCues(of: message, &fields)
        fields.noteUnknownKeys()
        guard fields.problems.isEmpty else { throw SignError(problems: fields.problems) }
        self = message
    }
}

extension SettingsForm {
    /// Messages that come one by one.
    static let message = SettingsForm(
        noun: "a message", owner: "a message", mostBytes: SignFile.mostBytes, mostBrackets: nil)
}

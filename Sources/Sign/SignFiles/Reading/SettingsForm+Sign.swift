import Settings

extension SettingsForm {
    /// The bytes that a sign file, or a message, may have.
    package static let mostSignBytes = 262_144

    /// Sign files: keys, lists and keys within them.
    package static let sign = SettingsForm(
        noun: "a sign file", owner: "this part of a sign file", mostBytes: mostSignBytes, mostBrackets: nil)

    /// Messages that come one by one.
    package static let message = SettingsForm(
        noun: "a message", owner: "a message", mostBytes: mostSignBytes, mostBrackets: nil)
}

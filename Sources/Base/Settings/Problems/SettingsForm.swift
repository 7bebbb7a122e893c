/// What a kind of settings file is called, and how large and deep its files may be.
package struct SettingsForm: Sendable {
    /// The kind with its article, such as "a board file".
    package let noun: String
    /// What has the keys, such as "this kind of board".
    package let owner: String
    /// The bytes that a file may have.
    package let mostBytes: Int
    /// The lists within brackets that a file may have; nil where lists are part of the form.
    package let mostBrackets: Int?
    /// Whether a file without keys is one.
    package let mayBeEmpty: Bool

    /// Describes a kind of file.
    package init(noun: String, owner: String, mostBytes: Int, mostBrackets: Int?, mayBeEmpty: Bool = false) {
        self.noun = noun
        self.owner = owner
        self.mostBytes = mostBytes
        self.mostBrackets = mostBrackets
        self.mayBeEmpty = mayBeEmpty
    }
}

import Settings
import SignFiles

/// A draft of a sign file, looked over before it is saved: what is wrong with it, and what may not come over the network.
package struct SignDraft: Sendable {
    /// Finds what is wrong with the things that a file names: boards, fonts, images, areas.
    ///
    /// The server passes `SignFileLoader.inspect(_:found:board:).problems`.
    package typealias Inspection = (_ file: SignFile, _ found: [SignProblem]) -> [SignProblem]

    /// The draft as a sign shows it; nil if it cannot be read at all.
    package let file: SignFile?
    /// What is wrong with it, in its order.
    package let problems: [EditMark]
    /// What it may not add or change, in its order.
    package let violations: [EditMark]

    /// Whether it may be saved.
    package var isGood: Bool { problems.isEmpty && violations.isEmpty }

    /// All of it in the order of the file, for editors.
    package var all: [EditMark] { (problems + violations).firstInOrder }

    /// Looks a draft over.
    ///
    /// Files that it may not name are not opened: their errors would tell what they are.
    ///
    /// - Parameters:
    ///   - bytes: the draft.
    ///   - old: the saved file, or what there is of it.
    ///   - path: that of the sign file.
    ///   - allowsURLs: whether it may name servers that the saved file does not name.
    package init(
        _ bytes: [UInt8], since old: [UInt8], path: String, allowsURLs: Bool, inspect: Inspection = { $1 }
    ) {
        let source = SettingsText.decoding(bytes.prefix(SignFile.maximumBytes)).source
        var (file, found) = SignFile.readable(in: bytes, path: path)
        self.file = file
        let new = SettingsFile(bytes, path: path, form: .sign)
        guard new.root != nil else {
            problems = found.prefix(EditMark.maximum).map { EditMark($0, in: source) }.firstInOrder
            violations = []
            return
        }
        let rules = NetworkRules(signFile: path, allowsURLs: allowsURLs)
        violations = rules.violations(of: new, since: SettingsFile(old, path: path, form: .sign))
        if let file, violations.isEmpty { found = inspect(file, found) }
        problems = found.prefix(EditMark.maximum).map { EditMark($0, in: source) }.firstInOrder
    }
}

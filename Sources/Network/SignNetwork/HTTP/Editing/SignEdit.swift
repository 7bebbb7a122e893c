import LinuxSystem
import Settings
import SignFiles

/// A sign file that is read and saved over the network.
///
/// For the thread of the server: it waits for the disk.
package struct SignEdit: Sendable {
    /// What became of a file that was to be saved.
    package enum Outcome: Equatable, Sendable {
        /// It is saved, and the tag of what is saved now.
        case saved(tag: String)
        /// The request has no If-Match.
        case unconditional
        /// Another editor has saved it in the meantime; the tag of the current version.
        case changed(tag: String)
        /// Something is wrong with it.
        case wrong([EditMark])
        /// It has what may not come over the network.
        case forbidden([EditMark])
        /// It is larger than a sign file may be.
        case tooLarge(limit: Int)
        /// It cannot be read or written; why, and what to do.
        case failed(String)
    }

    /// The path of the sign file.
    package let path: String
    private let versions: SignVersions?
    private let allowsURLs: Bool

    /// - Parameters:
    ///   - versions: where the files are kept that are replaced; nil to keep none.
    ///   - allowsURLs: `urls` under `http` in the sign file.
    package init(path: String, versions: SignVersions?, allowsURLs: Bool) {
        (self.path, self.versions, self.allowsURLs) = (path, versions, allowsURLs)
    }

    /// The file as it is, with its tag.
    package func read() throws(FileReadingError) -> (bytes: [UInt8], tag: String) {
        let bytes = try RegularFile.read(path: path, limit: SignFile.maximumBytes)
        return (bytes, Self.tag(of: bytes))
    }

    /// Looks a draft over without saving it.
    package func check(_ draft: [UInt8], inspect: SignDraft.Inspection = { $1 }) -> SignDraft {
        check(draft, since: (try? read().bytes) ?? [], inspect)
    }

    /// Looks a draft over, and compares it with the saved file, or with what there is of it.
    ///
    /// Files that it may not name are not opened: their errors would tell what they are.
    private func check(_ bytes: [UInt8], since old: [UInt8], _ inspect: SignDraft.Inspection) -> SignDraft {
        let source = SettingsText.decoding(bytes.prefix(SignFile.maximumBytes)).source
        var (file, found) = SignFile.readable(in: bytes, path: path)
        var violations: [EditMark] = []
        let new = SettingsFile(bytes, path: path, form: .sign)
        if new.root != nil {
            let rules = NetworkRules(signFile: path, allowsURLs: allowsURLs)
            violations = rules.violations(of: new, since: SettingsFile(old, path: path, form: .sign))
            if let file, violations.isEmpty { found = inspect(file, found) }
        }
        let problems = found.prefix(EditMark.maximum).map { EditMark($0, in: source) }.firstInOrder
        return SignDraft(file: file, problems: problems, violations: violations)
    }

    /// Saves a draft if it has no problems and the file has not changed since it was read.
    ///
    /// The file is replaced as a whole, and what it was is kept as a version first.
    ///
    /// - Parameters:
    ///   - last: what was replaced last over the network, and the tag of what it was replaced by: as long as the file is that, it may
    ///     become again what it was, whatever may not come over the network otherwise.
    ///   - time: milliseconds since 1970.
    package func save(
        _ draft: [UInt8], ifMatch header: String?, last: inout (replaced: [UInt8], tag: String)?, at time: Int64,
        inspect: SignDraft.Inspection = { $1 }
    ) -> Outcome {
        guard draft.count <= SignFile.maximumBytes else { return .tooLarge(limit: SignFile.maximumBytes) }
        let old: [UInt8]
        do throws(FileReadingError) {
            old = try read().bytes
        } catch {
            return .failed("cannot read the sign file: \(error.descriptionWithFix)")
        }
        guard let isCurrent = Self.matches(header, old) else { return .unconditional }
        guard isCurrent else { return .changed(tag: Self.tag(of: old)) }
        let isUndone = last.map { $0.replaced == draft && $0.tag == Self.tag(of: old) } ?? false
        let checked = check(draft, since: isUndone ? draft : old, inspect)
        if !checked.violations.isEmpty { return .forbidden(checked.violations) }
        if !checked.problems.isEmpty { return .wrong(checked.problems) }
        guard draft != old else { return .saved(tag: Self.tag(of: old)) }
        let outcome = replace(old, by: draft, at: time)
        if case .saved(let tag) = outcome { last = (old, tag) }
        return outcome
    }

    private func replace(_ old: [UInt8], by draft: [UInt8], at time: Int64) -> Outcome {
        do throws(SystemCallError) {
            try versions?.keep(old, at: time)
            try AtomicFile.replace(draft, path: path)
            return .saved(tag: Self.tag(of: draft))
        } catch {
            return .failed(
                "cannot save the sign file: \(error.reason); its folder has to be writable for the sign's user "
                    + "(ReadWritePaths= of the service)")
        }
    }
}

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
}

/// The version of a file that a client has: the entity tag of its bytes (RFC 9110, section 8.8.3).
extension SignEdit {
    /// The entity tag of a file's bytes, with its quotation marks.
    package static func tag(of bytes: [UInt8]) -> String {
        var hash = StableHash()
        hash.combine(bytes)
        return "\"\(hash.digits)-\(String(bytes.count, radix: 16))\""
    }

    /// Whether the value of If-Match, a list of tags or `*`, is for the bytes that there are; weak tags never are.
    ///
    /// Nil without such a header: the request might overwrite what it has not seen.
    package static func matches(_ header: String?, _ bytes: [UInt8]) -> Bool? {
        guard let header else { return nil }
        // A tag of ours has neither commas nor blanks.
        let tags = header.split { $0 == "," || $0 == " " || $0 == "\t" }.prefix(16)
        guard !tags.isEmpty else { return nil }
        let tag = tag(of: bytes)
        return tags.contains { $0 == "*" || $0 == tag }
    }
}

import Glibc
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

        /// The status of the answer (RFC 9110, RFC 6585).
        package var status: Int {
            switch self {
            case .saved: 200
            case .wrong: 400
            case .forbidden: 403
            case .changed: 412
            case .tooLarge: 413
            case .unconditional: 428
            case .failed: 500
            }
        }
    }

    /// The path of the sign file.
    package let path: String
    private let versions: SignVersions?
    private let allowsURLs: Bool

    /// - Parameters:
    ///   - path: that of the sign file.
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
        SignDraft(draft, since: (try? read().bytes) ?? [], path: path, allowsURLs: allowsURLs, inspect: inspect)
    }

    /// Saves a draft if it has no problems and the file has not changed since it was read.
    ///
    /// The file is replaced as a whole, and what it was is kept as a version first.
    ///
    /// - Parameters:
    ///   - draft: the bytes of the new file.
    ///   - header: the value of If-Match; nil without it.
    ///   - time: milliseconds since 1970.
    package func save(
        _ draft: [UInt8], ifMatch header: String?, at time: Int64, inspect: SignDraft.Inspection = { $1 }
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
        let checked = SignDraft(draft, since: old, path: path, allowsURLs: allowsURLs, inspect: inspect)
        if !checked.violations.isEmpty { return .forbidden(checked.violations) }
        if !checked.problems.isEmpty { return .wrong(checked.problems) }
        return draft == old ? .saved(tag: Self.tag(of: old)) : replace(old, by: draft, at: time)
    }

    private func replace(_ old: [UInt8], by draft: [UInt8], at time: Int64) -> Outcome {
        // A link stays one, and what it leads to is replaced.
        let target = SignFolder.real(path) ?? path
        var status = stat()
        let permissions = stat(target, &status) == 0 ? status.st_mode & 0o777 : 0o600
        do throws(SystemCallError) {
            try versions?.keep(old, at: time)
            try AtomicFile.write(draft, path: target, permissions: permissions)
            // The umask of the service removes what others may have to read it.
            _ = chmod(target, permissions)
            return .saved(tag: Self.tag(of: draft))
        } catch {
            return .failed(
                "cannot save the sign file: \(error.reason); its folder has to be writable for the sign's user "
                    + "(ReadWritePaths= of the service)")
        }
    }
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

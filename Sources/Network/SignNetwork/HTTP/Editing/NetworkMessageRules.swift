import Settings
import SignFiles
import SignHost

/// What a message pushed over the network may not name: files outside of the folder of the sign file, fonts by their paths,
/// and URLs unless the sign file allows them.
///
/// Otherwise a message would ask servers that only the sign can reach, or tell which files its machine has.
package struct NetworkMessageRules: Sendable {
    private let folder: SignFolder
    private let allowsURLs: Bool

    /// - Parameters:
    ///   - folder: that of the sign file.
    ///   - allowsURLs: `urls` under `http` in the sign file.
    package init(folder: SignFolder, allowsURLs: Bool) {
        (self.folder, self.allowsURLs) = (folder, allowsURLs)
    }

    /// Everything that a message may not name, in its order; the places are those in its line of JSON.
    ///
    /// - Parameter look: the keys of the message.
    package func violations(of look: JSONValue) -> [EditMark] {
        // What cannot be read is refused by the sign itself.
        let file = SettingsFile(look, path: "", form: .message)
        guard let root = file.root else { return [] }
        var problems: [EditMark] = []
        for named in NamedFileSearch.all(in: root) where problems.count < EditMark.maximum {
            guard let refusal = refusal(of: named) else { continue }
            problems.append(EditMark(refusal, at: named.place(in: file.source), in: file.source))
        }
        return problems.firstInOrder
    }

    private func refusal(of named: NamedFile) -> String? {
        if named.isAsked, !allowsURLs { return EditMark.url(named) }
        guard let path = named.path else { return nil }
        if named.kind == .font { return EditMark.fontPath(named.name) }
        let fault = folder.fault(of: path)
        // URLs may be longer than paths. Otherwise they count as paths, which parts take them for.
        guard fault != SignFolder.malformed || !named.isURL else { return nil }
        return fault.map { EditMark.path(named, $0) }
    }

    /// Why a command may not come over the network; nil if it may.
    package func refusal(of command: SignCommand) -> ControlError? {
        guard let message = command["message"], let first = violations(of: message).first else { return nil }
        return ControlError.refused(first.message)
    }
}

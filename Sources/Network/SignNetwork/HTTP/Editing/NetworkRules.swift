import Settings
import SignFiles
import SignHost

/// What a sign file that is saved, and a message that is pushed over the network may name, without which editing would be
/// running programs as the user of the sign, and a message would ask servers that only the sign can reach, or tell which files
/// its machine has.
///
/// In a file keys that run programs, read files, or set the wiring and the access must stay as they are, paths must lie in the
/// folder of the sign file, and new URLs need the leave of the sign file. Entries that the old file has too are allowed, even
/// in another place. A message may not name files outside of the folder, fonts by their paths, and URLs unless the sign file
/// allows them.
package struct NetworkRules: Sendable {
    private let folder: SignFolder
    private let allowsURLs: Bool

    /// - Parameters:
    ///   - path: that of the sign file.
    ///   - allowsURLs: `urls` under `http` in the sign file.
    package init(signFile path: String, allowsURLs: Bool) {
        (folder, self.allowsURLs) = (SignFolder(ofSignFile: path), allowsURLs)
    }

    /// Everything that a new file may not have, in its order.
    ///
    /// - Parameters:
    ///   - new: the new file.
    ///   - old: the saved file; where it cannot be read, everything is new.
    package func violations(of new: SettingsFile, since old: SettingsFile) -> [EditMark] {
        (changedKeys(new, old) + foreignFiles(new, old)).firstInOrder
    }

    private func changedKeys(_ new: SettingsFile, _ old: SettingsFile) -> [EditMark] {
        let before = old.root.map(RestrictedEntry.all) ?? []
        let now = new.root.map(RestrictedEntry.all) ?? []
        var meanings: [[String]: Set<JSONValue>] = [:]
        for entry in before { meanings[entry.address, default: []].insert(entry.meaning) }
        let changed = now.compactMap { entry -> EditMark? in
            let known = meanings[entry.address]
            guard !(known?.contains(entry.meaning) ?? false) else { return nil }
            return EditMark(EditMark.changedKey(entry.key, isNew: known == nil), at: entry.place, in: new.source)
        }
        let kept = Set(now.map(\.address))
        let removed = before.filter { $0.address.count == 1 && !kept.contains($0.address) }
        return changed + removed.map { EditMark(EditMark.removedKey($0.key), at: .start) }
    }

    private func foreignFiles(_ new: SettingsFile, _ old: SettingsFile) -> [EditMark] {
        let before = old.root.map(NamedFile.all) ?? []
        let known = Set(before.map { [$0.kind.rawValue, $0.name] })
        let knownURLs = Set(before.filter(\.isAsked).map(\.name))
        // Each path is looked for once, however often a file names it.
        var faults: [String: String?] = [:]
        var problems: [EditMark] = []
        for file in new.root.map(NamedFile.all) ?? [] where problems.count < EditMark.maximum {
            if file.isAsked, !allowsURLs, !knownURLs.contains(file.name) {
                problems.append(
                    EditMark(EditMark.newURL(file.name), at: file.place(in: new.source), in: new.source))
                continue
            }
            guard let path = file.path, !known.contains([file.kind.rawValue, file.name]) else { continue }
            let found = faults[path] ?? folder.fault(of: path)
            faults[path] = .some(found)
            // URLs may be longer than paths. Otherwise they count as paths, which some places take them for.
            guard let fault = found, fault != SignFolder.malformed || !file.isURL else { continue }
            problems.append(EditMark(EditMark.path(file, fault), at: file.place(in: new.source), in: new.source))
        }
        return problems
    }
}

/// Messages.
extension NetworkRules {
    /// Everything that a message may not name, in its order; the places are those in its line of JSON.
    ///
    /// - Parameter look: the keys of the message.
    package func violations(of look: JSONValue) -> [EditMark] {
        // What cannot be read is refused by the sign itself.
        let file = SettingsFile(look, path: "", form: .message)
        guard let root = file.root else { return [] }
        var problems: [EditMark] = []
        for named in NamedFile.all(in: root) where problems.count < EditMark.maximum {
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

import Settings
import SignFiles

/// The rules for a sign file that is saved over the network, without which editing would be running programs as the user of
/// the sign.
///
/// Keys that run programs, read files, or set the wiring and the access must stay as they are, paths must lie in the folder
/// of the sign file, and new URLs need the leave of the sign file. Entries that the old file has too are allowed, even in
/// another place.
package struct EditRules: Sendable {
    private let folder: SignFolder
    private let allowsURLs: Bool

    /// - Parameters:
    ///   - folder: that of the sign file.
    ///   - allowsURLs: `urls` under `http` in the sign file.
    package init(folder: SignFolder, allowsURLs: Bool) {
        (self.folder, self.allowsURLs) = (folder, allowsURLs)
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
        struct Name: Hashable { let kind: NamedFile.Kind, name: String }
        let before = old.root.map(NamedFileSearch.all) ?? []
        let known = Set(before.map { Name(kind: $0.kind, name: $0.name) })
        let knownURLs = Set(before.filter(\.isAsked).map(\.name))
        // Each path is looked for once, however often a file names it.
        var faults: [String: String?] = [:]
        var problems: [EditMark] = []
        for file in new.root.map(NamedFileSearch.all) ?? [] where problems.count < EditMark.maximum {
            if file.isAsked, !allowsURLs, !knownURLs.contains(file.name) {
                problems.append(
                    EditMark(EditMark.newURL(file.name), at: file.place(in: new.source), in: new.source))
                continue
            }
            guard let path = file.path, !known.contains(Name(kind: file.kind, name: file.name)) else { continue }
            let found = faults[path] ?? folder.fault(of: path)
            faults[path] = .some(found)
            // URLs may be longer than paths. Otherwise they count as paths, which some places take them for.
            guard let fault = found, fault != SignFolder.malformed || !file.isURL else { continue }
            problems.append(EditMark(EditMark.path(file, fault), at: file.place(in: new.source), in: new.source))
        }
        return problems
    }
}

import Glibc
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
    /// Whether messages may show the icons of LaMetric's gallery.
    let allowsIcons: Bool

    /// - Parameters:
    ///   - allowsURLs: `urls` under `http` in the sign file.
    ///   - allowsIcons: `icons` there.
    package init(signFile path: String, allowsURLs: Bool, allowsIcons: Bool = false) {
        folder = SignFolder(ofSignFile: path)
        (self.allowsURLs, self.allowsIcons) = (allowsURLs, allowsIcons)
    }

    /// Everything that a new file may not have, in its order.
    ///
    /// - Parameter old: the saved file; where it cannot be read, everything is new.
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
        return marks(in: new) { named in
            if named.isAsked, !allowsURLs, !knownURLs.contains(named.name) { return EditMark.newURL(named.name) }
            guard let path = named.path, !known.contains([named.kind.rawValue, named.name]) else { return nil }
            let fault = faults[path] ?? folder.fault(of: path)
            faults[path] = .some(fault)
            return Self.refusal(of: named, fault)
        }
    }

    /// Marks what is named and refused in some words, in its order.
    private func marks(in file: SettingsFile, _ refusal: (NamedFile) -> String?) -> [EditMark] {
        var problems: [EditMark] = []
        for named in file.root.map(NamedFile.all) ?? [] where problems.count < EditMark.maximum {
            guard let refusal = refusal(named) else { continue }
            problems.append(EditMark(refusal, at: named.place(in: file.source), in: file.source))
        }
        return problems
    }

    /// Why a path with a fault may not be named; nil if it may.
    private static func refusal(of named: NamedFile, _ fault: String?) -> String? {
        // URLs may be longer than paths. Otherwise they count as paths, which some places take them for.
        guard fault != SignFolder.malformed || !named.isURL else { return nil }
        return fault.map { EditMark.path(named, $0) }
    }
}

/// Messages.
extension NetworkRules {
    /// Everything that a message may not name, in its order; the places are those in its line of JSON.
    package func violations(of look: JSONValue) -> [EditMark] {
        // What cannot be read is refused by the sign itself.
        marks(in: SettingsFile(look.separatingImage.keys, path: "", form: .message)) { named in
            let isIcon = allowsIcons && named.kind == .image && IconGallery.hasIcon(named.name)
            if named.isAsked, !allowsURLs, !isIcon { return EditMark.url(named) }
            guard let path = named.path else { return nil }
            return named.kind == .font
                ? EditMark.fontPath(named.name) : Self.refusal(of: named, folder.fault(of: path))
        }.firstInOrder
    }

    /// Why a command may not come over the network; nil if it may.
    package func refusal(of command: SignCommand) -> ControlError? {
        guard let message = command["message"], let first = violations(of: message).first else { return nil }
        return ControlError.refused(first.message)
    }
}

/// The folder of a sign file, which files named from the network may not leave.
package struct SignFolder: Sendable {
    /// Its path.
    package let path: String
    /// The most bytes of a path (PATH_MAX with the folder before it).
    private static let maximumBytes = 1_024

    /// Why a text is no path of a sign.
    static let malformed = "is not a path: it is too long, or has control characters in it"

    /// The folder of a sign file.
    package init(ofSignFile file: String) {
        let given = "x".path(givenBy: file)
        path = given == "x" ? "." : given == "/x" ? "/" : String(given.dropLast(2))
    }

    /// Why a path that counts from the folder leaves it; nil if it stays inside.
    ///
    /// Looks at the disk for links on the way; a file that is missing is inside if its folder is.
    func fault(of given: String) -> String? {
        let isClean = given.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard !given.isEmpty, given.utf8.count <= Self.maximumBytes, isClean else { return Self.malformed }
        // By bytes: a character may be a slash with an accent on it.
        let parts = given.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !(parts.first?.isEmpty ?? true) else {
            return "is outside the folder of the sign file: it begins with a slash"
        }
        guard !parts.contains(where: { $0.elementsEqual("..".utf8) }) else {
            return "may be outside the folder of the sign file: it has \"..\" in it"
        }
        guard let root = Self.real(path) else { return nil }
        var way = root == "/" ? "" : root
        for part in parts where !part.isEmpty {
            way += "/" + String(decoding: part, as: UTF8.self)
            var status = stat()
            // What is not there yet leads nowhere else.
            guard lstat(way, &status) == 0 else { return nil }
            guard status.st_mode & S_IFMT == S_IFLNK else { continue }
            guard let target = Self.real(way), target == root || target.hasPrefix(root == "/" ? "/" : root + "/") else {
                return "is outside the folder of the sign file: a link on its way leads elsewhere"
            }
            way = target
        }
        return nil
    }

    /// The path without links; nil if it is missing.
    static func real(_ path: String) -> String? {
        guard let full = realpath(path, nil) else { return nil }
        defer { free(full) }
        return String(cString: full)
    }
}

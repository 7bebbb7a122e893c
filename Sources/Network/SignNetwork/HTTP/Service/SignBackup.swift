import Foundation
import Glibc
import ImageFiles
import LinuxSystem
import Settings
import SignFiles

/// What a sign shows as one file: a tar archive with the sign file, and the pictures, icons, fonts and calendars beside it.
///
/// For the thread of the server: it waits for the disk. The token is never part of it.
struct SignBackup {
    /// The bytes of an archive.
    static let maximumBytes = 32 << 20
    /// What the sign file is called in it.
    static let signName = "sign.yaml"
    /// The folders whose pictures and fonts are part of it.
    private static let folders = [SignPictures.folder, "icons", "fonts"]
    private static let calendar = ".ics"
    private static let board = ".yaml"
    /// Where the files of an archive are until all of them were checked.
    private static let staging = ".restore.new"

    let configuration: ServerConfiguration
    private let sign: SignFolder
    private var staged: String { "\(sign.path)/\(Self.staging)" }

    init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
        sign = SignFolder(ofSignFile: configuration.signFile)
    }

    private static func isPicture(_ name: String) -> Bool {
        ImageFormat.endings.contains { name.lowercased().hasSuffix(".\($0)") }
    }

    // MARK: Making

    /// The archive.
    ///
    /// - Throws: why there is none.
    func archive() throws(TextError) -> [UInt8] {
        do {
            let file = try configuration.edit.read().bytes
            var entries: [TarArchive.Entry] = [(Self.signName, file)]
            var left = Self.maximumBytes - file.count
            for name in names(in: SettingsFile(file, path: "", form: .sign)) where name != Self.signName {
                let bytes = try RegularFile.read(path: "\(sign.path)/\(name)", limit: max(0, left))
                left -= bytes.count
                entries.append((name, bytes))
            }
            guard entries.count <= TarArchive.maximumFiles else {
                throw TextError("there are more than \(TarArchive.maximumFiles) files; delete some pictures first")
            }
            let archive = try TarArchive.encode(entries)
            if archive.count <= Self.maximumBytes { return archive }
        } catch FileReadingError.tooLarge {
            // Like an archive that is too large.
        } catch {
            throw error as? TextError ?? TextError("a file cannot be read: \(error)")
        }
        throw TextError("the files have more than \(Self.maximumBytes >> 20) MiB; delete some pictures first")
    }

    /// The paths of the files that belong to a sign file: those of the folders, and those that it names.
    private func names(in file: SettingsFile) -> [String] {
        var given: [String] = Self.folders.map { $0 + "/" }
        if let root = file.root {
            given += NamedFile.all(in: root).compactMap { $0.isURL ? nil : $0.path }
        }
        var found: Set<String> = []
        for path in given {
            let clean = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
            let isFolder = path.hasSuffix("/") || path.contains("{")
            guard isFolder else {
                found.insert(clean)
                continue
            }
            let fixed = clean.prefix { $0 != "{" }
            let folder = path.contains("{") ? fixed.lastIndex(of: "/").map { String(fixed[..<$0]) } : clean
            guard let folder, sign.fault(of: folder) == nil else { continue }
            for name in (try? Folder.names(in: "\(sign.path)/\(folder)", maximum: 1_000)) ?? [] {
                found.insert("\(folder)/\(name)")
            }
        }
        found = found.filter { Self.isPicture($0) || SignFile.isFontFile($0) || $0.hasSuffix(Self.calendar) }
        if let board = file.root?.json["board"]?.text, board.hasSuffix(Self.board) {
            found.insert(board.hasPrefix("./") ? String(board.dropFirst(2)) : board)
        }
        let token = configuration.tokenPath.flatMap(SignFolder.real)
        return found.sorted().filter { name in
            TarArchive.isPath(name) && sign.fault(of: name) == nil && isFile(name)
                && SignFolder.real("\(sign.path)/\(name)") != token
        }
    }

    /// Whether a path is that of a regular file, and of no link.
    private func isFile(_ name: String) -> Bool {
        var status = stat()
        return lstat("\(sign.path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    // MARK: Restoring

    /// Checks all of an archive, and puts its pictures and fonts beside the sign file.
    ///
    /// - Returns: the sign file that is to be saved then, with what the present one says of the machine; or why nothing was changed.
    func restore(
        _ archive: [UInt8], inspect: @escaping SignDraft.Inspection
    ) throws(TextError) -> (draft: [UInt8], refusal: HTTPResponse?) {
        let entries = try TarArchive.decode(archive)
        guard let file = entries.first(where: { $0.name == Self.signName })?.bytes else {
            throw TextError("the archive has no \(Self.signName)")
        }
        // How the machine is wired does not come over the network.
        let others = entries.filter { !$0.name.hasSuffix(Self.board) }
        for (name, bytes) in others { try check(name, bytes) }
        try checkCount(others.map { ($0.name, $0.bytes.count) })
        defer { try? FileManager.default.removeItem(atPath: staged) }
        do {
            let old = try configuration.edit.read().bytes
            var editor = try SettingsEditor(file, form: .sign)
            try editor.keepMachine(of: old)
            let draft = editor.bytes
            try stage(others, draft, old)
            let checker = SignEdit(
                path: "\(staged)/\(Self.signName)", versions: nil, allowsURLs: configuration.settings.urls)
            let checked = checker.check(draft, inspect: inspect)
            guard checked.isGood else {
                let isForbidden = !checked.violations.isEmpty
                return (
                    draft,
                    HTTPService.refusal(
                        isForbidden ? 403 : 400, isForbidden ? "forbidden" : "wrong-value",
                        isForbidden ? checked.violations : checked.problems)
                )
            }
            for (name, _) in others {
                try makeFolder(of: name, in: sign.path)
                guard rename("\(staged)/\(name)", "\(sign.path)/\(name)") == 0 else { throw SystemCallError("rename") }
            }
            return (draft, nil)
        } catch let error as TextError {
            throw error
        } catch let error as SystemCallError {
            let words =
                "cannot write beside the sign file: \(error.reason); its folder has to be writable for the sign's user "
                + "(ReadWritePaths= of the service)"
            return ([], .failure(500, "not-saved", words))
        } catch {
            return ([], .failure(500, "unreadable", "cannot read the sign file: \(error)"))
        }
    }

    /// Checks one file.
    private func check(_ name: String, _ bytes: [UInt8]) throws(TextError) {
        let shown = ShownText.quoted(name)
        if Self.isPicture(name) {
            do throws(ImageFileError) {
                try ImageLoader.probe(bytes, configuration.pictures.fitting)
            } catch {
                throw TextError("\(shown) in the archive: \(error)")
            }
        } else {
            let kind = FileFormat(of: bytes)?.kind
            let isFont = kind == nil || kind == .bitmapFont || kind == .outlineFont || kind == .archive
            let isCalendar = name.hasSuffix(Self.calendar) && bytes.starts(with: "BEGIN:VCALENDAR".utf8)
            guard SignFile.isFontFile(name) && isFont || isCalendar else {
                throw TextError("\(shown) in the archive is no picture, font or calendar; leave it out")
            }
        }
        if let fault = sign.fault(of: name) { throw TextError("\(shown) in the archive \(fault)") }
        guard isFile(name) || Folder.entry(at: "\(sign.path)/\(name)") == nil else {
            throw TextError("\(shown) is there, and is no file; leave it out of the archive")
        }
    }

    /// Checks that there are not too many pictures afterwards.
    private func checkCount(_ files: [(name: String, bytes: Int)]) throws(TextError) {
        var sizes: [String: Int] = [:]
        for (name, bytes) in configuration.pictures.list { sizes["\(SignPictures.folder)/\(name)"] = bytes }
        for (name, bytes) in files where name.hasPrefix(SignPictures.folder + "/") { sizes[name] = bytes }
        let total = sizes.values.reduce(0, +)
        guard sizes.count > SignPictures.maximumCount || total > SignPictures.maximumTotalBytes else { return }
        throw TextError(SignPictures.tooMany)
    }

    /// Writes the files to where they are checked, with those beside the sign file that the new one names.
    private func stage(_ files: [TarArchive.Entry], _ draft: [UInt8], _ old: [UInt8]) throws {
        try? FileManager.default.removeItem(atPath: staged)
        guard mkdir(staged, 0o700) == 0 else { throw SystemCallError("mkdir") }
        for (name, bytes) in files {
            try makeFolder(of: name, in: staged)
            try AtomicFile.write(bytes, path: "\(staged)/\(name)", permissions: 0o644)
        }
        for name in names(in: SettingsFile(draft, path: "", form: .sign)) {
            try makeFolder(of: name, in: staged)
            guard link("\(sign.path)/\(name)", "\(staged)/\(name)") == 0 || errno == EEXIST else {
                throw SystemCallError("link")
            }
        }
        // What the new one is compared with.
        try AtomicFile.write(old, path: "\(staged)/\(Self.signName)", isDurable: false)
    }

    private func makeFolder(of name: String, in root: String) throws(SystemCallError) {
        var path = root
        for part in name.split(separator: "/").dropLast() {
            path += "/" + part
            guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw SystemCallError("mkdir") }
        }
    }
}

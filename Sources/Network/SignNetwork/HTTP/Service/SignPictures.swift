import Glibc
import ImageFiles
import LinuxSystem
import PixelGraphics
import Settings

/// The pictures that people put beside a sign file over the network: the files of the folder `pictures`.
///
/// For the thread of the server: it waits for the disk, and for the process that decodes what is to be kept.
package struct SignPictures: Sendable {
    /// The bytes that a picture may have.
    package static let maximumBytes = 4 << 20
    /// The most pictures, and the most bytes of all of them.
    static let maximumCount = 100
    static let maximumTotalBytes = 24 << 20
    /// Why there may not be more.
    static let tooMany =
        "there are at most \(maximumCount) pictures with \(maximumTotalBytes >> 20) MiB in all; delete some first"
    /// The folder, which sign files name.
    static let folder = "pictures"
    /// The characters of a name that is given by the network, without its ending.
    private static let maximumCharacters = 60
    /// How names of files end that are being written.
    private static let unfinished = ".new"

    private let sign: SignFolder
    private let limits: ImageLimits
    /// How they are read to be checked.
    let fitting: ImageFitting
    private var path: String { "\(sign.path)/\(Self.folder)" }

    /// - Parameters:
    ///   - path: that of the sign file.
    ///   - area: the size of the sign, for which pictures have to be small enough.
    ///   - limits: what a picture may be.
    package init(signFile path: String, area: Size, limits: ImageLimits = .shown) {
        sign = SignFolder(ofSignFile: path)
        self.limits = limits
        fitting = ImageFitting(.cover, area)
    }

    /// The names and sizes of the pictures in the order of their names; none where the folder is not in that of the sign file.
    package var list: [(name: String, bytes: Int)] {
        guard sign.fault(of: Self.folder) == nil else { return [] }
        return ((try? Folder.names(in: path)) ?? []).compactMap { name in
            guard Self.isImage(name), !name.hasPrefix("."), let bytes = size(of: name) else { return nil }
            return (name, bytes)
        }
    }

    private static func isImage(_ name: String) -> Bool {
        ImageFormat.endings.contains { name.lowercased().hasSuffix(".\($0)") }
    }

    /// The bytes of a regular file; nil for anything else, links too.
    private func size(of name: String) -> Int? {
        var status = stat()
        guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// The name that a picture gets: letters, digits, dots, underscores and single hyphens, and the ending of its format.
    package static func name(_ given: String, of format: ImageFormat) -> String {
        var name = given
        while let ending = ImageFormat.endings.first(where: { name.lowercased().hasSuffix(".\($0)") }) {
            name.removeLast(ending.count + 1)
        }
        var clean = ""
        for scalar in name.unicodeScalars.prefix(1_000) {
            let isKept = scalar.isASCIIAlphanumeric || scalar == "." || scalar == "_"
            if isKept { clean.unicodeScalars.append(scalar) } else if clean.last != "-" { clean.append("-") }
        }
        let isEdge: (Character) -> Bool = { $0 == "." || $0 == "-" }
        clean = String(clean.drop(while: isEdge).prefix(maximumCharacters))
        while let last = clean.last, isEdge(last) { clean.removeLast() }
        return (clean.isEmpty ? "picture" : clean) + "." + (format.endings.first ?? "")
    }
}

/// What requests do with them.
extension SignPictures {
    /// The list for clients.
    ///
    /// - Parameter uses: the pictures that the sign file names.
    func answer(_ uses: PictureUses) -> HTTPResponse {
        .json(
            .list(
                list.map { name, bytes in
                    let beginning = try? RegularFile.beginning(path: "\(path)/\(name)", maximum: ImageFormat.beginning)
                    let size = beginning.flatMap { try? ImageLoader.probe($0, limits: limits, fitting).size }
                    return [
                        "name": .text(name), "bytes": .integer(bytes), "width": size.map { .integer($0.width) },
                        "height": size.map { .integer($0.height) }, "used": .bool(uses.includes(name)),
                    ]
                }))
    }

    /// One picture, with the type that its bytes have.
    func read(_ name: String, _ request: HTTPRequest) -> HTTPResponse {
        guard list.contains(where: { $0.name == name }) else { return Self.noPicture }
        do {
            let bytes = try RegularFile.read(path: "\(path)/\(name)", limit: Self.maximumBytes)
            let format = try ImageLoader.probe(bytes, limits: limits, fitting).format
            let tag = SignEdit.tag(of: bytes)
            let headers = [("ETag", tag), ("Cache-Control", "no-cache"), ("Content-Disposition", "inline")]
            if request.header("If-None-Match") == tag { return HTTPResponse(304, headers: headers) }
            return HTTPResponse(200, headers: headers + [("Content-Type", format.mediaType)], body: bytes)
        } catch {
            return .failure(409, "refused", "\(ShownText.quoted(name)) cannot be shown: \(error)")
        }
    }

    private static var noPicture: HTTPResponse { .failure(404, "no-such-picture", "there is no picture of that name") }

    /// Keeps a picture that can be decoded, under a name that is made from the given one.
    ///
    /// - Parameter header: If-Match, with the tag of the picture that it replaces.
    func store(_ given: String, _ bytes: [UInt8], ifMatch header: String?) -> HTTPResponse {
        let name: String
        let size: Size?
        do throws(ImageFileError) {
            let found = try ImageLoader.probe(bytes, limits: limits, fitting)
            // A slide show fails with any of its pictures.
            _ = try ImageLoader.decode(bytes, limits: limits, fitting)
            (name, size) = (Self.name(given, of: found.format), found.size)
        } catch {
            return .failure(400, "wrong-value", "\(error)")
        }
        if let fault = sign.fault(of: "\(Self.folder)/\(name)") {
            return .failure(409, "refused", "the folder \(Self.folder) \(fault)")
        }
        if let refusal = refusal(of: name, bytes, ifMatch: header) { return refusal }
        do throws(SystemCallError) {
            try write(bytes, name)
        } catch {
            return .failure(
                500, "not-saved",
                "cannot save the picture: \(error.reason); the folder of the sign file has to be writable for the sign's user "
                    + "(ReadWritePaths= of the service)")
        }
        var response = HTTPResponse.done([
            JSONMember("name", .text(name)), JSONMember("bytes", .integer(bytes.count)),
            JSONMember("width", size.map { .integer($0.width) } ?? .null),
            JSONMember("height", size.map { .integer($0.height) } ?? .null),
        ])
        response.headers.append(("ETag", SignEdit.tag(of: bytes)))
        return response
    }

    /// Why a picture may not be kept: another one has its name, or there are too many.
    private func refusal(of name: String, _ bytes: [UInt8], ifMatch header: String?) -> HTTPResponse? {
        let all = list
        var total = bytes.count
        for other in all where other.name != name { total += other.bytes }
        guard let old = all.first(where: { $0.name == name }) else {
            guard Folder.entry(at: "\(path)/\(name)") == nil else {
                return .failure(409, "refused", "\(name) is there, and is no picture; give another name")
            }
            guard all.count < Self.maximumCount, total <= Self.maximumTotalBytes else {
                return .failure(409, "refused", Self.tooMany)
            }
            return nil
        }
        let kept =
            old.bytes > Self.maximumBytes
            ? [] : (try? RegularFile.read(path: "\(path)/\(name)", limit: old.bytes)) ?? []
        if kept == bytes { return nil }
        let tag = [("ETag", SignEdit.tag(of: kept))]
        switch SignEdit.matches(header, kept) {
        case true?: return nil
        case false?: return .failure(412, "changed", "the picture has changed meanwhile", headers: tag)
        case nil:
            return .failure(
                409, "exists", "there is another picture \(name); give another name, or its ETag as If-Match",
                headers: tag)
        }
    }

    private func write(_ bytes: [UInt8], _ name: String) throws(SystemCallError) {
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw SystemCallError("mkdir") }
        // What was begun by a process that was ended.
        for left in (try? Folder.names(in: path)) ?? []
        where left.hasSuffix(Self.unfinished) && Self.isImage(String(left.dropLast(Self.unfinished.count))) {
            unlink("\(path)/\(left)")
        }
        try AtomicFile.write(bytes, path: "\(path)/\(name)", suffix: Self.unfinished, permissions: 0o644)
    }

    /// Deletes a picture that the sign file does not need.
    func remove(_ name: String, _ uses: PictureUses) -> HTTPResponse {
        guard list.contains(where: { $0.name == name }) else { return Self.noPicture }
        guard !uses.includes(name) else {
            return .failure(409, "refused", "the sign file shows \(name); remove the message that shows it first")
        }
        guard !uses.hasFolder || list.count > 1 else {
            return .failure(
                409, "refused", "it is the last picture of a slide show; remove the message with the slide show first")
        }
        guard unlink("\(path)/\(name)") == 0 else {
            return .failure(500, "not-saved", "cannot delete the picture: \(SystemCallError("unlink").reason)")
        }
        return .done([])
    }
}

/// The pictures of the folder that a sign file names, in whatever place.
struct PictureUses {
    /// What stands behind the folder in texts of the file: names, or beginnings of names with a value behind them.
    private var names: Set<String> = []
    /// Whether it shows the whole folder.
    private(set) var hasFolder = false

    /// - Parameter file: the sign file; where it cannot be read nothing is used.
    init(in file: SettingsFile) {
        guard let root = file.root else { return }
        for named in NamedFile.all(in: root) { add(named.name) }
        addTexts(of: root)
    }

    /// Values of maps and fields name pictures too.
    private mutating func addTexts(of node: SettingsNode) {
        switch node.content {
        case .keys(let entries): for entry in entries { addTexts(of: entry.value) }
        case .list(let nodes): for node in nodes { addTexts(of: node) }
        case .text(let text, _): add(text)
        case .nothing: break
        }
    }

    private mutating func add(_ path: String) {
        let parts = path.split(separator: "/").filter { $0 != "." }
        guard parts.first == SignPictures.folder[...] else { return }
        let name = parts.dropFirst().joined(separator: "/")
        if name.isEmpty { hasFolder = true } else { names.insert(name) }
    }

    /// Whether it names a picture.
    func includes(_ name: String) -> Bool {
        names.contains { used in
            guard let value = used.firstIndex(of: "{") else { return used == name }
            return name.hasPrefix(used[..<value])
        }
    }
}

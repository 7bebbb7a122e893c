import CSignNetwork
import Foundation
import LinuxSystem
import Settings

/// The files of the page, read once: a request never names a file of the system.
package struct StaticFiles: Sendable {
    /// A file as it is sent: as it is, or smaller for clients that understand that.
    private typealias Form = (tag: String, bytes: [UInt8])

    private var files: [String: (type: String, plain: Form, small: Form?)] = [:]

    /// The most files, and the most bytes of all of them.
    static let maximumFiles = 256
    static let maximumBytes = 8 << 20

    /// No files.
    init() {}

    /// Reads a folder with everything in it.
    ///
    /// - Throws: if a file cannot be read, or if there are too many.
    package init(folder: String) throws {
        guard let names = FileManager.default.enumerator(atPath: folder) else {
            throw FileReadingError.system(code: ENOENT)
        }
        var left = Self.maximumBytes
        for case let name as String in names {
            guard let type = Self.types[URL(fileURLWithPath: name).pathExtension] else { continue }
            let bytes = try RegularFile.read(path: "\(folder)/\(name)", limit: left)
            left -= bytes.count
            guard files.count < Self.maximumFiles else { throw FileReadingError.tooLarge(limit: Self.maximumBytes) }
            files[name] = (type, Self.form(bytes), Self.small(bytes).map(Self.form))
        }
    }

    /// The answer for a path; nil if there is no such file.
    ///
    /// - Parameter status: of an answer with the file.
    package func answer(_ path: String, _ request: HTTPRequest, status: Int = 200) -> HTTPResponse? {
        guard let name = Self.name(path), let file = files[name] else { return nil }
        let isSmall = Self.takesGzip(request)
        let form = isSmall ? file.small ?? file.plain : file.plain
        var headers = [("ETag", form.tag), ("Cache-Control", "no-cache"), ("Vary", "Accept-Encoding")]
        let known = request.header("If-None-Match")?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
        if status == 200, known.contains(form.tag) { return HTTPResponse(304, headers: headers) }
        headers.append(("Content-Type", file.type))
        if isSmall, file.small != nil { headers.append(("Content-Encoding", "gzip")) }
        return HTTPResponse(status, headers: headers, body: form.bytes)
    }

    private static func form(_ bytes: [UInt8]) -> Form { (SignEdit.tag(of: bytes), bytes) }

    /// Whether a client understands gzip (RFC 9110, section 12.5.3); one that gives it a weight gets the file as it is.
    private static func takesGzip(_ request: HTTPRequest) -> Bool {
        let codings = request.values("Accept-Encoding").flatMap { $0.split(separator: ",") }
        return codings.contains { $0.filter { $0 != " " }.lowercased() == "gzip" }
    }

    /// The file compressed by gzip; nil where that saves little, as with pictures.
    private static func small(_ bytes: [UInt8]) -> [UInt8]? {
        var packed = [UInt8](repeating: 0, count: bytes.count * 9 / 10)
        let count = gzip_compress(bytes, bytes.count, &packed, packed.count)
        return count == 0 ? nil : Array(packed.prefix(count))
    }

    /// The file that a path stands for.
    private static func name(_ path: String) -> String? {
        switch path {
        case "/": "index.html"
        case "/live": "live.html"
        default: path.hasPrefix("/web/") ? String(path.dropFirst(5)) : nil
        }
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "json": "application/json", "ico": "image/x-icon",
        "webmanifest": "application/manifest+json", "txt": "text/plain; charset=utf-8",
    ]
}

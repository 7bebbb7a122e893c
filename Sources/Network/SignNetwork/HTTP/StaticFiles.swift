import Foundation
import LinuxSystem
import Settings

/// The files of the page, read once: a request never names a file of the system.
package struct StaticFiles: Sendable {
    private var files: [String: (type: String, tag: String, bytes: [UInt8])] = [:]

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
            files[name] = (type, SignEdit.tag(of: bytes), bytes)
        }
    }

    /// The answer for a path; nil if there is no such file.
    ///
    /// - Parameter status: of an answer with the file.
    package func answer(_ path: String, _ request: HTTPRequest, status: Int = 200) -> HTTPResponse? {
        guard let name = Self.name(path), let file = files[name] else { return nil }
        let headers = [("ETag", file.tag), ("Cache-Control", "no-cache")]
        let known = request.header("If-None-Match")?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
        if status == 200, known.contains(file.tag) { return HTTPResponse(304, headers: headers) }
        return HTTPResponse(status, headers: headers + [("Content-Type", file.type)], body: file.bytes)
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

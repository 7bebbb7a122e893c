import Glibc

/// The whole content of files.
enum FileBytes {
    /// Reads a file of at most `FontLimits.fileBytes` bytes.
    static func read(path: String) throws(FontProblem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FontProblem(place: .file, reason: .unreadable(errno: errno)) }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var status = stat()
        if fstat(descriptor, &status) == 0 {
            content.reserveCapacity(min(max(0, Int(status.st_size)), FontLimits.fileBytes) + 1)
        }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw FontProblem(place: .file, reason: .unreadable(errno: errno))
            }
            if count == 0 { return content }
            content.append(contentsOf: chunk[..<count])
            if content.count > FontLimits.fileBytes {
                throw FontProblem(place: .file, reason: .tooLarge(what: "the file", limit: FontLimits.fileBytes))
            }
        }
    }

    /// The last part of a path without the endings of font files: `fixed` for `/fonts/fixed.pcf.gz`.
    static func baseName(of path: String) -> String {
        var name = path.split(separator: "/").last.map(String.init) ?? path
        for suffix in [".gz", ".bdf", ".pcf", ".psf", ".psfu", ".hex"]
        where name.hasSuffix(suffix) && name.count > suffix.count {
            name.removeLast(suffix.count)
        }
        return name
    }
}

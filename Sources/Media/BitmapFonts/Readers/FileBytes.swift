import LinuxSystem

/// The whole content of files.
enum FileBytes {
    /// Reads a regular file of at most `FontLimits.fileBytes` bytes.
    static func read(path: String) throws(FontProblem) -> [UInt8] {
        do throws(FileReadingError) {
            return try RegularFile.read(path: path, limit: FontLimits.fileBytes)
        } catch {
            let reason: FontProblem.Reason =
                switch error {
                case .system(let code): .unreadable(errno: code)
                case .notRegular(let kind): .notRegular(kind)
                case .tooLarge(let limit): .tooLarge(what: "the file", limit: limit)
                }
            throw FontProblem(place: .file, reason: reason)
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

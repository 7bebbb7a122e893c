import Glibc
import LinuxSystem

/// Reads files without waiting for them.
extension LiveFile {
    /// Reads a file of at most `limit` bytes; opens a pipe or device, if those may be read.
    ///
    /// - Returns: the content, or the descriptor of a pipe or device, from which more may come; the caller closes it.
    func open(limit: Int) throws(WordedError) -> (content: [UInt8], descriptor: Int32?) {
        let path = try match()
        do throws(FileReadingError) {
            if isSpecial, let descriptor = try Self.special(path) { return ([], descriptor) }
            return (try RegularFile.read(path: path, limit: limit), nil)
        } catch {
            switch error {
            case .tooLarge(let limit): throw .tooLarge(limit: limit)
            case .notRegular, .system(code: EISDIR): throw .notRegular(path: path)
            case .system(code: EAGAIN): throw .file("it is not ready", path: path)
            case .system: throw .file("\(error)", path: path)
            }
        }
    }

    /// The descriptor of a pipe or a device; nil for files and folders.
    private static func special(_ path: String) throws(FileReadingError) -> Int32? {
        let descriptor = try RegularFile.open(path: path)
        var status = stat()
        let code = fstat(descriptor, &status) == 0 ? 0 : errno
        if code == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { return descriptor }
        close(descriptor)
        if code != 0 { throw .system(code: code) }
        return nil
    }

    /// The first path, in the order of names, that matches its path; one without `*` matches itself.
    private func match() throws(WordedError) -> String {
        guard path.utf8.contains(UInt8(ascii: "*")) else { return path }
        var found = glob_t()
        defer { globfree(&found) }
        // Brackets and question marks are part of the names of sensors.
        var escaped = ""
        for character in path { escaped += "[]?\\".contains(character) ? "\\\(character)" : String(character) }
        guard glob(escaped, 0, nil, &found) == 0, found.gl_pathc > 0, let first = found.gl_pathv?[0] else {
            throw WordedError("no file matches \(path)")
        }
        return String(cString: first)
    }

    /// Returns a source of this file with the scale of the files beside it; as it is where it does not want that, or has none.
    ///
    /// The number of a sensor of the kernel (IIO) stands in a file `in_illuminance_raw`, and the factor and what is added before
    /// in `in_illuminance_scale` and `in_illuminance_offset` beside it, where the driver has them.
    func scaled(_ source: LiveSource) -> LiveSource {
        guard isScaledBeside, case .number(let scale) = source.form, let path = try? match(), path.hasSuffix("_raw")
        else { return source }
        let base = path.dropLast(4)
        let factor = Self.number(in: base + "_scale") ?? 1
        let offset = Self.number(in: base + "_offset") ?? 0
        guard let both = factor.times(scale.scale), let sum = offset.plus(scale.offset) else { return source }
        var scaled = source
        scaled.form = .number(LiveScale(scale: both, offset: sum, format: scale.format))
        return scaled
    }

    private static func number(in path: Substring) -> LiveNumber? {
        guard let bytes = try? RegularFile.read(path: String(path), limit: 64) else { return nil }
        return LiveNumber(parsing: LiveText.clean(utf8: bytes).prefix { $0 != " " })
    }
}

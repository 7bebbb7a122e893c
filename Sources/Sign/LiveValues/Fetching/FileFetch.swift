import Glibc
import LinuxSystem

/// Reads files without waiting for them.
enum FileFetch {
    /// What opening a file leads to.
    enum Opened {
        case content([UInt8])
        /// A pipe or device, from which more may come; the caller closes it.
        case descriptor(Int32)
    }

    /// Reads a file of at most `limit` bytes; of pipes and devices, if they are asked for, gives the descriptor.
    static func open(_ file: LiveFile, limit: Int) throws(LiveError) -> Opened {
        let path = try match(file.path)
        do throws(FileReadingError) {
            if file.isSpecial, let descriptor = try special(path) { return .descriptor(descriptor) }
            return .content(try RegularFile.read(path: path, limit: limit))
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

    /// The first path, in the order of names, that matches a pattern; a path without `*` matches itself.
    static func match(_ pattern: String) throws(LiveError) -> String {
        guard pattern.utf8.contains(UInt8(ascii: "*")) else { return pattern }
        var found = glob_t()
        defer { globfree(&found) }
        // Brackets and question marks are part of the names of sensors.
        var escaped = ""
        for character in pattern { escaped += "[]?\\".contains(character) ? "\\\(character)" : String(character) }
        guard glob(escaped, 0, nil, &found) == 0, found.gl_pathc > 0, let first = found.gl_pathv?[0] else {
            throw .noMatch(pattern: pattern)
        }
        return String(cString: first)
    }
}

/// The factor of a sensor of the kernel (IIO): its number stands in a file `in_illuminance_raw`, and the factor and what is
/// added before in `in_illuminance_scale` and `in_illuminance_offset` beside it, where the driver has them.
enum SensorScale {
    private static let ending = "_raw"
    private static let maximumBytes = 64

    /// Returns a source with the scale of the files beside its own; as it is where it does not want that, or has none.
    static func applied(to source: LiveSource, _ file: LiveFile) -> LiveSource {
        guard file.isScaledBeside, case .number(let scale) = source.form, let path = try? FileFetch.match(file.path),
            path.hasSuffix(ending)
        else { return source }
        let base = path.dropLast(ending.count)
        let factor = number(in: base + "_scale") ?? 1
        let offset = number(in: base + "_offset") ?? 0
        var scaled = source
        guard let both = factor.times(scale.scale), let sum = offset.plus(scale.offset) else { return source }
        scaled.form = .number(LiveScale(scale: both, offset: sum, format: scale.format))
        return scaled
    }

    private static func number(in path: Substring) -> LiveNumber? {
        guard let bytes = try? RegularFile.read(path: String(path), limit: maximumBytes) else { return nil }
        return LiveNumber(parsing: LiveText.clean(utf8: bytes).prefix { $0 != " " })
    }
}

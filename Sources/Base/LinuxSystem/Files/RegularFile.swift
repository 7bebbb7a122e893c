import Glibc

/// Whole files into memory, with a limit and without waiting.
public enum RegularFile {
    /// Reads a regular file of at most `limit` bytes; symbolic links are followed.
    ///
    /// Anything else, such as a FIFO, which would wait for its writer, or a device that never ends, is refused without
    /// being read. Takes memory in proportion to the file; for any thread.
    ///
    /// - Throws: why it cannot be read; nothing is kept open.
    public static func read(path: String, limit: Int) throws(FileReadingError) -> [UInt8] {
        let bytes = try beginning(path: path, maximum: min(limit, .max - 1) + 1)
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return bytes
    }

    /// Reads at most the first `maximum` bytes of a regular file; otherwise like ``read(path:limit:)``.
    ///
    /// The files of /proc and /sys are regular ones that do not report their sizes.
    public static func beginning(path: String, maximum: Int) throws(FileReadingError) -> [UInt8] {
        let descriptor = try open(path: path)
        defer { close(descriptor) }
        return try beginning(descriptor: descriptor, maximum: maximum, expected: size(of: descriptor))
    }

    /// Opens a regular file of at most `limit` bytes, reads its beginning, and returns to its first byte; the caller closes the
    /// descriptor.
    package static func open(
        path: String, limit: Int, beginning maximum: Int
    ) throws(FileReadingError) -> (descriptor: Int32, beginning: [UInt8]) {
        let descriptor = try open(path: path)
        do throws(FileReadingError) {
            let size = try size(of: descriptor)
            guard size <= limit else { throw .tooLarge(limit: limit) }
            let bytes = try beginning(descriptor: descriptor, maximum: maximum, expected: size)
            guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .system(code: errno) }
            return (descriptor, bytes)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// The bytes that a regular file says that it has; throws for everything else.
    private static func size(of descriptor: Int32) throws(FileReadingError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(code: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return Int(status.st_size)
        case S_IFDIR: throw .system(code: EISDIR)
        case S_IFIFO: throw .notRegular("a FIFO")
        case S_IFCHR, S_IFBLK: throw .notRegular("a device")
        default: throw .notRegular("a special file")
        }
    }

    /// Reads at most `limit` bytes of an open descriptor, to its end; waits for its writer.
    public static func read(descriptor: Int32, limit: Int) throws(FileReadingError) -> [UInt8] {
        let bytes = try beginning(descriptor: descriptor, maximum: min(limit, .max - 1) + 1)
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return bytes
    }

    /// Opens whatever there is at a path, without waiting; the caller closes the descriptor.
    package static func open(path: String) throws(FileReadingError) -> Int32 {
        // Without O_NONBLOCK opening a FIFO waits; without O_NOCTTY a terminal would become this program's.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw errno == ENXIO ? .notRegular("a socket or a device") : .system(code: errno) }
        return descriptor
    }

    /// Whether everyone on this machine can read a file.
    package static func isReadableByEveryone(path: String) throws(FileReadingError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .system(code: errno) }
        return status.st_mode & S_IROTH != 0
    }

    /// What is wrong with a secret that everyone can read, and the fix.
    package static let readableByEveryone = "can be read by everyone; run `chmod o-r`"

    private static func beginning(
        descriptor: Int32, maximum: Int, expected: Int = 0
    ) throws(FileReadingError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(max(0, expected) + 1, maximum))
        while bytes.count < maximum {
            switch DescriptorBytes.read(descriptor, into: &bytes, maximum: maximum - bytes.count) {
            case .some: continue
            case .end: return bytes
            case .nothing: throw .system(code: EAGAIN)
            case .failure(let code): throw .system(code: code)
            }
        }
        return bytes
    }
}

/// Why a file cannot be read.
public enum FileReadingError: Error, Hashable, Sendable {
    /// The system refuses to open or read it; the error number.
    case system(code: Int32)
    /// It is not a regular file; what it is.
    case notRegular(String)
    /// It has more bytes than it may have.
    case tooLarge(limit: Int)
}

extension FileReadingError: CustomStringConvertible {
    /// Why, without the path: the system's words, what it is, or how large it may be.
    public var description: String {
        switch self {
        case .system(let code): SystemCallError.reason(code)
        case .notRegular(let kind): "it is \(kind), not a regular file"
        case .tooLarge(let limit): "it has more than \(Self.size(limit))"
        }
    }

    /// Why, and what to do about it.
    public var descriptionWithFix: String { description + (fix.map { "; " + $0 } ?? "") }

    private static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 && bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }

    /// What to do about it, such as "check the path"; nil if there is no advice.
    public var fix: String? {
        switch self {
        case .system(code: ENOENT), .system(code: ENOTDIR): "check the path"
        case .system(code: EISDIR): "give the path of a file"
        case .system(code: EACCES), .system(code: EPERM): "give a file that this user may read"
        case .system: nil
        case .notRegular: "give the path of a regular file"
        case .tooLarge: "give a smaller file"
        }
    }
}

/// Bytes out of descriptors and into them.
package enum DescriptorBytes {
    /// What one reading gives.
    package enum Reading {
        case some
        /// No bytes now, from a descriptor that does not block.
        case nothing
        case end
        /// An error number.
        case failure(Int32)
    }

    /// The bytes that are read at a time.
    private static let chunk = 1 << 16

    /// Appends at most `maximum` bytes of what is there.
    package static func read(_ descriptor: Int32, into bytes: inout [UInt8], maximum: Int) -> Reading {
        let wanted = max(1, min(maximum, chunk))
        var code: Int32 = 0
        let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            var result = -1
            repeat { result = Glibc.read(descriptor, buffer.baseAddress, wanted) } while result < 0 && errno == EINTR
            if result < 0 { code = errno }
            count = max(0, result)
        }
        bytes += part
        if !part.isEmpty { return .some }
        if code == 0 { return .end }
        return code == EAGAIN ? .nothing : .failure(code)
    }

    /// Writes all bytes, however long it takes; returns 0, or an error number, and then some of them may have been written.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var written = 0
        return bytes.withUnsafeBytes { buffer in
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == EAGAIN {
                    // Another program that has the same terminal may have made it non-blocking.
                    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&entry, 1, -1)
                    continue
                }
                guard count > 0 else { return count < 0 ? errno : EIO }
                written += count
            }
            return 0
        }
    }
}

/// Folders, read by the kernel's calls.
package enum Folder {
    /// What a path leads to, links followed.
    package enum Entry {
        case file
        case folder
        case other
    }

    /// Returns what is at a path, links followed; nil if nothing is.
    package static func entry(at path: String) -> Entry? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// Returns where a symbolic link leads; nil if it is not one.
    package static func target(ofLink path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    /// Returns the names in a folder in the order of their bytes, without `.` and `..`.
    ///
    /// Names that are not UTF-8 are left out.
    ///
    /// - Parameter maximum: how many names are read; the rest of a larger folder is left out.
    /// - Throws: why it cannot be opened.
    package static func names(in path: String, maximum: Int = 65_536) throws(FileReadingError) -> [String] {
        guard let stream = opendir(path) else { throw .system(code: errno) }
        defer { closedir(stream) }
        guard let place = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        var names: [String] = []
        while names.count < maximum, let entry = readdir(stream) {
            // Only the bytes of the name are valid, not its whole field.
            let bytes = (UnsafeRawPointer(entry) + place).assumingMemoryBound(to: CChar.self)
            if let name = String(validatingCString: bytes), name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

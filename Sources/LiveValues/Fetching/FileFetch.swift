import Glibc

/// Reads files without ever waiting for them.
enum FileFetch {
    /// What opening a file leads to.
    enum Opened {
        case content([UInt8])
        /// A pipe or device, from which more may come; whoever gets it closes it.
        case descriptor(Int32)
    }

    /// Reads a file of at most `limit` bytes; of pipes and devices, if they are asked for, gives the descriptor.
    static func open(_ file: LiveFile, limit: Int) throws(LiveProblem) -> Opened {
        let path = try match(file.path)
        // Opening a pipe without O_NONBLOCK waits for its writer; a terminal would become this program's.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .file(words(errno), path: path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw .file(words(code), path: path)
        }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        if !isRegular, file.isSpecial, status.st_mode & S_IFMT != S_IFDIR { return .descriptor(descriptor) }
        defer { close(descriptor) }
        guard isRegular else { throw .notRegular(path: path) }
        var bytes: [UInt8] = []
        while true {
            switch ReadChunk.take(from: descriptor, into: &bytes, most: limit - bytes.count + 1) {
            case .some where bytes.count > limit: throw .tooLarge(limit: limit)
            case .some: continue
            case .end: return .content(bytes)
            case .nothing: throw .file("it is not ready", path: path)
            case .failure(let code): throw .file(words(code), path: path)
            }
        }
    }

    /// The first path in the order of their names that suits a pattern; a path without `*` suits itself.
    static func match(_ pattern: String) throws(LiveProblem) -> String {
        guard pattern.utf8.contains(UInt8(ascii: "*")) else { return pattern }
        var found = glob_t()
        defer { globfree(&found) }
        // Brackets and question marks are characters of sensors' names here.
        var escaped = ""
        for character in pattern { escaped += "[]?\\".contains(character) ? "\\\(character)" : String(character) }
        guard glob(escaped, 0, nil, &found) == 0, found.gl_pathc > 0, let first = found.gl_pathv?[0] else {
            throw .noMatch(pattern: pattern)
        }
        return String(cString: first)
    }

    /// The kernel's words for an error number.
    static func words(_ code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// What one reading from a descriptor that does not block gives.
enum ReadChunk {
    case some
    case nothing
    case end
    case failure(Int32)

    /// The bytes that are read at a time.
    private static let size = 1 << 16

    /// Appends at most `most` bytes of what is there.
    static func take(from descriptor: Int32, into bytes: inout [UInt8], most: Int) -> ReadChunk {
        let wanted = max(1, min(most, size))
        var code: Int32 = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            var result = -1
            repeat { result = read(descriptor, buffer.baseAddress, wanted) } while result < 0 && errno == EINTR
            if result < 0 { code = errno }
            count = max(0, result)
        }
        bytes += chunk
        if !chunk.isEmpty { return .some }
        if code == 0 { return .end }
        return code == EAGAIN ? .nothing : .failure(code)
    }
}

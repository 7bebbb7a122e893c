import Foundation

/// Whole files into memory, by the kernel's calls and with the kernel's words for what went wrong.
enum InputFile {
    /// Reads a file of at most `limit` bytes.
    ///
    /// - Parameter name: what the file is called in errors, such as "the text file news.txt".
    static func read(path: String, as name: String, limit: Int) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(name) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, as: name, limit: limit)
    }

    /// Reads a descriptor to its end.
    static func read(descriptor: Int32, as name: String, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Foundation.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(name) }
            guard count > 0 else { return bytes }
            guard bytes.count + count <= limit else {
                throw Failure("\(name) has more than \(limit >> 20) MiB; give a shorter one")
            }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    private static func failure(_ name: String) -> Failure {
        let code = errno
        let cure: String
        switch code {
        case ENOENT: cure = "; check the path"
        case EISDIR: cure = "; give the path of a file"
        case EACCES, EPERM: cure = "; give a file that this user may read"
        default: cure = ""
        }
        return Failure("\(name) cannot be read: \(String(cString: strerror(code)))\(cure)")
    }
}

import Foundation

/// Whole files out of memory, by the kernel's calls and with the kernel's words for what went wrong.
enum OutputFile {
    /// Writes a file; one that is there is replaced.
    static func write(_ bytes: [UInt8], path: String) throws {
        guard let file = fopen(path, "we") else { throw failure(path) }
        let written = fwrite(bytes, 1, bytes.count, file)
        let reason = written == bytes.count ? nil : failure(path)
        let closed = fclose(file)
        if let reason { throw reason }
        guard closed == 0 else { throw failure(path) }
    }

    private static func failure(_ path: String) -> Failure {
        Failure("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
}

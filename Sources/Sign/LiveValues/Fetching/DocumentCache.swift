import Glibc
import LinuxSystem

/// The last good copies of documents, in a folder.
struct DocumentCache {
    let folder: String

    private static let mark = "ledsign document 1"

    /// Returns the copy of a document of at most `limit` bytes; nil if there is none or it is damaged.
    func copy(
        of address: LiveAddress, limit: Int
    ) -> (bytes: [UInt8], validator: CurlRequest.Validator)? {
        let maximum = limit + 4 * LiveAddress.maximumBytes
        guard let bytes = try? RegularFile.read(path: path(of: address), limit: maximum) else { return nil }
        let parts = bytes.split(separator: 0x0A, maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 6 else { return nil }
        let lines = parts[..<5].map { String(decoding: $0, as: UTF8.self) }
        guard lines[0] == Self.mark, lines[1] == address.url, lines[4] == "\(parts[5].count)", parts[5].count <= limit
        else { return nil }
        let validator = CurlRequest.Validator(
            entityTag: lines[2].isEmpty ? nil : lines[2], lastModified: lines[3].isEmpty ? nil : lines[3])
        return (Array(parts[5]), validator)
    }

    /// Keeps a copy; without room for it the sign keeps running, as it has the document already.
    func keep(_ content: [UInt8], _ validator: CurlRequest.Validator, of address: LiveAddress) {
        let path = path(of: address)
        let lines = [
            Self.mark, address.url, validator.entityTag ?? "", validator.lastModified ?? "",
            "\(content.count)",
        ]
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8) + content
        mkdir(folder, 0o755)
        try? AtomicFile.write(bytes, path: path)
    }

    /// A file's name of letters and digits that differs between URLs (FNV-1a, 64 bits; the file has the URL in it).
    private func path(of address: LiveAddress) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in address.url.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return folder + "/" + String(hash, radix: 16) + ".document"
    }
}

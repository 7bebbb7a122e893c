/// Text files that are shown unchanged.
package enum TextFile {
    /// More bytes than any text that can be laid out has.
    package static let maximumBytes = 1 << 20

    /// Reads a text file without its last newline.
    package static func read(_ path: String) throws -> String {
        decoded(try InputFile.read(path: path, as: "the text file \(path)", limit: maximumBytes))
    }

    /// The text of bytes without its last newline; bytes that are not UTF-8 become U+FFFD.
    package static func decoded(_ bytes: [UInt8]) -> String {
        var text = String(decoding: bytes, as: UTF8.self)
        while text.hasSuffix("\n") || text.hasSuffix("\r\n") { text.removeLast() }
        return text
    }
}

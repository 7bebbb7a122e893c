/// The words of a VCD file between white space, one after the other, with their places.
struct VCDTokens {
    /// The file.
    let bytes: [UInt8]
    /// The file's name in errors.
    let path: String
    /// Where the last token starts, as a byte offset.
    private(set) var start = 0
    private var position = 0

    init(bytes: [UInt8], path: String) {
        self.bytes = bytes
        self.path = path
    }

    /// Returns the next token, or nil at the end of the file.
    mutating func next() -> ArraySlice<UInt8>? {
        while position < bytes.count, bytes[position] <= 32 { position += 1 }
        start = position
        while position < bytes.count, bytes[position] > 32 { position += 1 }
        return start == position ? nil : bytes[start..<position]
    }

    /// Returns the tokens before the next `$end`, the first 32 of them; nil when there is no `$end`.
    mutating func section() -> [ArraySlice<UInt8>]? {
        var tokens: [ArraySlice<UInt8>] = []
        while let token = next() {
            if token.elementsEqual("$end".utf8) { return tokens }
            if tokens.count < 32 { tokens.append(token) }
        }
        return nil
    }

    /// The error of that reason at the start of the last token, or at another byte offset.
    func error(_ reason: VCDError.Reason, at offset: Int? = nil) -> VCDError {
        let offset = min(offset ?? start, bytes.count)
        var line = 1
        var lineStart = 0
        for index in 0..<offset where bytes[index] == 0x0A {
            line += 1
            lineStart = index + 1
        }
        return VCDError(reason: reason, path: path, line: line, column: offset - lineStart + 1)
    }

    /// A token as text for messages, its first 40 bytes, control characters and broken UTF-8 replaced.
    static func text(_ token: some Sequence<UInt8>) -> String {
        String(decoding: token.prefix(40).map { $0 < 32 || $0 == 127 ? 0x3F : $0 }, as: UTF8.self)
    }

    /// Several tokens as text for messages.
    static func text(_ tokens: [ArraySlice<UInt8>]) -> String {
        tokens.prefix(6).map { text($0) }.joined(separator: " ")
    }
}

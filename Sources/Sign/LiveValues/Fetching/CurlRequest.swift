import Glibc
import LinuxSystem
import Timelines

/// The arguments and the input of the program curl, and the meaning of its output.
struct CurlRequest {
    let address: LiveAddress
    let timeout: Nanoseconds
    let limit: Int
    /// What is known of the last answer.
    let validator: Validator
    /// The URL to ask, where the server has sent the request on.
    private var target: String
    /// How often it has.
    private var redirections = 0

    init(address: LiveAddress, timeout: Nanoseconds, limit: Int, validator: Validator) {
        (self.address, self.timeout, self.limit, self.validator) = (address, timeout, limit, validator)
        target = address.url
    }

    /// What a server calls a version of a document.
    struct Validator: Hashable, Sendable {
        var entityTag: String?
        var lastModified: String?

        /// The bytes that each may have.
        static let maximumBytes = 512

        static let none = Validator()
    }

    /// The redirections that are followed.
    static let maximumRedirections = 5

    /// The program and its arguments: none of them shows other users of the machine what is requested.
    var arguments: [String] {
        let secure = target.lowercased().hasPrefix("https:") ? "=https" : "=http,https"
        let following = [
            "--location", "--max-redirs", "\(Self.maximumRedirections)", "--proto-redir", secure,
        ]
        return [
            LiveProgram.curl, "-q", "--silent", "--show-error", "--globoff", "--fail", "--compressed", "--proto",
            secure,
        ] + (followsAll ? following : []) + [
            "--max-time", seconds(timeout), "--connect-timeout", seconds(timeout), "--max-filesize", "\(limit)",
            "--user-agent", "ledsign", "--dump-header", "/dev/fd/3", "--output", "-", "--config", "-",
        ]
    }

    /// Whether curl itself follows redirects, wherever they lead.
    private var followsAll: Bool { address.headers.isEmpty && address.servers == nil }

    /// What curl reads from standard input: the URL and the lines of the header, which may be secret.
    var configuration: [UInt8] {
        var lines = ["url = \(FieldScanner.quoted(target))"]
        lines += address.headers.map { "header = \(FieldScanner.quoted($0))" }
        if let tag = validator.entityTag { lines.append("header = \(FieldScanner.quoted("If-None-Match: " + tag))") }
        if let date = validator.lastModified {
            lines.append("header = \(FieldScanner.quoted("If-Modified-Since: " + date))")
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// The request that an answer sends on to; nil if it does not, and if curl has followed it already.
    ///
    /// Lines of the header go nowhere but to the host that they are meant for.
    ///
    /// - Throws: if it leads to another host, or there were too many.
    func redirected(by answer: CurlAnswer) throws(WordedError) -> CurlRequest? {
        guard !followsAll, let status = answer.status, [301, 302, 303, 307, 308].contains(status) else {
            return nil
        }
        guard let location = answer.location else { return nil }
        guard redirections < Self.maximumRedirections else {
            throw .url(status: status, words: "more than \(Self.maximumRedirections) redirects")
        }
        var next = self
        next.target = try Self.target(of: location, from: target, servers: address.servers ?? [])
        next.redirections += 1
        return next
    }

    /// A time in seconds and milliseconds, at least one of these.
    private func seconds(_ time: Nanoseconds) -> String {
        let milliseconds = max(1, time.count / 1_000_000)
        let rest = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

extension LiveAddress {
    /// The bytes that a file with a key may have.
    private static let maximumKey = 512

    /// The same with the key of its file among the lines of the header; itself without a file.
    ///
    /// - Throws: a file that is missing or unreadable, or has no key in it.
    package func authorized() throws(WordedError) -> LiveAddress {
        guard let keyFile else { return self }
        let bytes: [UInt8]
        do throws(FileReadingError) {
            bytes = try RegularFile.read(path: keyFile, limit: Self.maximumKey)
        } catch {
            throw .file("\(error)", path: keyFile)
        }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count == 1, words[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let address = LiveAddress(
                url, headers: headers + ["Authorization: Bearer \(words[0])"], servers: servers,
                takesWebSocket: isWebSocket)
        else { throw WordedError("\(keyFile) has no key in it; write the key of the server into it, on one line") }
        return address
    }
}

/// The header of an answer.
package struct CurlAnswer {
    /// The status of HTTP of the last answer; nil if there was none.
    package private(set) var status: Int?
    /// What the server calls the document.
    private(set) var validator = CurlRequest.Validator.none
    /// Where the last answer sends on to.
    private(set) var location: String?
    /// What a Tronbyt server says of the picture.
    package private(set) var tronbyt = TronbytAnswer()

    /// What a Tronbyt server says of a picture elsewhere than in a header.
    init(_ tronbyt: TronbytAnswer) { self.tronbyt = tronbyt }

    /// Reads the headers of all answers, redirections among them; the last one counts.
    package init(header: [UInt8]) {
        for line in header.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let text = String(decoding: line, as: UTF8.self)
            if text.hasPrefix("HTTP/") {
                let words = text.split(separator: " ", maxSplits: 2)
                status = words.count > 1 ? Int(words[1]) : nil
                (validator, location, tronbyt) = (.none, nil, TronbytAnswer())
            } else if let colon = text.firstIndex(of: ":") {
                take(String(text[..<colon]).lowercased(), text[text.index(after: colon)...])
            }
        }
    }

    private mutating func take(_ name: String, _ given: Substring) {
        let value = given.drop { $0 == " " || $0 == "\t" }
        let isPlain = value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        tronbyt.take(name, value)
        if name == "location", isPlain, !value.isEmpty, value.utf8.count <= LiveAddress.maximumBytes {
            location = String(value)
        }
        guard isPlain, !value.isEmpty, value.utf8.count <= CurlRequest.Validator.maximumBytes else { return }
        if name == "etag" { validator.entityTag = String(value) }
        if name == "last-modified" { validator.lastModified = String(value) }
    }
}

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

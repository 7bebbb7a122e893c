/// Where a value comes from.
package enum LiveOrigin: Hashable, Sendable {
    /// A file.
    case file(LiveFile)
    /// The standard output of a program.
    case command(LiveProgram)
    /// What a server answers.
    case url(LiveAddress)
    /// A variable that is set from outside; the value until then.
    case variable(LiveValue?)
    /// The messages at a topic of the sign's broker, which come by themselves.
    case topic(String)
}

/// A file that is read again and again.
package struct LiveFile: Hashable, Sendable {
    /// The path; a `*` in its last folders or name stands for any characters, and the first match is read, because the
    /// kernel numbers sensors again at every start.
    package var path: String
    /// Whether pipes and devices are read, too: what comes until their end, or until the timeout.
    package var isSpecial: Bool
    /// Whether the number of a file whose name ends in `_raw` is scaled by the files beside it, whose names end in `_scale`
    /// and `_offset`, as the kernel's IIO sensors have it; before the scale of the source itself.
    package var isScaledBeside = false

    /// Names a file.
    package init(_ path: String, isSpecial: Bool = false) {
        self.path = path
        self.isSpecial = isSpecial
    }
}

/// A program and its arguments.
package struct LiveProgram: Hashable, Sendable {
    /// The program, by name or path, and its arguments; never empty.
    package var arguments: [String]
    /// The folder that it runs in; nil for that of the sign.
    package var folder: String?

    /// Names a program.
    package init(_ arguments: [String], folder: String? = nil) {
        self.arguments = arguments.isEmpty ? ["false"] : arguments
        self.folder = folder
    }

    /// A line of the shell.
    package static func shell(_ line: String, folder: String? = nil) -> LiveProgram {
        LiveProgram(["/bin/sh", "-c", line], folder: folder)
    }

    static let curl = "curl"
}

/// A document on a server, and what is sent along.
package struct LiveAddress: Hashable, Sendable {
    /// The URL: `http` or `https`, or that of a WebSocket.
    package let url: String
    /// Lines of the request's header, such as `Accept: application/json`.
    package let headers: [String]
    /// The servers that may be asked, in small letters and redirects included; nil for any.
    package let servers: [String]?
    /// The file with the key that is sent along; nil for none.
    package let keyFile: String?
    /// Whether it is a WebSocket, `ws` or `wss`, over which pictures come by themselves.
    package let isWebSocket: Bool

    /// The bytes that a URL or a line of the header may have.
    package static let maximumBytes = 2_048
    /// The lines of the header that may be given.
    package static let maximumHeaders = 8

    /// Names a document; nil if the URL is neither `http` nor `https`, or anything is too long or has control
    /// characters or blanks where they cannot be.
    ///
    /// - Parameter takesWebSocket: whether the URL may be that of a WebSocket as well: `ws` or `wss`.
    package init?(
        _ url: String, headers: [String] = [], servers: [String]? = nil, keyFile: String? = nil,
        takesWebSocket: Bool = false
    ) {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let isWebSocket = takesWebSocket && ["ws", "wss"].contains(scheme)
        guard isWebSocket || scheme == "http" || scheme == "https", url.dropFirst(scheme.count).hasPrefix("://"),
            url.utf8.count > scheme.utf8.count + 3, url.utf8.count <= Self.maximumBytes,
            url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), headers.count <= Self.maximumHeaders,
            headers.allSatisfy(Self.isHeader)
        else { return nil }
        self.url = url
        self.headers = headers
        self.servers = servers
        self.keyFile = keyFile
        self.isWebSocket = isWebSocket
    }

    /// The URL without its query, which may have a key in it, and without a fragment.
    package var urlWithoutQuery: String { String(url.prefix { $0 != "?" && $0 != "#" }) }

    private static func isHeader(_ line: String) -> Bool {
        let name = line.prefix { $0 != ":" }
        let isName = !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isName && name.utf8.count < line.utf8.count && line.utf8.count <= maximumBytes
            && line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}

import Settings

/// An address of the API, and what a request to it does.
package struct Route: Sendable {
    /// What answers.
    package enum Action: Sendable {
        /// A verb of the control protocol.
        case verb(VerbRequest)
        /// The body is a request of the control protocol, word for word.
        case command
        /// The body is a message that is only looked at.
        case check
        case state
        case metrics
        case health
        case picture
        case schedule
        case openAPI
        /// The text of the sign file.
        case readFile
        /// The body is the sign file from now on.
        case saveFile
        /// The body is a draft of the sign file that is only looked at.
        case checkFile
        /// The body is a draft of the sign file that is only drawn.
        case drawFile
        /// The JSON Schema of sign files.
        case schema
        /// The sign files that were replaced.
        case versions
        /// The text of one of them.
        case version
        case live
        /// The body is pixels of a stream.
        case sendPixels
        case beginSession
        case endSession
    }

    /// Such as GET.
    package let method: String
    /// Begins with a slash; a name in braces stands for one name of a path.
    package let pattern: String
    /// What it does, in one sentence.
    package let summary: String
    package let need: Access.Need
    package let action: Action

    package init(_ method: String, _ pattern: String, _ summary: String, _ need: Access.Need, _ action: Action) {
        (self.method, self.pattern, self.summary, self.need, self.action) = (method, pattern, summary, need, action)
    }

    /// Whether it may change something.
    package var changes: Bool { method != "GET" }

    /// Whether it opens a connection that may change something.
    var isConnection: Bool { if case .live = action { true } else { false } }

    /// Whether its body is a sign file.
    package var takesFile: Bool {
        switch action {
        case .saveFile, .checkFile, .drawFile: true
        default: false
        }
    }

    /// The names in braces.
    package var parameters: [String] {
        pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    /// The names that a path has for those in braces; nil if it is another path.
    package func match(_ path: String) -> [String: String]? {
        let wanted = pattern.split(separator: "/", omittingEmptySubsequences: false)
        let given = path.split(separator: "/", omittingEmptySubsequences: false)
        guard wanted.count == given.count else { return nil }
        var names: [String: String] = [:]
        for (wanted, given) in zip(wanted, given) {
            if wanted.hasPrefix("{") {
                guard !given.isEmpty else { return nil }
                let name = given.map { $0 == RequestTarget.slash ? "/" : $0 }
                names[String(wanted.dropFirst().dropLast())] = String(name)
            } else if wanted != given {
                return nil
            }
        }
        return names
    }
}

/// What stands behind the method of a request: a path and a query, decoded.
package struct RequestTarget: Sendable {
    /// Begins with a slash; has no dots as names, no empty names but perhaps the last, and no control characters but ``slash``.
    package let path: String
    /// The items after the question mark.
    package let query: [HTTPRequest.Item]

    /// Stands for a slash that is part of a name, so that such a path is equal to no other one.
    static let slash: Character = "\u{1F}"

    /// The most items of a query.
    static let maximumItems = 32

    /// Reads a target in origin form (RFC 9112, 3.2.1); nil for anything else, and for a path that could mean another one to a
    /// proxy or a file system.
    package init?(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, first.hasPrefix("/"), let path = Self.path(first) else { return nil }
        self.path = path
        guard parts.count == 2 else {
            query = []
            return
        }
        guard let items = Self.items(parts[1]) else { return nil }
        query = items
    }

    private static func path(_ text: Substring) -> String? {
        let names = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var path = ""
        for (index, name) in names.enumerated() {
            guard let name = decode(name, plusIsBlank: false) else { return nil }
            // A proxy may decode a slash, and then resolve dots.
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            let isLast = index == names.count - 1 && parts.count == 1
            guard parts.allSatisfy({ $0 != "." && $0 != ".." && (isLast || !$0.isEmpty) }) else { return nil }
            path += "/" + parts.joined(separator: String(slash))
        }
        return path
    }

    private static func items(_ text: Substring) -> [HTTPRequest.Item]? {
        var items: [HTTPRequest.Item] = []
        for item in text.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard items.count < maximumItems, let name = decode(parts[0], plusIsBlank: true),
                let value = parts.count == 2 ? decode(parts[1], plusIsBlank: true) : ""
            else { return nil }
            items.append((name, value))
        }
        return items
    }

    /// Decodes what is percent-encoded; nil where the result is not UTF-8 or has control characters.
    static func decode(_ text: some StringProtocol, plusIsBlank: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self),
            decoded.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

import LinuxSystem
import LiveValues
import Settings

/// The path or URL of an image with values in it: `icons/{now.code|map sky}.png`.
///
/// Values cannot lead out of the folder of the path, nor to a server that the file does not name.
package struct ImageTemplate: Hashable, Sendable {
    private enum Piece: Hashable, Sendable {
        case text(String)
        case value(ValueField)
    }

    /// What it leads to.
    private enum Kind: Hashable, Sendable {
        /// A file in the folder of a path, or in one within it.
        case file(folder: String)
        /// A document of the server that the file gives.
        case path
        /// A document of any of the servers.
        case url
    }

    /// The template as the file has it.
    package let text: String
    private let pieces: [Piece]
    private let kind: Kind
    /// The servers that may be asked, redirects included; nil for files.
    private let servers: [String]?

    /// The characters that a path or a URL may have.
    private static let maximumCharacters = 1_024

    /// The values in it.
    package var fields: [ValueField] {
        pieces.compactMap { if case .value(let field) = $0 { field } else { nil } }
    }

    /// Reads a template.
    ///
    /// - Parameter servers: those that the file names; nil for none.
    /// - Throws: the first problem, at its offset.
    init(_ text: String, _ names: FieldNames, servers given: [String]?) throws(TextError) {
        self.text = text
        pieces = try Self.pieces(of: text, names)
        (kind, servers) = try Self.kind(of: pieces, servers: given)
        guard kind == .url, servers?.isEmpty ?? true else { return }
        let isFirst = if case .value? = pieces.first { true } else { false }
        let remedy = isFirst ? ", or write \(ShownText.quoted("./" + text)) for files" : ""
        throw TextError(
            "the server of this image comes from a value; name the servers that may be asked in \"servers\"" + remedy)
    }

    private static func kind(
        of pieces: [Piece], servers given: [String]?
    ) throws(TextError) -> (kind: Kind, servers: [String]?) {
        guard case .text(let start)? = pieces.first else {
            let hasMap = if case .value(let field)? = pieces.first { field.lastMap != nil } else { false }
            return hasMap && given == nil ? (.file(folder: ""), nil) : (.url, given)
        }
        guard let scheme = scheme(of: start) else {
            return (.file(folder: start.lastIndex(of: "/").map { String(start[...$0]) } ?? ""), nil)
        }
        let authority = start.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
        guard scheme.count + authority.count < start.count else { return (.url, given) }
        guard let server = LiveAddress(start)?.server else {
            throw TextError("the host of this URL is none that all programs read alike; write it without a user")
        }
        return (.path, [server] + (given ?? []))
    }

    private static func scheme(of text: String) -> String? {
        ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
    }

    private static func pieces(of text: String, _ names: FieldNames) throws(TextError) -> [Piece] {
        let scalars = Array(text.unicodeScalars)
        var pieces: [Piece] = []
        var plain = String.UnicodeScalarView()
        var place = 0
        while place < scalars.count {
            let isDoubled = place + 1 < scalars.count && scalars[place + 1] == scalars[place]
            guard scalars[place] == "{", !isDoubled else {
                plain.append(scalars[place])
                place += scalars[place] == "{" ? 2 : 1
                continue
            }
            guard let end = FieldReference.end(in: scalars, from: place + 1) else {
                throw TextError("the brace is never closed; write {{ for a brace", at: place)
            }
            if !plain.isEmpty { pieces.append(.text(String(plain))) }
            plain = String.UnicodeScalarView()
            pieces.append(.value(try field(scalars[(place + 1)..<end], at: place + 1, names)))
            place = end + 1
        }
        return plain.isEmpty ? pieces : pieces + [.text(String(plain))]
    }

    private static func field(
        _ inside: ArraySlice<Unicode.Scalar>, at start: Int, _ names: FieldNames
    ) throws(TextError) -> ValueField {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: inside)
        do throws(TextError) {
            guard case .value(let field) = try FieldReference(parsing: String(text), fields: names.fields) else {
                throw TextError("only values can stand in the name of an image, no times")
            }
            if let problem = field.formatProblems(maps: names.maps).first { throw problem }
            if let tag = field.conditions.lazy.flatMap(\.tags).first {
                throw TextError("only a text in quotation marks can stand here", at: tag.offset)
            }
            return field
        } catch {
            throw TextError(error.description, at: start + error.offset)
        }
    }
}

extension ImageTemplate {
    /// What it is with values as they are.
    package func source(in scope: FieldScope) -> Result<SignImage.Source?, WordedError> {
        var texts: [String] = []
        for field in fields {
            guard let text = Self.text(of: field.value(in: scope)) else { return .success(nil) }
            texts.append(text)
        }
        return source(texts).map { $0 }
    }

    /// The text of one value; nil for none, an empty one, and what is no single value.
    private static func text(of value: LiveValue?) -> String? {
        switch value {
        case .text, .number: value.map { $0.text() }.flatMap { $0.isEmpty ? nil : $0 }
        case .list, .record, nil: nil
        }
    }

    /// The source that one map decides alone, for each of the map's targets; none where other values do, too.
    package func sources(of maps: [String: SignMap]) -> (
        map: String, sources: [(source: Result<SignImage.Source, WordedError>, place: TextPlace?)]
    )? {
        guard fields.count == 1, let name = fields[0].lastMap, fields[0].conditions.isEmpty, let map = maps[name] else {
            return nil
        }
        let found = zip(map.map.entries, map.places).map { (source([$0.target]), $1.place) }
        return (name, found)
    }

    /// What it is with these texts in the places of its values.
    private func source(_ texts: [String]) -> Result<SignImage.Source, WordedError> {
        var texts = texts[...]
        var whole = ""
        for piece in pieces {
            switch piece {
            case .text(let text): whole += text
            case .value: whole += texts.popFirst().map { kind == .path ? Self.encoded($0) : $0 } ?? ""
            }
        }
        let isPlain = whole.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        guard isPlain, whole.unicodeScalars.count <= Self.maximumCharacters else {
            return .failure(
                WordedError("\(Self.quoted(whole)) is too long for the name of an image, or has signs in it"))
        }
        switch kind {
        case .file(let folder): return file(whole, in: folder)
        case .path, .url: return document(whole)
        }
    }

    private func file(_ path: String, in folder: String) -> Result<SignImage.Source, WordedError> {
        let rest = path.dropFirst(folder.count)
        guard !rest.isEmpty, !rest.hasPrefix("/"), !Self.leadsUp(rest) else {
            let place = folder.isEmpty ? "the folder of the sign file" : ShownText.quoted(folder)
            return .failure(WordedError("\(Self.quoted(path)) is not in \(place), where the images have to be"))
        }
        return .success(.file(path))
    }

    private func document(_ url: String) -> Result<SignImage.Source, WordedError> {
        guard let address = LiveAddress(url, servers: servers), let server = address.server else {
            return .failure(WordedError("\(Self.quoted(url)) is not a URL of http or https"))
        }
        guard servers?.contains(server) ?? false else {
            return .failure(
                WordedError("the server \(Self.quoted(server)) of an image is not one of \"servers\""))
        }
        guard kind != .path || !Self.leadsUp(url[...]) else {
            return .failure(WordedError("\(Self.quoted(url)) leads to another folder"))
        }
        return .success(.url(address))
    }

    /// Whether a step of a path leads to the folder around.
    private static func leadsUp(_ path: Substring) -> Bool { path.split(separator: "/").contains("..") }

    private static func quoted(_ text: String) -> String { ShownText.quoted(LiveText.clean(text), maximum: 60) }

    /// A value within the path of a URL: all but letters, digits and `-._~/` is written in hexadecimal digits (RFC 3986).
    private static func encoded(_ value: String) -> String {
        value.utf8.reduce(into: "") { text, byte in
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || "-._~/".contains(character) {
                text.append(character)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
    }
}

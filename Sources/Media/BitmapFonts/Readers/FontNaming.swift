/// What a font file says about its name and its charset, from properties or from its full name.
struct FontNaming {
    /// The full name: an XLFD, `-foundry-family-weight-...-registry-encoding`, or free text.
    var fullName = ""
    /// The property FAMILY_NAME.
    var family: String?
    /// The property CHARSET_REGISTRY, such as `ISO10646`.
    var registry: String?
    /// The property CHARSET_ENCODING, such as `1`.
    var encoding: String?

    /// The 14 fields of the full name if it is an XLFD, else none.
    private var fields: [Substring] {
        let parts = fullName.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 15 && parts[0].isEmpty ? Array(parts.dropFirst()) : []
    }

    /// The family, else the full name, else the name of the file.
    func name(source: String) -> String {
        if let family, !family.isEmpty { return family }
        if fields.count == 14, !fields[1].isEmpty { return String(fields[1]) }
        return fullName.isEmpty ? FontFormat.fontName(ofFile: source) ?? FontFormat.fileName(of: source) : fullName
    }

    /// The charset as registry and encoding, such as `ISO8859-1`; empty if the file does not say.
    var charset: String {
        let fields = fields
        let registry = registry ?? fields.dropLast().last.map(String.init) ?? ""
        let encoding = encoding ?? fields.last.map(String.init) ?? ""
        return registry.isEmpty ? "" : encoding.isEmpty ? registry : registry + "-" + encoding
    }

    /// Whether the codes are Unicode scalars: ISO 10646, its first 256 codes (ISO8859-1), or no charset at all.
    var isUnicode: Bool {
        let charset = charset.uppercased()
        return charset.isEmpty || charset == "ISO8859-1" || charset == "ISO10646" || charset.hasPrefix("ISO10646-")
    }

    /// Enters names and charset into a font.
    func apply(to builder: inout BitmapFontBuilder, source: String) {
        builder.source = source
        builder.fullName = fullName
        builder.name = name(source: source)
        builder.charset = charset
        builder.isUnicode = isUnicode
    }
}

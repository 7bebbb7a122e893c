import ImageFiles
import Marquee
import PixelGraphics
import Settings
import Timelines

/// What a tag between `<` and `>` says.
package enum MarkupTag: Equatable {
    /// Changes the look of what follows, up to its end tag: `</>`, the word that it begins with, or the name of what it
    /// changes.
    case look(MarkupLook, word: String, name: String)
    /// Stands for a picture of the icon font.
    case icon(SignIcon)
    /// Stands for a picture of a file.
    case image(String)

    /// Reads what stands between `<` and `>`; names are the same in either case of letters.
    package static func read(_ text: String) throws(TextError) -> MarkupTag {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = (parts.first ?? "").trimmingBlanks().lowercased()
        let value = parts.count == 2 ? String(parts[1].trimmingBlanks()) : nil
        guard !name.isEmpty else { throw TextError("empty tag; write << for a plain <") }
        guard !text.contains("{") else {
            throw TextError(
                "no values are possible in tags such as <\(ShownText.shortened(String(text.trimmingBlanks())))>; use a condition with "
                    + "tags instead, such as {weather ? = sunny: icon=sun, else: icon=cloud}")
        }
        if let kind = TagKind.all.first(where: { $0.name == name }) { return try kind.read(value) }
        guard value == nil else { throw unknown(name) }
        do throws(TextError) {
            var look = MarkupLook()
            look.color = try Color(parsing: name)
            return .look(look, word: name, name: "color")
        } catch {
            throw name.hasPrefix("#") || name.hasPrefix("hsv") ? error : unknown(name)
        }
    }

    private static func unknown(_ name: String) -> TextError {
        let nearest = NearestName.find(name, among: names + Color.names)
        return TextError(
            "unknown tag or colour \(ShownText.quoted(name))\(ShownText.suggestion(nearest)); tags are colours and "
                + names.joined(separator: ", ") + "; write << for a plain <")
    }

    /// The words that tags begin with, besides the names of colours.
    static var names: [String] { TagKind.all.map(\.name) }
}

/// A kind of tags that have a value: `<spacing=2>`.
private struct TagKind: Sendable {
    let name: String
    /// What the value is.
    let expected: String
    /// Reads a value; nil for a wrong one.
    let make: @Sendable (String) throws(TextError) -> MarkupTag?

    /// A tag that changes the look; `change` returns whether the value is right.
    private static func look(
        _ name: String, _ expected: String,
        _ change: @escaping @Sendable (inout MarkupLook, String) throws(TextError) -> Bool
    ) -> TagKind {
        TagKind(name: name, expected: expected) { text throws(TextError) in
            var look = MarkupLook()
            return try change(&look, text) ? .look(look, word: name, name: name) : nil
        }
    }

    func read(_ value: String?) throws(TextError) -> MarkupTag {
        if name == "blink", value == nil {
            var look = MarkupLook()
            look.blink = Blink()
            return .look(look, word: name, name: name)
        }
        guard let value, !value.isEmpty else { throw TextError("<\(name)=...> needs \(expected)") }
        guard let tag = try make(value) else {
            throw TextError("<\(name)=...> needs \(expected), not \(ShownText.quoted(value))")
        }
        return tag
    }

    private static let colors = "a colour name, #rgb, #rrggbb or hsv(h,s,v)"

    /// All kinds, in the order in which problems list them.
    static let all: [TagKind] = [
        look("color", colors) { look, text throws(TextError) in
            look.color = try Color(parsing: text)
            return true
        },
        look("background", colors) { look, text throws(TextError) in
            look.background = try Color(parsing: text)
            return true
        },
        look("font", "a font by name or path") { look, text in
            look.fonts = [text]
            return true
        },
        TagKind(name: "icon", expected: "the name of an icon, such as heart") {
            text throws(TextError) -> MarkupTag? in
            guard let icon = SignIcon(named: text) else {
                let nearest = NearestName.find(text, among: SignIcon.names)
                throw TextError("unknown icon \(ShownText.quoted(text))\(ShownText.suggestion(nearest))")
            }
            return .icon(icon)
        },
        TagKind(name: "image", expected: "the path of a \(ImageFormat.names) file") { .image($0) },
        look("blink", "a time from \(Blink.minimumPeriod.text) to \(Blink.maximumPeriod.text), such as 500ms") {
            look, text in
            guard let time = Nanoseconds(parsing: text), time >= Blink.minimumPeriod, time <= Blink.maximumPeriod else {
                return false
            }
            look.blink = Blink(period: time)
            return true
        },
        look("spacing", "a number of pixels from \(spacings.lowerBound) to \(spacings.upperBound)") { look, text in
            guard text.utf8.count <= 4, let number = Int(text), spacings.contains(number) else { return false }
            look.letterSpacing = number
            return true
        },
        look("speed", "pixels per second such as 20 or 12.5, more than 0 and up to \(Speed.limit)") { look, text in
            look.speed = Speed(decimal: text).flatMap { $0.numerator > 0 ? $0 : nil }
            return look.speed != nil
        },
    ]

    private static var spacings: ClosedRange<Int> { MarkupLook.letterSpacings }
}

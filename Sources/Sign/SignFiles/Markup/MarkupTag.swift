import ImageFiles
import Marquee
import PixelGraphics
import Settings
import Timelines

/// What a tag between `<` and `>` says.
package enum MarkupTag: Equatable {
    /// Changes the look of what follows, up to its end tag.
    case look(Kind, word: String)
    /// Stands for a picture of the icon font.
    case icon(SignIcon)
    /// Stands for a picture of a file.
    case image(String)

    /// What a tag changes.
    package enum Kind: Hashable {
        case color(Color)
        case background(Color)
        case font(String)
        case spacing(Int)
        case blink(Blink)
        case speed(Speed)

        /// The word that ends it, besides `</>`.
        var name: String {
            switch self {
            case .color: "color"
            case .background: "background"
            case .font: "font"
            case .spacing: "spacing"
            case .blink: "blink"
            case .speed: "speed"
            }
        }
    }

    /// The words that tags begin with, besides the names of colours.
    static let names = ["color", "background", "font", "icon", "image", "blink", "spacing", "speed"]

    /// Reads what stands between `<` and `>`; names are the same in either case of letters.
    package static func read(_ text: String) -> Result<MarkupTag, MarkupProblem.Reason> {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = trimmed(parts.first ?? "").lowercased()
        let value = parts.count == 2 ? trimmed(parts[1]) : nil
        guard !name.isEmpty else { return .failure(.emptyTag) }
        guard !text.contains("{") else { return .failure(.fieldInTag(trimmed(text[...]))) }
        if names.contains(name) { return read(name, value) }
        guard value == nil else { return .failure(.unknownTag(name, nearest: nearest(to: name))) }
        return read(color: name).map { .look(.color($0), word: name) }.mapError { reason in
            name.hasPrefix("#") || name.hasPrefix("hsv") ? reason : .unknownTag(name, nearest: nearest(to: name))
        }
    }

    private static func read(_ name: String, _ value: String?) -> Result<MarkupTag, MarkupProblem.Reason> {
        if name == "blink", value == nil { return .success(.look(.blink(Blink()), word: name)) }
        guard let value, !value.isEmpty else {
            return .failure(.missingValue(tag: name, expected: expected(of: name)))
        }
        func look(_ kind: Kind?) -> Result<MarkupTag, MarkupProblem.Reason> {
            kind.map { .success(.look($0, word: name)) }
                ?? .failure(.wrongValue(tag: name, expected: expected(of: name), found: value))
        }
        switch name {
        case "color": return read(color: value).map { .look(.color($0), word: name) }
        case "background": return read(color: value).map { .look(.background($0), word: name) }
        case "font": return look(.font(value))
        case "image": return .success(.image(value))
        case "spacing": return look(spacing(value).map { .spacing($0) })
        case "blink": return look(blink(value).map { .blink($0) })
        case "speed": return look(speed(value).map { .speed($0) })
        default:
            let known = SignIcon(named: value)
            return known.map { .success(.icon($0)) }
                ?? .failure(.unknownIcon(value, nearest: NearestName.find(value, among: SignIcon.names)))
        }
    }

    private static func read(color text: String) -> Result<Color, MarkupProblem.Reason> {
        do throws(ColorError) {
            return .success(try Color(parsing: text))
        } catch {
            return .failure(.color(error))
        }
    }

    /// What the value of a tag is.
    private static func expected(of name: String) -> String {
        switch name {
        case "color", "background": "a colour name, #rgb, #rrggbb or hsv(h,s,v)"
        case "font": "a font by name or path"
        case "icon": "the name of an icon, such as heart"
        case "image": "the path of a \(ImageFormat.names) file"
        case "spacing":
            "a number of pixels from \(MarkupLook.letterSpacings.lowerBound) to \(MarkupLook.letterSpacings.upperBound)"
        case "blink": "a time from \(Blink.shortest.text) to \(Blink.longest.text), such as 500ms"
        default: "pixels per second such as 20 or 12.5, more than 0 and up to \(Speed.limit)"
        }
    }

    private static func spacing(_ text: String) -> Int? {
        guard text.utf8.count <= 4, let number = Int(text), MarkupLook.letterSpacings.contains(number) else {
            return nil
        }
        return number
    }

    private static func blink(_ text: String) -> Blink? {
        guard let time = Nanoseconds(parsing: text), time >= Blink.shortest, time <= Blink.longest else { return nil }
        return Blink(period: time)
    }

    private static func speed(_ text: String) -> Speed? {
        Speed(decimal: text).flatMap { $0.numerator > 0 ? $0 : nil }
    }

    private static func nearest(to name: String) -> String? { NearestName.find(name, among: names + Color.names) }

    /// The text without blanks at its ends.
    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

extension MarkupLook {
    /// The look within a tag.
    package func applying(_ kind: MarkupTag.Kind) -> MarkupLook {
        var look = self
        switch kind {
        case .color(let color): look.color = color
        case .background(let color): look.background = color
        case .font(let font): look.font = font
        case .spacing(let pixels): look.letterSpacing = pixels
        case .blink(let blink): look.blink = blink
        case .speed(let speed): look.speed = speed
        }
        return look
    }
}

import LiveValues
import PixelGraphics
import Settings

/// A picture written as rows of characters.
package struct SignPixelArt: Equatable, Sendable {
    /// The rows from the top; nil if nothing is drawn.
    package var rows: [[Color?]]

    /// The rows, and the characters of each, that pixel art may have.
    static let maximumSide = 256

    /// The extent: as wide as the longest row.
    package var size: Size { Size(width: rows.map(\.count).max() ?? 0, height: rows.count) }
}

extension SignPixelArt {
    /// The colours that letters stand for; the small letters are half as bright.
    private static let letters: [Character: UInt32] = [
        "R": 0xFF0000, "O": 0xFF8000, "Y": 0xFFFF00, "G": 0x00FF00, "C": 0x00FFFF, "B": 0x0000FF, "M": 0xFF00FF,
        "P": 0xFF6090, "W": 0xFFFFFF, "K": 0x000000,
    ]

    /// Reads the rows at the key `pixels`, with `palette` and `color`; nil if there are problems.
    init?(_ fields: inout SignFields, color defaultColor: Color) {
        var color = defaultColor
        let isColored = fields.read("color", into: &color)
        var palette: [Character: Color?]? = [:]
        let words = "characters and their colours, such as {x: red, \".\": none}"
        let hasPalette = fields.readKeys("palette", expected: words, into: &palette, Self.palette)
        let text = fields.value(
            "pixels",
            as: .text("rows of characters, one for every pixel") { text in
                text.contains { $0 != "\n" } ? text : nil
            })
        guard let palette, let text, isColored, hasPalette else { return nil }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        guard lines.count <= Self.maximumSide, lines.allSatisfy({ $0.count <= Self.maximumSide }) else {
            fields.recordProblem(
                .outOfRange(
                    key: "pixels", expected: "at most \(Self.maximumSide) rows of \(Self.maximumSide) pixels",
                    found: "\(lines.count) rows"), at: fields.place(of: "pixels"))
            return nil
        }
        rows = []
        for (number, line) in lines.enumerated() {
            var row: [Color?] = []
            for (offset, character) in line.enumerated() {
                guard let found = Self.color(of: character, color, palette) else {
                    fields.record(
                        .part(.unknownPixel(character)),
                        at: fields.place(of: "pixels", line: number, offset: offset))
                    return nil
                }
                row.append(found)
            }
            rows.append(row)
        }
    }

    /// The colour of a character; nil within an optional for one that draws nothing.
    private static func color(of character: Character, _ color: Color, _ palette: [Character: Color?]) -> Color?? {
        if let given = palette[character] { return .some(given) }
        switch character {
        case ".", " ": return .some(nil)
        case "#": return color
        default: break
        }
        if let value = letters[character] { return Color(rawValue: value) }
        guard character.isLowercase, let large = character.uppercased().first, let value = letters[large] else {
            return nil
        }
        return Color(rawValue: (value >> 1) & 0x7F7F7F)
    }

    private static func palette(_ fields: inout SignFields) -> [Character: Color?]? {
        var palette: [Character: Color?] = [:]
        let keys = fields.givenKeys.filter { $0.count == 1 }
        for key in keys {
            guard let character = key.first else { continue }
            var color: Color?
            if fields.givenText(key) == "none" {
                fields.accept(key)
                palette[character] = .some(nil)
            } else if fields.read(key, into: &color) {
                palette[character] = color
            }
        }
        return palette.count == keys.count ? palette : nil
    }
}

/// A shape as a part of a message; its extent is the area of the part.
package struct SignShape: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// A line between two points, both included.
        case line
        case box
        /// The largest circle that fits, in the middle.
        case circle
        /// A rectangle with round corners.
        case roundedBox = "rounded-box"
        /// A rectangle whose short sides are half circles.
        case capsule
    }

    package var kind: Kind
    package var color: Color
    /// The value that decides the colour; nil for that of the file.
    package var colorField: ValueField?
    /// Whether all of it is drawn, or just its edge.
    package var isFilled = true
    /// The radius of round corners in pixels.
    package var radius = 2
    /// Where a line begins; nil for the top left corner of the area.
    package var from: Point?
    /// Where a line ends; nil for the bottom right corner of the area.
    package var to: Point?
}

extension SignShape {
    /// Reads the keys of a shape; nil if there are problems.
    init?(
        _ fields: inout SignFields, color defaultColor: Color, field defaultField: ValueField?, _ names: FieldNames
    ) {
        let kind: Kind? = fields.value("shape", as: .word)
        self.init(kind: kind ?? .box, color: defaultColor)
        colorField = defaultField
        fields.read("color", names, into: &color, &colorField)
        fields.read("filled", into: &isFilled)
        fields.read("radius", in: 0...2048, into: &radius)
        fields.readPixel("from", into: &from)
        fields.readPixel("to", into: &to)
        guard kind != nil else { return nil }
    }
}

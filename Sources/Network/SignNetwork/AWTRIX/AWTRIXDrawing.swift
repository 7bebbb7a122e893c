import PixelGraphics
import Settings
import SignFiles

/// The drawing commands of an AWTRIX object as parts of a message: shapes, texts and rows of pixels.
///
/// Coordinates count from the top left corner of the sign, in pixels.
struct AWTRIXDrawing {
    /// The parts, the first at the back; none where nothing is drawn.
    private(set) var parts: [JSONValue] = []
    /// Whether a command is missing: it could not be read, or there were too many.
    private(set) var isIncomplete = false
    private var commands = 0
    private var pixels = 0

    /// The commands that an object may have.
    private static let maximumCommands = 500
    /// The pixels that all of them may cover together, and the texts and pictures among them.
    private static let maximumPixels = 1_000_000
    /// The parts that stand in one list.
    private static let partsOfList = 200
    private static let coordinates = -1_024...1_024
    private static let extents = 1...1_024
    private static let sides = 1...256

    /// Maps commands, one after the other; what cannot be read is left out.
    init(_ given: JSONValue) {
        let objects = if case .list(let objects) = given { objects } else { [given] }
        var drawn: [JSONValue] = []
        for object in objects {
            for command in object.members ?? [] {
                guard commands < Self.maximumCommands, case .list(let values) = command.value,
                    let part = part(command.name, values), add(part.area)
                else {
                    isIncomplete = true
                    continue
                }
                drawn.append(.object([JSONMember("area", Self.json(part.area))] + part.keys))
            }
            if object.members == nil { isIncomplete = true }
        }
        guard drawn.count > Self.partsOfList else {
            parts = drawn
            return
        }
        parts = stride(from: 0, to: drawn.count, by: Self.partsOfList).map { first in
            ["parts": .list(Array(drawn[first..<min(first + Self.partsOfList, drawn.count)]))]
        }
    }

    /// Counts a command; returns false for one too much.
    private mutating func add(_ area: Rectangle) -> Bool {
        let count = pixels + area.width * area.height
        guard count <= Self.maximumPixels else { return false }
        (commands, pixels) = (commands + 1, count)
        return true
    }

    private static func json(_ area: Rectangle) -> JSONValue {
        [
            "x": .integer(area.x), "y": .integer(area.y), "width": .integer(area.width),
            "height": .integer(area.height),
        ]
    }
}

/// The commands, each by its name and values.
extension AWTRIXDrawing {
    private typealias Part = (area: Rectangle, keys: [JSONMember])

    private func part(_ name: String, _ values: [JSONValue]) -> Part? {
        switch name {
        case "dp": point(values)
        case "dl": line(values)
        case "dr": box(values, isFilled: false)
        case "df": box(values, isFilled: true)
        case "dc": circle(values, isFilled: false)
        case "dfc": circle(values, isFilled: true)
        case "dt": text(values)
        case "db": bitmap(values)
        default: nil
        }
    }

    /// The coordinates that a command begins with; nil where one is missing or far away.
    private func coordinates(_ values: [JSONValue], _ count: Int) -> [Int]? {
        let numbers = values.prefix(count).compactMap(\.lenientInteger).filter(Self.coordinates.contains)
        return numbers.count == count ? numbers : nil
    }

    /// The shape, and its colour from behind the coordinates: white where there is none.
    private func keys(_ shape: String, _ values: [JSONValue], _ place: Int, isFilled: Bool = true) -> [JSONMember] {
        let color = values.dropFirst(place).first?.hexColor ?? Self.white
        let filled = isFilled ? [] : [JSONMember("filled", false)]
        return [JSONMember("shape", .text(shape)), JSONMember("color", .text(color))] + filled
    }

    private static let white = "#ffffff"

    private func point(_ values: [JSONValue]) -> Part? {
        guard let place = coordinates(values, 2) else { return nil }
        return (Rectangle(x: place[0], y: place[1], width: 1, height: 1), keys("box", values, 2))
    }

    private func line(_ values: [JSONValue]) -> Part? {
        guard let ends = coordinates(values, 4) else { return nil }
        let (x, y) = (min(ends[0], ends[2]), min(ends[1], ends[3]))
        let area = Rectangle(x: x, y: y, width: abs(ends[0] - ends[2]) + 1, height: abs(ends[1] - ends[3]) + 1)
        let from: JSONValue = [.integer(ends[0] - x), .integer(ends[1] - y)]
        let to: JSONValue = [.integer(ends[2] - x), .integer(ends[3] - y)]
        return (area, keys("line", values, 4) + [JSONMember("from", from), JSONMember("to", to)])
    }

    private func box(_ values: [JSONValue], isFilled: Bool) -> Part? {
        guard let place = coordinates(values, 4), Self.extents.contains(place[2]), Self.extents.contains(place[3])
        else { return nil }
        let area = Rectangle(x: place[0], y: place[1], width: place[2], height: place[3])
        return (area, keys("box", values, 4, isFilled: isFilled))
    }

    /// A circle about a pixel.
    private func circle(_ values: [JSONValue], isFilled: Bool) -> Part? {
        guard let place = coordinates(values, 3), (0...256).contains(place[2]) else { return nil }
        let (radius, side) = (place[2], 2 * place[2] + 1)
        let area = Rectangle(x: place[0] - radius, y: place[1] - radius, width: side, height: side)
        return (area, keys("circle", values, 3, isFilled: isFilled))
    }

    /// A text with its top left corner, in a small font as that of the clock.
    private func text(_ values: [JSONValue]) -> Part? {
        guard let place = coordinates(values, 2), let text = values.dropFirst(2).first?.word, !text.isEmpty,
            text.count <= Self.extents.upperBound / 8
        else { return nil }
        let color = values.dropFirst(3).first?.hexColor ?? Self.white
        let area = Rectangle(x: place[0], y: place[1], width: 8 * text.count, height: 8)
        return (
            area,
            [
                JSONMember("text", .text(SignMarkup.escaped(text))), JSONMember("color", .text(color)),
                JSONMember("font", "ledsign-6-condensed"), JSONMember("align", "left"), JSONMember("valign", "top"),
                JSONMember("scroll", "never"),
            ]
        )
    }

    /// Pixels row by row, each a number of its red, green and blue; missing ones are transparent.
    private func bitmap(_ values: [JSONValue]) -> Part? {
        guard let place = coordinates(values, 4), Self.sides.contains(place[2]), Self.sides.contains(place[3]),
            case .list(let given)? = values.dropFirst(4).first, !given.isEmpty
        else { return nil }
        let (width, height) = (place[2], place[3])
        let colors = given.prefix(width * height).map { UInt32(truncatingIfNeeded: $0.lenientInteger ?? 0) & 0xFF_FFFF }
        let (shades, mask) = Self.shades(of: colors)
        var rows = ""
        for y in 0..<height {
            for x in 0..<width {
                let place = y * width + x
                rows.append(place < colors.count ? shades[colors[place] & mask] ?? "." : ".")
            }
            rows.append("\n")
        }
        let palette = shades.sorted { $0.key < $1.key }.map {
            JSONMember(String($0.value), .text("\(Color(rawValue: $0.key))"))
        }
        return (
            Rectangle(x: place[0], y: place[1], width: width, height: height),
            [
                JSONMember("pixels", .text(String(rows.dropLast()))), JSONMember("palette", .object(palette)),
                JSONMember("align", "left"), JSONMember("valign", "top"),
            ]
        )
    }

    /// A letter for each colour, of which there are at most 256: where there are more, those that differ least count as one.
    private static func shades(of colors: [UInt32]) -> (letters: [UInt32: Character], mask: UInt32) {
        var levels: UInt32 = 0xFF
        while true {
            let mask = levels << 16 | levels << 8 | levels
            let all = Set(colors.map { $0 & mask })
            if all.count <= 256 {
                // Letters that are one character each, and none of those that mean a colour already.
                let letters = all.sorted().enumerated().compactMap { number, color in
                    Unicode.Scalar(UInt32(0x4E00 + number)).map { (color, Character($0)) }
                }
                return (Dictionary(letters) { first, _ in first }, mask)
            }
            levels = levels << 1 & 0xFF
        }
    }
}

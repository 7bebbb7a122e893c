import PixelGraphics
import Settings
import SignFiles

/// What an object shows: a text with its icon, or parts where there is more than that.
extension AWTRIXReading {
    /// The letters of a text that may have colours of their own; longer ones share them.
    private static let maximumShades = 64
    private static let periods = 1...3_600_000
    private static let maximumNumbers = 64

    /// Reads the text, the icon, charts, drawings and the background.
    mutating func readContent() {
        let markup = markup()
        let icon = value("icon") { [means] in means.icon($0) }
        let tag = icon?["text"]?.text
        let (push, repeats) = (integer("pushIcon", in: 0...2), integer("repeat", in: 1...1_000_000))
        // An icon in the text goes and comes with it.
        if push == 1 { record("pushIcon") }
        let (chart, progress) = (chart(), progress())
        let text = JSONValue.object([JSONMember("text", .text(markup))] + (fade().map { [$0] } ?? []))
        let offset = integer("textOffset", in: 1...1_024)
        let color = value("background", \.hexColor)
        let (drawn, weather, motion) = (drawing(), overlay(), effect())

        let isKept = chart != nil || progress != nil || (push == 0 && repeats == nil && markup != "")
        let stands = icon != nil && (tag == nil || isKept)
        let line = stands ? markup : [tag, markup].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
        let isText =
            text.members?.count == 1 && offset == nil && chart == nil && progress == nil && drawn.isEmpty
            && weather.isEmpty && motion.isEmpty
        if isText, !stands {
            put("text", .text(line))
            if let color { put("background", .text(color)) }
            return
        }
        var body: JSONValue? = line.isEmpty ? nil : text.setting("text", to: .text(line))
        if let offset, let given = body {
            body = ["columns": [["width": .integer(offset)], Self.filling("width", given)]]
        }
        if let chart { body = body.map { ["parts": [chart, $0]] } ?? chart }
        if let progress { body = ["rows": [Self.filling("height", body ?? [:]), progress]] }
        if stands, let icon { body = body.map { ["columns": [icon, Self.filling("width", $0)]] } ?? icon }
        let back = color.map { [["shape": "box", "color": .text($0)] as JSONValue] } ?? []
        put("parts", .list(back + motion + drawn + [body].compactMap { $0 } + weather))
    }

    /// A part of rows or columns that takes what others leave.
    private static func filling(_ direction: String, _ part: JSONValue) -> JSONValue {
        part.setting(direction, to: "fill")
    }

    /// The text as markup, in its colours, blinking; empty without one.
    private mutating func markup() -> String {
        let isUpperCase = integer("textCase", in: 0...2) == 1
        let given = take("text")
        let shades = shades()
        let text = given?.word.map { isUpperCase ? $0.uppercased() : $0 }
        let markup =
            if let text, let shades { colored(text, by: shades) } else { markup(of: given, isUpperCase: isUpperCase) }
        // Nothing blinks faster than ten times a second.
        guard let period = integer("blinkText", in: Self.periods), !markup.isEmpty else { return markup }
        return "<blink=\(max(period, 100))ms>\(markup)</>"
    }

    /// The colours from one end of a text to the other, by the share of the way; nil for one colour.
    private mutating func shades() -> ((Double) -> Color)? {
        let ends = value("gradient") { value -> [Color]? in
            guard case .list(let given) = value, given.count == 2 else { return nil }
            let colors = given.compactMap(\.color)
            return colors.count == 2 ? colors : nil
        }
        if flag("rainbow") ?? false { return { Color.hsv(hue: 300 * $0, saturation: 100, value: 100) } }
        return ends.map { ends in { Self.mixed(ends[0], ends[1], share: $0) } }
    }

    private static func mixed(_ first: Color, _ last: Color, share: Double) -> Color {
        func level(_ first: UInt8, _ last: UInt8) -> UInt8 {
            UInt8((Double(first) + (Double(last) - Double(first)) * share).rounded())
        }
        return Color(
            red: level(first.red, last.red), green: level(first.green, last.green), blue: level(first.blue, last.blue))
    }

    /// A text, each letter in its colour.
    private mutating func colored(_ text: String, by shade: (Double) -> Color) -> String {
        let letters = Array(text)
        let count = min(letters.count, Self.maximumShades)
        return (0..<count).map { number in
            let (first, end) = (letters.count * number / count, letters.count * (number + 1) / count)
            let color = shade(Double(number) / Double(max(count - 1, 1)))
            return "<\(color)>\(shown(String(letters[first..<end]), isUpperCase: false))</>"
        }.joined()
    }

    /// Key frames of a text that fades out and in again.
    private mutating func fade() -> JSONMember? {
        guard let period = integer("fadeText", in: Self.periods) else { return nil }
        let half: JSONValue = .text("\(max(period, 100) / 2)ms")
        return JSONMember(
            "key-frames",
            [["brightness": 100], ["offset": half, "brightness": 0], ["offset": half, "brightness": 100]])
    }

    /// The bar at the lower edge.
    private mutating func progress() -> JSONValue? {
        let (color, rest) = (value("progressC", \.hexColor), value("progressBC", \.hexColor))
        guard let percent = integer("progress", in: 0...100) else { return nil }
        return [
            "bar": .integer(percent), "color": .text(color ?? "#00ff00"), "background": .text(rest ?? "#ffffff"),
            "height": 1,
        ]
    }

    /// The numbers of `bar` or `line`, over all of the area.
    private mutating func chart() -> JSONValue? {
        let (isScaled, background) = (flag("autoscale") ?? true, value("barBC", \.hexColor))
        let (bars, line) = (value("bar", Self.numbers), value("line", Self.numbers))
        guard let numbers = bars ?? line else { return nil }
        // Without a scale a row is one.
        let largest = isScaled ? max(numbers.max() ?? 0, 0) : 800
        let smallest = isScaled ? min(numbers.min() ?? 0, 0) : 0
        let ends = smallest == largest ? (0, 100) : (smallest, largest)
        let members: [JSONMember] = [
            JSONMember("plot", .list(numbers.map { Self.decimal(hundredths: $0) })),
            JSONMember("as", bars == nil ? "line" : "bars"),
            JSONMember("range", [Self.decimal(hundredths: ends.0), Self.decimal(hundredths: ends.1)]),
        ]
        return .object(members + (background.map { [JSONMember("background", .text($0))] } ?? []))
    }

    /// Numbers in hundredths; nil where something is none.
    private static func numbers(_ value: JSONValue) -> [Int]? {
        guard case .list(let given) = value, (1...maximumNumbers).contains(given.count) else { return nil }
        let numbers = given.compactMap { $0.word.flatMap { Double($0) } }.filter { abs($0) < 1e9 }
        return numbers.count == given.count ? numbers.map { Int(($0 * 100).rounded()) } : nil
    }

    /// A decimal number without zeros at its end.
    static func decimal(hundredths: Int) -> JSONValue {
        let number = "\(Double(hundredths) / 100)"
        return .number(number.hasSuffix(".0") ? String(number.dropLast(2)) : number)
    }

    /// The parts that `draw` makes.
    private mutating func drawing() -> [JSONValue] {
        guard let given = take("draw"), !given.isNeutral else { return [] }
        let drawing = AWTRIXDrawing(given)
        if drawing.isIncomplete { record("draw") }
        return drawing.parts
    }

    /// What may fall over everything else.
    private mutating func overlay() -> [JSONValue] {
        let fall = value("overlay") { value -> JSONValue? in
            switch value.word {
            case "drizzle": Self.fall("#4080ff", rows: 1, milliseconds: 1_600)
            case "rain": Self.fall("#4080ff", rows: 2, milliseconds: 800)
            case "storm": Self.fall("#4080ff", rows: 3, milliseconds: 400)
            case "snow": Self.fall("#ffffff", rows: 1, milliseconds: 4_000)
            default: nil
            }
        }
        return fall.map { [$0] } ?? []
    }

    /// What may move behind everything else.
    private mutating func effect() -> [JSONValue] {
        let parts = value("effect") { value -> [JSONValue]? in
            switch value.word {
            case "Matrix": [Self.fall("#00ff40", rows: 4, milliseconds: 1_600)]
            case "Fade": [Self.tiled("#4060ff", Self.glowing((2_000, 100), (2_000, 0))) { _, _ in true }]
            case "Checkerboard":
                [Self.board("#ff8000", isEven: true), Self.board("#0060ff", isEven: false)]
            case "TheaterChase":
                [Self.tiled("#ff4000", Self.moving("x", by: 3, milliseconds: 300)) { x, _ in x % 3 == 0 }]
            case "TwinklingStars": (0...2).map(Self.stars)
            default: nil
            }
        }
        return parts ?? []
    }
}

/// Pictures of 64x32 pixels, copied to cover 512x128: what falls, moves or glows.
extension AWTRIXReading {
    /// Drops of some rows in every third column, which fall 32 rows in a time.
    private static func fall(_ color: String, rows: Int, milliseconds: Int) -> JSONValue {
        tiled(color, moving("y", by: 32, milliseconds: milliseconds)) { x, y in
            x % 3 == 0 && (y + 32 - (x * 37 + 11) % 32) % 32 < rows
        }
    }

    /// The even or the odd squares of a board, which light in turn.
    private static func board(_ color: String, isEven: Bool) -> JSONValue {
        let (first, second) = isEven ? (100, 0) : (0, 100)
        let frames = glowing((1, first), (999, first), (1, second), (999, second))
        return tiled(color, frames) { x, y in (x / 4 + y / 4) % 2 == (isEven ? 0 : 1) }
    }

    /// A third of the stars, which glow one third after the other.
    private static func stars(_ third: Int) -> JSONValue {
        let frames = glowing((100 + 700 * third, 0), (350, 100), (350, 0), (1_500 - 700 * third, 0))
        return tiled("#ffffff", frames) { x, y in (x * 29 + y * 53 + x * y * 7) % 96 == third * 32 }
    }

    /// Key frames of what moves some pixels in a time, and begins again.
    private static func moving(_ axis: String, by pixels: Int, milliseconds: Int) -> JSONValue {
        func frame(_ place: Int) -> JSONValue { .object([JSONMember(axis, .integer(place))]) }
        // Key frames continue with the second: the last one is where it begins.
        return [
            frame(-pixels), frame(0).setting("offset", to: .text("\(milliseconds - 1)ms")),
            frame(-pixels).setting("offset", to: "1ms"),
        ]
    }

    /// Key frames from the last of some levels of brightness to each of them, in so many milliseconds, again and again.
    private static func glowing(_ frames: (milliseconds: Int, percent: Int)...) -> JSONValue {
        let first: JSONValue = ["brightness": .integer(frames.last?.percent ?? 0)]
        return .list(
            [first]
                + frames.map { ["offset": .text("\($0.milliseconds)ms"), "brightness": .integer($0.percent)] })
    }

    /// A picture by its pixels, side by side and one below the other.
    private static func tiled(_ color: String, _ frames: JSONValue, isLit: (_ x: Int, _ y: Int) -> Bool) -> JSONValue {
        let rows = (0..<32).map { y in String((0..<64).map { x in isLit(x, y) ? "#" : "." }) }
        func area(width: Int) -> JSONValue { ["x": 0, "y": 0, "width": .integer(width), "height": 32] }
        let picture: JSONValue = [
            "pixels": .text(rows.joined(separator: "\n")), "color": .text(color), "area": area(width: 64),
            "copies": ["count": 8, "x": 64],
        ]
        return [
            "parts": [picture], "area": area(width: 512), "copies": ["count": 5, "y": 32], "key-frames": frames,
        ]
    }
}

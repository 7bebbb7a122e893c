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
        let (drawn, weather) = (drawing(), overlay())

        let isKept = chart != nil || progress != nil || (push == 0 && repeats == nil && markup != "")
        let stands = icon != nil && (tag == nil || isKept)
        let line = stands ? markup : [tag, markup].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
        let isText =
            text.members?.count == 1 && offset == nil && chart == nil && progress == nil && drawn.isEmpty
            && weather.isEmpty
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
        put("parts", .list(back + drawn + [body].compactMap { $0 } + weather))
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

    /// What may fall over everything else: its colour, the rows of a drop, and the milliseconds that it falls 32 rows in.
    private static let overlays: [String: (color: String, rows: Int, time: Int)] = [
        "drizzle": ("#4080ff", 1, 1_600), "rain": ("#4080ff", 2, 800), "storm": ("#4080ff", 3, 400),
        "snow": ("#ffffff", 1, 4_000),
    ]

    /// Rain or snow that repeats every 32 rows: copies of a picture of 64x32 pixels, side by side and one below the other.
    private mutating func overlay() -> [JSONValue] {
        guard let (color, length, time) = value("overlay", { $0.word.flatMap { Self.overlays[$0] } }) else { return [] }
        let rows = (0..<32).map { y in
            // A drop in every third column.
            String((0..<64).map { x in x % 3 == 0 && (y + 32 - (x * 37 + 11) % 32) % 32 < length ? "#" : "." })
        }
        func area(width: Int) -> JSONValue { ["x": 0, "y": 0, "width": .integer(width), "height": 32] }
        let picture: JSONValue = [
            "pixels": .text(rows.joined(separator: "\n")), "color": .text(color), "area": area(width: 64),
            "copies": ["count": 8, "x": 64],
        ]
        return [
            [
                "parts": [picture], "area": area(width: 512), "copies": ["count": 5, "y": 32],
                "key-frames": [["y": -32], ["offset": .text("\(time)ms"), "y": 0]],
            ]
        ]
    }
}

import Marquee
import PixelGraphics
import Settings
import Timelines

extension SignPart {
    /// Reads the keys of a part; nil if it has no content, and other wrong values have their defaults.
    init?(_ fields: inout SignFields, _ context: PartContext) {
        let given = Self.contentKeys.filter { fields.has($0) }
        for key in Self.contentKeys { fields.accept(key) }
        let content = Self.content(given, &fields, context)
        let name = fields.name()
        let area = fields.partArea()
        let corner = fields.optionalPixel("position")
        if fields.has("area") { _ = fields.excludes("area", ["position"]) }
        let keyFrames = SignKeyFrames.reading(&fields, jumps: context.sign.style.reducesMotion)
        let copies = Self.copies(&fields)
        let time = Self.time(&fields)
        let cues = Self.cues(&fields, context)
        guard let content else { return nil }
        self.init(content)
        (self.name, self.area, self.corner) = (name ?? nil, area ?? nil, corner ?? nil)
        (self.keyFrames, self.copies, self.cues) = (keyFrames ?? nil, copies ?? Copies(), cues ?? [])
        if let time { (delay, tempo, ticks) = time }
        place.place = given.first.flatMap { fields.keyPlace(of: $0) }
    }

    // MARK: - Time

    private static func time(_ fields: inout SignFields) -> (Nanoseconds, SignTempo, SignTicks?)? {
        let delay = fields.parsed("delay", expected: "a time such as 0.5s", default: .zero, SignFields.time)
        let tempo = fields.parsed("tempo", expected: SignTempo.words, default: .usual, SignTempo.read)
        let ticks = SignTicks.reading("ticks", &fields)
        guard let delay, let tempo, let ticks else { return nil }
        return (delay, tempo, ticks)
    }

    private static func copies(_ fields: inout SignFields) -> Copies? {
        fields.accept("copies")
        guard fields.has("copies") else { return Copies() }
        return fields.keys("copies", expected: "count, delay, and the step x, y from one to the next") { fields in
            let count = fields.integer("count", in: 1...100)
            let delay = fields.parsed("delay", expected: "a time such as 0.1s", default: .zero, SignFields.time)
            let x = fields.integer("x", in: -4096...4096, default: 0)
            let y = fields.integer("y", in: -4096...4096, default: 0)
            guard let count, let delay, let x, let y else { return nil }
            return Copies(count: count, delay: delay, step: Point(x: x, y: y))
        }
    }

    private static func cues(_ fields: inout SignFields, _ context: PartContext) -> [SignCue]? {
        fields.accept("cues")
        guard fields.has("cues") else { return [] }
        guard !context.takesTurns else {
            fields.note(.part(.cueInTurns), at: fields.keyPlace(of: "cues"))
            return nil
        }
        return fields.list("cues", expected: "a list of cues, each with a name and ticks", most: 100) { fields in
            let name = fields.parsed("name", expected: "the name of a cue") { $0.isEmpty ? .wrongType : .value($0) }
            let ticks = SignTicks.reading("ticks", &fields)
            let words = "when it is due, such as 1s or {from: 0s, every: 1s}"
            guard fields.has("ticks") else {
                fields.noteProblem(.missingKey("ticks", expected: words), at: nil)
                return nil
            }
            guard let name, let ticks = ticks ?? nil else { return nil }
            return SignCue(name: name, ticks: ticks, place: FilePlace(place: fields.place(of: "name")))
        }
    }

    // MARK: - What it shows

    private static func content(_ given: [String], _ fields: inout SignFields, _ context: PartContext) -> Kind? {
        guard let key = given.first else {
            fields.note(.part(.noContent(keys: contentKeys)), at: nil)
            return nil
        }
        let isAlone = given.count == 1 || fields.excludes(key, Array(given.dropFirst()))
        let content: Kind? =
            switch key {
            case "text": text(&fields, context)
            case "image": image(&fields)
            case "shape": SignShape(&fields, color: context.color).map { .shape($0) }
            case "pixels": pixels(&fields, context)
            case "items": items(&fields, context)
            case "clock": clock(&fields, context)
            case "analog-clock": analogClock(&fields)
            case "turns": turns(&fields, context)
            default: SignParts.reading("parts", &fields, context.deeper()).map { .parts($0) }
            }
        return isAlone ? content : nil
    }

    private static func text(_ fields: inout SignFields, _ context: PartContext) -> Kind? {
        .text(message(&fields, context))
    }

    /// Reads a text with its look.
    static func message(_ fields: inout SignFields, _ context: PartContext) -> SignMessage {
        let text = SignMessage.text(&fields, expected: "a text")
        var message = SignMessage.style(&fields, context: context.sign)
        message.text = text ?? ""
        message.places.text = fields.place(of: "text")
        message.places.comment = fields.comment(behind: "text")
        message.readMarkup(&fields, context: context.sign)
        return message
    }

    private static func image(_ fields: inout SignFields) -> Kind? {
        let given = fields.line("image", expected: "the path of a PNG or GIF file")
        let path = given.flatMap { given -> String? in
            guard FieldBraces.are(in: given) else { return given }
            fields.note(.fieldOutsideText(given), at: fields.place(of: "image"))
            return nil
        }
        guard let path, let (align, verticalAlign) = alignment(&fields) else { return nil }
        return .image(path: path, align: align, verticalAlign: verticalAlign)
    }

    private static func pixels(_ fields: inout SignFields, _ context: PartContext) -> Kind? {
        let pixels = SignPixelArt(&fields, color: context.color)
        guard let (align, verticalAlign) = alignment(&fields), let pixels else { return nil }
        return .pixels(pixels, align: align, verticalAlign: verticalAlign)
    }

    private static func alignment(_ fields: inout SignFields) -> (HorizontalAlignment, VerticalAlignment)? {
        let align = fields.choice("align", default: HorizontalAlignment.center)
        let verticalAlign = fields.choice("valign", default: VerticalAlignment.middle)
        guard let align, let verticalAlign else { return nil }
        return (align, verticalAlign)
    }

    private static func clock(_ fields: inout SignFields, _ context: PartContext) -> Kind? {
        let pattern = fields.parsed(
            "clock",
            expected:
                "a pattern such as HH:mm, H:mm:ss, h:mm a or dd.MM.yyyy (write others as a text: \"{clock PATTERN}\")"
        ) { text in DigitalClockPattern(text).map { .value($0) } ?? .wrongType }
        let blinks = fields.flag("blink", default: false)
        let isAligned = fields.has("align")
        var look = SignMessage.style(&fields, context: context.sign)
        guard let pattern, let blinks else { return nil }
        if !isAligned { look.align = .center }
        return .clock(pattern, look: look, blinks: blinks)
    }

    private static func turns(_ fields: inout SignFields, _ context: PartContext) -> Kind? {
        let parts = SignParts.reading("turns", &fields, context.deeper(takesTurns: true))
        let order = fields.choice("order", of: [("in-turn", 0), ("random", 1), ("shuffle", 2)], default: 0)
        let seed = fields.integer("seed", in: 0...Int(Int32.max), default: 1)
        guard let parts, let order, let seed else { return nil }
        let orders: [SelectionOrder] = [.inTurn, .random(seed: UInt64(seed)), .shuffled(seed: UInt64(seed))]
        return .turns(parts, order: orders[order])
    }

    private static func analogClock(_ fields: inout SignFields) -> Kind? {
        let style = fields.keys("analog-clock", expected: "its colours: face, rim, marks, hour, minute, second") {
            fields -> AnalogClock.Style? in
            var style = AnalogClock.Style()
            let face = fields.optionalColor("face")
            let rim = fields.optionalColor("rim")
            let marks = fields.optionalColor("marks")
            let hour = fields.color("hour", default: .white)
            let minute = fields.color("minute", default: .white)
            let second = fields.optionalColor("second")
            let width = fields.integer("hour-width", in: 1...64, default: 2)
            guard let face, let rim, let marks, let hour, let minute, let second, let width else { return nil }
            (style.face, style.rim, style.marks) = (face, rim, marks)
            style.hour = AnalogClock.Hand(hour, length: 52, width: width)
            style.minute = AnalogClock.Hand(minute, length: 80)
            style.second = second.map { AnalogClock.Hand($0, length: 80, tail: 20) }
            return style
        }
        return style.map { .analogClock($0) }
    }

    private static func items(_ fields: inout SignFields, _ context: PartContext) -> Kind? {
        let isScrolled = fields.has("scroll")
        var look = SignMessage.style(&fields, context: context.sign)
        if !isScrolled { look.scroll = .always }
        look.spacing = look.spacing ?? 4
        var inner = context
        inner.sign.style = look
        inner.sign.style.background = nil
        let items = fields.list(
            "items", expected: "a list of items, each with a text or pixels", textKey: "text", most: 500,
            keepsOthers: true
        ) { SignItem(&$0, inner) }
        return items.map { .items($0, look: look) }
    }
}

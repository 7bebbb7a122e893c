import LiveValues
import Marquee
import PixelGraphics
import Settings
import Timelines

extension SignPart.Copies {
    /// Reads the keys of copies; what is wrong has its default.
    fileprivate init(_ fields: inout SignFields) {
        count = fields.value("count", as: .integer(in: 1...100)) ?? 1
        fields.read("delay", as: .time("a time such as 0.1s"), into: &delay)
        fields.read("x", in: -4096...4096, into: &step.x)
        fields.read("y", in: -4096...4096, into: &step.y)
    }
}

extension SignPart {
    /// Reads the keys of a part; nil if it has no content, and other wrong values have their defaults.
    init?(_ fields: inout SignFields, _ outer: SignContext) {
        let given = Self.contentKeys.filter { fields.has($0) }
        for key in Self.contentKeys { fields.accept(key) }
        var box = SignBox()
        box.read(&fields, outer)
        var context = outer
        (context.listAxis, context.isHead) = (nil, false)
        if let each = box.each { context = context.repeated(for: each.field) }
        let content = Self.content(given, &fields, context, &box)
        var read = SignPart(content ?? .parts([]))
        read.box = box
        fields.read("name", as: .name, into: &read.name)
        fields.readArea(places: -4096...4096, extents: 1...4096, into: &read.area)
        fields.readPixel("position", into: &read.corner)
        fields.excludes("area", ["position"])
        read.keyFrames = SignKeyFrames.reading(&fields, jumps: context.style.reducesMotion)
        let expected = "count, delay, and the step x, y from one to the next"
        fields.readKeys("copies", expected: expected, into: &read.copies) { Copies(&$0) }
        fields.read("delay", as: .time("a time such as 0.5s"), into: &read.delay)
        fields.read("tempo", as: SignTempo.form, into: &read.tempo)
        SignTicks.read("ticks", &fields, into: &read.ticks)
        read.cues = Self.cues(&fields, context)
        ValueCondition.read(&fields, context, into: &read.conditions)
        guard content != nil else { return nil }
        read.place.place = given.first.flatMap { fields.keyPlace(of: $0) }
        self = read
    }

    private static func cues(_ fields: inout SignFields, _ context: SignContext) -> [SignCue] {
        fields.accept("cues")
        guard fields.has("cues") else { return [] }
        guard !context.takesTurns else {
            fields.record(.part(.cueInTurns), at: fields.keyPlace(of: "cues"))
            return []
        }
        let cues = fields.list("cues", expected: "a list of cues, each with a name and ticks", maximum: 100) {
            fields -> SignCue? in
            let name = fields.value("name", as: .nonEmpty("the name of a cue"))
            var ticks: SignTicks?
            SignTicks.read("ticks", &fields, into: &ticks)
            let words = "when it is due, such as 1s or {from: 0s, every: 1s}"
            guard fields.has("ticks") else {
                fields.recordProblem(.missingKey("ticks", expected: words), at: nil)
                return nil
            }
            guard let name, let ticks else { return nil }
            return SignCue(name: name, ticks: ticks, place: FilePlace(place: fields.place(of: "name")))
        }
        return cues ?? []
    }

    // MARK: - What it shows

    private static func content(
        _ given: [String], _ fields: inout SignFields, _ context: SignContext, _ box: inout SignBox
    ) -> Kind? {
        guard let key = given.first else {
            // One that only takes space.
            if fields.has("width") || fields.has("height") { return .parts([]) }
            fields.record(.part(.noContent(keys: contentKeys)), at: nil)
            return nil
        }
        let isAlone = fields.excludes(key, Array(given.dropFirst()))
        let content: Kind? =
            switch key {
            case "text": .text(message(&fields, context, &box))
            case "image": image(&fields, context)
            case "shape": shape(&fields, context)
            case "bar": SignBar(&fields, context.chartColors, context.names).map { .bar($0) }
            case "plot": SignPlot(&fields, context.chartColors, context.names).map { .plot($0) }
            case "pixels": pixels(&fields, context)
            case "items": items(&fields, context, &box)
            case "clock": clock(&fields, context)
            case "analog-clock": analogClock(&fields)
            case "turns": turns(&fields, context)
            case "parts": list("parts", &fields, context.deeper()).map { .parts($0) }
            default: list(key, &fields, context, look: SignLook(&fields, context), &box)
            }
        return isAlone ? content : nil
    }

    private static func message(
        _ fields: inout SignFields, _ context: SignContext, _ box: inout SignBox
    ) -> SignMessage {
        var message = message(&fields, context)
        if box.each != nil, fields.has("overflow") {
            (box.overflow, message.look.overflow) = (message.look.overflow, context.style.overflow)
        }
        return message
    }

    /// Reads a text with its look.
    static func message(_ fields: inout SignFields, _ context: SignContext) -> SignMessage {
        let text = SignMessage.text(&fields, expected: "a text")
        var message = SignMessage(text ?? "")
        message.look = SignLook(&fields, context)
        message.calendar = context.calendar
        message.places.text = fields.place(of: "text")
        message.places.comment = fields.comment(behind: "text")
        message.readMarkup(&fields, context: context)
        return message
    }

    private static func image(_ fields: inout SignFields, _ context: SignContext) -> Kind? {
        let image = SignImage(&fields, context.names)
        let (align, verticalAlign) = alignment(&fields)
        return image.map { .image($0, align: align, verticalAlign: verticalAlign) }
    }

    private static func shape(_ fields: inout SignFields, _ context: SignContext) -> Kind? {
        let field = context.style.colorFields.color
        return SignShape(&fields, color: context.color, field: field, context.names).map { .shape($0) }
    }

    private static func pixels(_ fields: inout SignFields, _ context: SignContext) -> Kind? {
        let pixels = SignPixelArt(&fields, color: context.color)
        let (align, verticalAlign) = alignment(&fields)
        return pixels.map { .pixels($0, align: align, verticalAlign: verticalAlign) }
    }

    private static func alignment(_ fields: inout SignFields) -> (HorizontalAlignment, VerticalAlignment) {
        var (align, verticalAlign) = (HorizontalAlignment.center, VerticalAlignment.middle)
        fields.read("align", into: &align)
        fields.read("valign", into: &verticalAlign)
        return (align, verticalAlign)
    }

    private static func clock(_ fields: inout SignFields, _ context: SignContext) -> Kind? {
        let pattern = fields.value(
            "clock",
            as: .text(
                "a pattern such as HH:mm, H:mm:ss, h:mm a or dd.MM.yyyy (write others as a text: \"{clock PATTERN}\")"
            ) { DigitalClockPattern($0) })
        var blinks = false
        fields.read("blink", into: &blinks)
        let isAligned = fields.has("align")
        var look = SignLook(&fields, context)
        if !isAligned { look.motion.align = .center }
        return pattern.map { .clock($0, look: look, blinks: blinks) }
    }

    private static func turns(_ fields: inout SignFields, _ context: SignContext) -> Kind? {
        let parts = list("turns", &fields, context.deeper(takesTurns: true))
        var order = 0
        var seed = 1
        fields.read("order", as: .word(of: [("in-turn", 0), ("random", 1), ("shuffle", 2)]), into: &order)
        fields.read("seed", in: 0...Int(Int32.max), into: &seed)
        let orders: [SelectionOrder] = [.inTurn, .random(seed: UInt64(seed)), .shuffled(seed: UInt64(seed))]
        return parts.map { .turns($0, order: orders[order]) }
    }

    private static func analogClock(_ fields: inout SignFields) -> Kind? {
        let style = fields.keys("analog-clock", expected: "its colours: face, rim, marks, hour, minute, second") {
            fields -> AnalogClock.Style? in
            var style = AnalogClock.Style()
            var (hour, minute, width) = (Color.white, Color.white, 2)
            var second: Color?
            fields.read("face", into: &style.face)
            fields.read("rim", into: &style.rim)
            fields.read("marks", into: &style.marks)
            fields.read("hour", into: &hour)
            fields.read("minute", into: &minute)
            fields.read("second", into: &second)
            fields.read("hour-width", in: 1...64, into: &width)
            style.hour = AnalogClock.Hand(hour, length: 52, width: width)
            style.minute = AnalogClock.Hand(minute, length: 80)
            style.second = second.map { AnalogClock.Hand($0, length: 80, tail: 20) }
            return style
        }
        return style.map { .analogClock($0) }
    }

    private static func items(
        _ fields: inout SignFields, _ context: SignContext, _ box: inout SignBox
    ) -> Kind? {
        let isScrolled = fields.has("scroll")
        var look = SignLook(&fields, context)
        if !isScrolled { look.motion.scroll = .always }
        look.spacing = look.spacing ?? 4
        var inner = context
        inner.style = look
        inner.style.letters.background = nil
        inner.style.colorFields.background = nil
        let items = fields.list(
            "items", expected: "a list of items, each with a text or pixels", textKey: "text", maximum: 500,
            keepsOthers: true
        ) { SignPart(item: &$0, inner) }
        box.overflow = .scroll
        return items.map { .list(SignList(axis: .horizontal, parts: $0, look: look, isLine: true)) }
    }
}

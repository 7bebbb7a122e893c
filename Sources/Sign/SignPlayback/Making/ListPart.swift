import LiveValues
import Marquee
import PixelGraphics
import Settings
import SignFiles

/// A part of a list as the file describes it, with what follows from that alone: found once for all elements and all layouts.
final class ListPart {
    /// The part, and what of it is asked for most.
    let given: SignPart
    let box: SignBox
    let content: SignPart.Kind
    let look: SignLook?
    /// The axis of the rows or columns that it is; nil for other parts.
    let axis: Box.Axis?
    /// The parts of those.
    let parts: [ListPart]
    /// Whether it has no time, motion or copies of its own.
    let isPlain: Bool
    /// Whether values or times are in it.
    let hasFields: Bool
    let followsTheClock: Bool
    /// Where it stands in the file.
    let place: TextPlace?
    /// The names of the values that it shows itself.
    let sources: [String]
    /// The names of the values that alone decide what it shows, in some order, with the conditions of the parts in it; nil where
    /// something else does, too: the time, images that are still to be loaded.
    let names: [String]?
    /// The conditions of the parts in it.
    let conditions: [[ValueCondition]]
    private let isInRows: Bool

    /// - Parameter axis: that of the rows or columns that it is in.
    init(_ part: SignPart, in axis: Box.Axis = .vertical) {
        let list = part.listed
        let parts = (list?.parts ?? []).map { ListPart($0, in: list?.axis ?? .vertical) }
        (given, box, content, look, self.axis) = (part, part.box, part.content, part.look, list?.axis)
        self.parts = parts
        (isPlain, hasFields, followsTheClock, place) = (
            part.isPlain, part.hasFields, part.followsTheClock, part.place.place
        )
        let values = (part.numbers + part.colorValues).map(\.name)
        sources = Array(Set(part.texts.flatMap(\.markup.sources) + values))
        let plotted =
            if case .plot(let plot) = content { [plot.values.field?.name].compactMap { $0 } } else { [String]() }
        let isAlone = parts.allSatisfy { $0.names != nil && $0.box.each == nil }
        names =
            part.hasOtherInputs || !isAlone
            ? nil : Array(Set(sources + plotted + parts.flatMap { $0.names ?? [] }))
        conditions = parts.flatMap { [$0.given.conditions] + $0.conditions }.filter { !$0.isEmpty }
        isInRows = axis == .vertical
    }

    /// What is repeated for each element.
    private(set) lazy var element: ListPart = {
        var part = given
        part.box.each = nil
        // It is the elements together that turn pages or scroll.
        if isInRows { part.box.overflow = nil }
        return ListPart(part)
    }()

    /// The parts before each group of elements.
    private(set) lazy var head: [ListPart] = (given.box.each?.head ?? []).map { ListPart($0) }

    /// The same without anything in it or behind it.
    private(set) lazy var emptied: ListPart = {
        var part = SignPart(.parts([]))
        (part.box.width, part.box.height) = (box.width, box.height)
        return ListPart(part)
    }()

    /// Gives its box its extents, and its place across a list with a look.
    func describe(_ box: inout Box, in axis: Box.Axis, look outer: SignLook?) {
        (box.width, box.height, box.padding) = (self.box.width, self.box.height, self.box.padding)
        let motion = (look ?? outer)?.motion
        var (align, verticalAlign) = (motion?.align ?? .left, motion?.verticalAlign ?? .middle)
        switch content {
        case .image(_, let own, let verticalOwn), .pixels(_, let own, let verticalOwn):
            (align, verticalAlign) = (own, verticalOwn)
        default: break
        }
        let places: (start: Bool, end: Bool) =
            axis == .horizontal
            ? (verticalAlign == .top, verticalAlign == .bottom) : (align == .left, align == .right)
        box.place = places.start ? .start : places.end ? .end : .middle
    }

    /// The space that it has in a list: in rows texts are as small as the smallest font unless their height is given.
    ///
    /// - Parameter given: the rows that it has in rows where those are known.
    func space(in space: Size, axis: Box.Axis, height given: Int? = nil) -> Size {
        var (width, height) = (space.width, axis == .vertical ? min(space.height, 8) : space.height)
        if case .pixels(let pixels) = box.width { width = pixels }
        if case .pixels(let pixels) = box.height { height = pixels }
        if case .fill = box.height, let given { height = given }
        return Size(width: width - 2 * box.padding.width, height: height - 2 * box.padding.height)
    }
}

extension SignPart {
    /// The rows or columns that it is; nil for other parts.
    var listed: SignList? { if case .list(let list) = content { list } else { nil } }

    /// How its texts look; nil for what has none.
    var look: SignLook? {
        switch content {
        case .text(let message): message.look
        case .clock(_, let look, _): look
        case .list(let list): list.look
        case .image, .shape, .bar, .plot, .pixels, .analogClock, .turns, .parts: nil
        }
    }

    /// Its letters' colour; black for what has none, so that a box behind it is seen on mono panels, too.
    var color: Color { look.map { $0.letters.color ?? .white } ?? .black }

    /// Whether it has no time, motion or copies of its own.
    fileprivate var isPlain: Bool {
        delay == .zero && tempo == .default && ticks == nil && keyFrames == nil && copies.count == 1 && cues.isEmpty
    }

    /// Whether values or times are in it, or an image, which may become another one.
    var hasFields: Bool {
        if case .plot = content { return true }
        return box.each != nil || !conditions.isEmpty || !numbers.isEmpty || !colorValues.isEmpty || image != nil
            || texts.contains { $0.markup.hasFields }
            || inner.contains(where: \.hasFields)
    }

    /// Whether something else than its values decides what it shows itself.
    fileprivate var hasOtherInputs: Bool {
        guard isPlain, box.overflow == nil, box.each == nil else { return true }
        switch content {
        case .text(let message): return !message.markup.times.isEmpty || message.image != nil
        case .plot, .pixels, .shape, .bar, .list: return false
        case .parts(let parts): return !parts.isEmpty
        case .image, .clock, .analogClock, .turns: return true
        }
    }
}

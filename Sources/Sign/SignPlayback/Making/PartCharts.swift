import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// Parts that draw numbers.
extension PartsConstruction {
    /// A bar that follows its values.
    func bar(_ given: SignBar, size: Size) -> any Content {
        let bar = Bar(given.style, size: size)
        let refresh = { [maker] in
            let state = given.state(in: maker.scope)
            bar.show(state.share, color: state.color, background: state.background)
        }
        refresh()
        if !given.fields.isEmpty || !given.colors.fields.all.isEmpty { refreshers.append { _ in refresh() } }
        return bar
    }

    /// A plot that follows its values.
    func plot(_ given: SignPlot, size: Size) -> any Content {
        let plot = Plot(given.form, size: size)
        var automatic = PlotRange()
        var shown: (list: LiveValue?, range: ClosedRange<Double>?, colors: ChartColors)?
        let refresh = { [maker] in
            let list = given.values.list(in: maker.scope)
            let (range, colors) = (given.fixedRange(in: maker.scope), given.colors.resolved(in: maker.scope))
            // Long lists that are the same ones are not read again.
            if let shown, shown == (list, range, colors) { return }
            shown = (list, range, colors)
            let numbers = SignPlot.numbers(of: list) ?? []
            let found = given.range == nil ? automatic.take(numbers, base: given.form == .bars ? 0 : nil) : range
            plot.show(
                found == nil ? [] : numbers, range: found ?? 0...1, background: colors.background,
                color: colors.color(of:))
        }
        refresh()
        if given.follows { refreshers.append { _ in refresh() } }
        return plot
    }

    /// A shape in the colour that its value gives it.
    func shape(_ given: SignShape, size: Size) -> any Content {
        let make = { [maker] in
            var shape = given
            shape.color = given.colorField?.color(in: maker.scope) ?? given.color
            return Still(shape.strip(size))
        }
        return follow([given.colorField].compactMap { $0 }, by: make(), make)
    }

    /// Content that is replaced when a value changes its colours.
    ///
    /// The old content stays if the new one cannot be made.
    func follow(
        _ colors: [ValueField], by content: any Content, _ make: @escaping () -> (any Content)?
    ) -> any Content {
        guard !colors.isEmpty else { return content }
        let remade = RemadeContent(content)
        let read = { [maker] in colors.map { $0.color(in: maker.scope) } }
        var shown = read()
        refreshers.append { _ in
            let now = read()
            guard now != shown, let content = make() else { return }
            shown = now
            remade.content = content
        }
        return remade
    }
}

/// Content that another one takes the place of.
final class RemadeContent: Content {
    var content: any Content {
        // The revision does not go back.
        didSet { earlierRevisions += oldValue.revision + 1 }
    }
    private var earlierRevisions = 0
    var revision: Int { earlierRevisions + content.revision }

    init(_ content: any Content) { self.content = content }

    func draw(at instant: Instant, into frame: inout Frame) { content.draw(at: instant, into: &frame) }

    func nextChange(after instant: Instant) -> Instant? { content.nextChange(after: instant) }
}

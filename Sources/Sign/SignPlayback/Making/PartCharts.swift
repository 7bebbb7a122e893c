import Marquee
import PixelGraphics
import SignFiles

/// Parts that draw numbers.
extension PartsConstruction {
    /// A bar that follows its values.
    func bar(_ given: SignBar, size: Size) -> any Content {
        let bar = Bar(given.style, size: size)
        let refresh = { [maker] in
            let state = given.state(in: maker.scope)
            bar.show(state.share, color: state.color)
        }
        refresh()
        if !given.fields.isEmpty { refreshers.append { _ in refresh() } }
        return bar
    }
}

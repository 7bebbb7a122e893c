/// How a frame becomes a picture for people.
package enum PanelStyle: String, CaseIterable, Hashable, Sendable {
    /// One image pixel for each LED, in the canvas's exact colours; brightness is ignored.
    case pixels
    /// Like a real panel: round LEDs on black with a soft glow, as bright as the frame says.
    case leds
    /// One image pixel for each LED, as bright as the panel can make it: depth and brightness as they arrive, relative
    /// luminance as sRGB has it.
    ///
    /// Painters take frames whose colours are these already.
    case levels
}

import ArgumentParser
import ImageFiles

/// What `--style` takes: how a frame becomes a picture, or the picture that a display engine scans out for it.
enum PictureStyle: String, CaseIterable, ExpressibleByArgument {
    case pixels, leds, levels, scanout

    /// The style of frames; nil for what is no picture of the panel.
    var panelStyle: PanelStyle? { PanelStyle(rawValue: rawValue) }
}

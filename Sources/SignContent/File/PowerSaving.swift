import Marquee
import PixelGraphics
import Timelines

/// Whether a sign looks anew less often, so that it needs less power.
public enum PowerSaving: String, CaseIterable, Equatable, Sendable {
    /// Once a second while it is dimmed below 20 percent, once a minute while it is dark.
    case auto
    /// Once a minute.
    case always
    /// Never: at every tick.
    case never
}

extension Cadence {
    /// How often clocks and parts of a sign may look anew (behaviour E2); what they cannot keep true they hide.
    init(brightness: Brightness, saving: PowerSaving) {
        switch saving {
        case .auto: self.init(brightness: brightness)
        case .always: self = .minutes
        case .never: self = .live
        }
    }
}

import Marquee
import PixelGraphics
import SignFiles
import Timelines

extension Cadence {
    /// How often clocks and parts of a sign are updated (behaviour E2); they hide what would be out of date.
    init(brightness: Brightness, saving: PowerSaving) {
        switch saving {
        case .auto where brightness.percent == 0: self = .minutes
        case .auto: self = brightness.percent < 20 ? .seconds : .live
        case .always: self = .minutes
        case .never: self = .live
        }
    }
}

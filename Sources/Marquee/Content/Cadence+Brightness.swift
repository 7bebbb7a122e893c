import PixelGraphics
import Timelines

extension Cadence {
    /// The cadence of a sign that is dimmed or saves power: full up to 20 percent of brightness, then once a second, and
    /// once a minute where power is saved or the sign is dark.
    public init(brightness: Brightness, savesPower: Bool = false) {
        if savesPower || brightness.percent == 0 {
            self = .minutes
        } else {
            self = brightness.percent < 20 ? .seconds : .live
        }
    }
}

import NetworkPixels
import PixelGraphics
import SignFiles

/// What the thread `pixels` needs to know.
package struct PixelConfiguration: Sendable {
    package var settings: PixelSettings
    /// The extent of the zone.
    package var size: Size
    /// The version of the program, which senders can ask for.
    package var version: String
    /// The port of each protocol; 0 for any free one.
    package var ports: @Sendable (PixelProtocol) -> UInt16 = { $0.port ?? 0 }

    package init(_ settings: PixelSettings, size: Size, version: String) {
        (self.settings, self.size, self.version) = (settings, size, version)
    }

    /// How the receiver takes pixels.
    package var options: PixelReceiver.Options {
        var options = PixelReceiver.Options(size: size)
        options.order =
            switch settings.order {
            case .rows: .rows
            case .serpentine: .serpentine
            case .columns: .columns
            case .serpentineColumns: .serpentineColumns
            }
        options.universe = settings.universe
        options.artNetUniverse = settings.artNetUniverse
        options.coding =
            switch settings.coding {
            case .rgb: .rgb
            case .rgbw: .rgbw
            }
        options.universePixels = settings.universePixels
        options.universeChannels = settings.universeChannels
        options.timeout = settings.timeout
        return options
    }
}

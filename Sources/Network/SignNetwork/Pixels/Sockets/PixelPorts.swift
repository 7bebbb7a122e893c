import NetworkPixels
import SignFiles
import Timelines

/// Whether the ports of a sign's protocols can be had, for those who look before it runs.
package enum PixelPorts {
    /// Why ports, and why groups cannot be had; nil where all is well.
    package static func problems(_ settings: PixelSettings) -> (ports: String?, groups: String?) {
        var sockets = PixelSockets(
            settings, universes: settings.universe...settings.universe, ports: { $0.port ?? 0 }, at: .zero)
        _ = sockets.step(at: .zero)
        return (sockets.portProblem, sockets.groupProblem)
    }
}

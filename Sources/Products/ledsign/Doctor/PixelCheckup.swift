import LinuxHardware
import SignFiles
import SignPixels

/// Checks whether pixels can come from the network to a sign file that takes them.
struct PixelCheckup {
    /// The settings under `pixels`.
    let settings: PixelSettings

    /// One finding for all ports, and one for the groups of E1.31.
    var findings: [Finding] {
        let errors = PixelPorts.problems(settings)
        guard errors.isEmpty else {
            return [
                .warning(
                    "pixel-ports", errors.joined(separator: "; "),
                    means: "these pixels do not come; it is tried every 5 s",
                    fix: [.advice("end the program that has the port, or leave the protocol out (pixels: protocols)")])
            ]
        }
        let names = settings.protocols.map(\.rawValue).joined(separator: ", ")
        return [.ok("pixel-ports", names.isEmpty ? "pixels come by HTTP alone" : "pixels can come by \(names)")]
    }
}

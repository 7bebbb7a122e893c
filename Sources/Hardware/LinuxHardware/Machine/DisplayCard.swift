/// A card of the kernel's graphics: a display engine with its connectors.
package struct DisplayCard: Equatable, Sendable {
    /// An output of a card.
    package struct Connector: Equatable, Sendable {
        /// The name, such as "DPI-1" or "HDMI-A-1".
        package var name: String
        /// Whether something is connected, in the kernel's word; nil where it does not tell.
        package var status: String? = "connected"
        /// The modes that are listed, such as "1920x1080", in the kernel's order.
        package var modes: [String] = []

        /// Whether it sends pictures to GPIO lines.
        package var isDPI: Bool { name.hasPrefix("DPI-") }
    }

    /// The device file.
    package var path: String
    /// The driver, such as "vc4-drm"; nil where unknown.
    package var driver: String?
    /// The outputs.
    package var connectors: [Connector] = []
    /// The names of the frame buffers on which the kernel draws its console, such as "fb0".
    package var frameBuffers: [String] = []

    /// The output to GPIO lines; nil where the card has none.
    package var dpi: Connector? { connectors.first(where: \.isDPI) }

    /// Reads what sysfs says about the cards, in the order of their numbers.
    ///
    /// A connector is a folder `card1-DPI-1`; the folder `graphics` of the card's device has its frame buffers (kernel:
    /// drivers/gpu/drm/drm_sysfs.c, drivers/video/fbdev/core/fbsysfs.c).
    static func read(_ files: MachineFiles) -> [DisplayCard] {
        let names = files.names(in: "/sys/class/drm", prefix: "card")
        return names.filter { Int($0.dropFirst("card".count)) != nil }.map { card in
            let folder = "/sys/class/drm/"
            let device = folder + card + "/device"
            let connectors = names.filter { $0.hasPrefix(card + "-") }.map { name in
                let modes = (files.text("\(folder)\(name)/modes") ?? "").split(separator: "\n").map(String.init)
                return Connector(
                    name: String(name.dropFirst(card.utf8.count + 1)), status: files.word("\(folder)\(name)/status"),
                    modes: modes)
            }
            return DisplayCard(
                path: "/dev/dri/" + card, driver: files.text(device + "/uevent")?.line(after: "DRIVER="),
                connectors: connectors,
                frameBuffers: files.names(in: device + "/graphics", prefix: "fb"))
        }
    }
}

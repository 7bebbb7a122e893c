import CDisplayEngine
import Glibc
import PanelDrivers

/// A kind of connector that pictures are scanned out to.
package enum DisplayConnector: CaseIterable, Hashable, Sendable {
    /// The parallel one on GPIO lines.
    case dpi
    /// That of an emulated display, for tests.
    case virtual

    /// The kernel's number of it.
    var number: UInt32 {
        switch self {
        case .dpi: UInt32(display_connector_dpi)
        case .virtual: UInt32(display_connector_virtual)
        }
    }

    /// What the kernel calls it.
    var name: String {
        switch self {
        case .dpi: "DPI"
        case .virtual: "Virtual"
        }
    }

    /// The folder in which the kernel lists cards, such as card1, and their connectors, such as card1-DPI-1.
    static let folder = "/sys/class/drm"

    /// The device file of the card with such a connector; no card is opened, as that may make it ours for a moment.
    ///
    /// - Throws: if there is no card, or none has the connector.
    func card() throws(HardwareError) -> String {
        let names = SystemFacts.names(in: Self.folder, prefix: "card")
        guard let connector = names.first(where: { $0.contains("-\(name)-") }) else {
            let present = names.filter { $0.contains("-") }
            throw names.isEmpty ? HardwareError.missingCard() : HardwareError.missingConnector(self, present: present)
        }
        return "/dev/dri/" + connector.prefix { $0 != "-" }
    }

    /// Whether the kernel has a text console on a card: when the last program lets go of the card, it comes back.
    static func hasConsole(card path: String) -> Bool {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return access("\(folder)/\(name)/device/graphics", F_OK) == 0
    }
}

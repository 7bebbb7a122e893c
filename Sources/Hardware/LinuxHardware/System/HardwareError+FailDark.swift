import PanelDrivers

/// The errors of devices, each with its fix; every folder adds those of its devices.
extension HardwareError {
    /// The steps that let a user open a device file.
    static func fixOfOwnership(_ owner: SystemFacts.Ownership) -> String {
        if !owner.groupMayUse || owner.group == "root" {
            return "only root can open the file: use sudo, or a udev rule that gives it to one of your groups"
        }
        if owner.isMember {
            return "\(owner.user) joined the group \(owner.group) after logging in: log out and in again"
        }
        return "its group is \(owner.group): sudo usermod -aG \(owner.group) \(owner.user), then log out and in again"
    }

    /// The guardian, which could not be prepared or started.
    static func failDark(_ operation: String, code: Int32) -> HardwareError {
        HardwareError(operation: operation, path: "the guardian that makes the panel dark", code: code)
    }
}

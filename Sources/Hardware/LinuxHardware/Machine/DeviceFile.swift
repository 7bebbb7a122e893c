import Glibc
import PanelDrivers

extension Machine {
    /// A device file, and who may use it.
    package struct DeviceFile: Equatable, Sendable {
        package var path: String
        /// Whether this process may read and write it.
        package var mayUse = true
        /// The name of its group; nil where unknown.
        package var group: String?
        /// Whether members of the group may read and write.
        package var groupMayUse = true
        /// Whether the user database has the user in the group.
        package var isMember = false
    }
}

extension Machine.DeviceFile {
    /// A file of this machine; nil if it is missing.
    static func find(_ path: String) -> Machine.DeviceFile? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let group = getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)"
        let primaryGroup = getpwuid(geteuid())?.pointee.pw_gid
        return Machine.DeviceFile(
            path: path, mayUse: faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0, group: group,
            groupMayUse: status.st_mode & 0o060 == 0o060,
            isMember: isMember(MachineFiles.userName, of: status.st_gid, primaryGroup: primaryGroup))
    }

    private static func isMember(_ user: String, of group: gid_t, primaryGroup: gid_t?) -> Bool {
        var groups = [gid_t](repeating: 0, count: 1024)
        var count = Int32(groups.count)
        guard let primaryGroup, getgrouplist(user, primaryGroup, &groups, &count) >= 0 else { return false }
        return groups[..<Int(count)].contains(group)
    }
}

/// The errors of device files, each with its fix; every folder adds those of its devices.
extension HardwareError {
    /// A device file that cannot be opened, and the step that lets this user open it.
    ///
    /// - Parameter fix: for other errors.
    static func opening(_ path: String, code: Int32, fix: String? = nil) -> HardwareError {
        let fix: String? =
            switch code {
            case EACCES: Machine.DeviceFile.find(path).map { fixOfOwnership($0, user: MachineFiles.userName) }
            case EPERM: "in a container, give it the device: --device \(path)"
            default: fix
            }
        return HardwareError(operation: "open", path: path, code: code, fix: fix)
    }

    /// The step that lets a user open a device file.
    static func fixOfOwnership(_ device: Machine.DeviceFile, user: String) -> String {
        guard let group = device.group, device.groupMayUse, group != "root" else {
            return "only root can open the file: use sudo, or a udev rule that gives it to one of your groups"
        }
        if device.isMember { return "\(user) joined the group \(group) after logging in: log out and in again" }
        return "its group is \(group): sudo usermod -aG \(group) \(user), then log out and in again"
    }
}

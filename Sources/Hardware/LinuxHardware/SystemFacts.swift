import Glibc
import LinuxSystem
import PanelDrivers
import Timelines

/// Facts about device files, for error messages that name a fix.
enum SystemFacts {
    /// The owner of a device file and the current user.
    struct Ownership: Equatable {
        /// The name of the group that owns the file; its number where it has no name.
        let group: String
        /// Whether members of the group may read and write.
        let groupMayUse: Bool
        /// The name of the user of this process.
        let user: String
        /// Whether the user database has the user in the group, although this process lacks it.
        let isMember: Bool
    }

    /// Follows a few symbolic links in the last part of a path, without resolving the folders before it.
    ///
    /// realpath(3) would do more, but under umockdev it damages the heap where a device is a link out of its folder.
    static func resolved(_ path: String) -> String {
        var path = path
        for _ in 0..<8 {
            var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = bytes.withUnsafeMutableBytes { room in
                room.baseAddress.map { readlink(path, $0, room.count) } ?? -1
            }
            guard count > 0 else { break }
            let target = String(decoding: bytes.prefix(count), as: UTF8.self)
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            path = target.hasPrefix("/") ? target : folder + target
        }
        return path
    }

    /// The file in which a Raspberry Pi's buses are enabled.
    static var configurationFile: String {
        let old = "/boot/config.txt"
        let new = "/boot/firmware/config.txt"
        return access(new, F_OK) != 0 && access(old, F_OK) == 0 ? old : new
    }

    /// The names in /dev with a prefix, sorted by length and then by letters, so that 10 comes after 9.
    static func devices(prefix: String) -> [String] {
        names(in: "/dev", prefix: prefix).map { "/dev/" + $0 }
    }

    /// The names in a folder with a prefix, in the same order; none where there is no such folder.
    static func names(in folder: String, prefix: String) -> [String] {
        let names = ((try? Folder.names(in: folder)) ?? []).filter { $0.hasPrefix(prefix) }
        return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// The size of the SPI driver's buffer; nil if unknown.
    static var spiBufferSize: Int? {
        let path = "/sys/module/spidev/parameters/bufsiz"
        guard let bytes = try? RegularFile.beginning(path: path, maximum: 32) else { return nil }
        let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// What the device tree calls this machine, such as "Raspberry Pi 5 Model B Rev 1.0"; nil if it says nothing.
    static var model: String? {
        guard let bytes = try? RegularFile.beginning(path: "/proc/device-tree/model", maximum: 256) else { return nil }
        // The text ends with a zero.
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// Whether the kernel's driver of a chip keeps the levels of released outputs.
    ///
    /// A parameter of the drivers for the Raspberry Pi's chips; drivers without it do not.
    static func keepsOutputs(ofChip label: String) -> Bool {
        let module = label == "pinctrl-rp1" ? "pinctrl_rp1" : "pinctrl_bcm2835"
        let path = "/sys/module/\(module)/parameters/persist_gpio_outputs"
        guard RaspberryPiHeader.chipLabels.contains(label) else { return false }
        return (try? RegularFile.beginning(path: path, maximum: 1)) == [UInt8(ascii: "Y")]
    }

    /// Who may open a file; nil if unknown.
    static func ownership(of path: String) -> Ownership? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let entry = getgrgid(status.st_gid)
        let group = entry.map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)"
        let account = getpwuid(geteuid())
        let user = account.map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
        return Ownership(
            group: group, groupMayUse: status.st_mode & 0o060 == 0o060, user: user,
            isMember: isMember(user, of: status.st_gid, primaryGroup: account?.pointee.pw_gid))
    }

    private static func isMember(_ user: String, of group: gid_t, primaryGroup: gid_t?) -> Bool {
        var groups = [gid_t](repeating: 0, count: 1024)
        var count = Int32(groups.count)
        guard let primaryGroup, getgrouplist(user, primaryGroup, &groups, &count) >= 0 else { return false }
        return groups[..<Int(count)].contains(group)
    }
}

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
}

/// The kernel's CLOCK_MONOTONIC: never steps, does not count suspended time (clock_gettime(2)).
public struct SystemMonotonicClock: MonotonicClock, Sendable {
    /// Creates a reader of the clock; all of them show the same time.
    public init() {}

    /// The present instant; a read costs tens of nanoseconds and does not allocate.
    public var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .zero + .seconds(Int64(time.tv_sec)) + Nanoseconds(Int64(time.tv_nsec))
    }
}

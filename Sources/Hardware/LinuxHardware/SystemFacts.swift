import Glibc
import LinuxSystem
import PanelDrivers
import Timelines

/// Facts about device files, for error messages that name a fix.
enum SystemFacts {
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

    /// The name of the user of this process; the number of a user without one.
    static var userName: String { getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())" }
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

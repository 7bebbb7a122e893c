import CGPIOLines
import Glibc
import LinuxSystem
import PanelDrivers
import Timelines

/// The files of a machine beneath a folder that stands for its root; "" is this machine itself.
struct MachineFiles {
    /// The files of this machine.
    static let here = MachineFiles(root: "")

    /// The folder, without a slash at its end.
    let root: String

    /// Takes a folder as the root.
    init(root: String) {
        self.root = String(root.reversed().drop { $0 == "/" }.reversed())
    }

    /// The bytes of a file up to a limit; nil if it cannot be read.
    func bytes(_ path: String, maximum: Int = 1 << 16) -> [UInt8]? {
        try? RegularFile.beginning(path: root + path, maximum: maximum)
    }

    /// The text of a file up to its first zero; nil if it cannot be read.
    func text(_ path: String) -> String? {
        bytes(path).map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The text of a file without blanks at its ends; nil if it cannot be read or is empty.
    func word(_ path: String) -> String? {
        text(path).map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The number that a file holds.
    func number(_ path: String) -> Int? { word(path).flatMap { Int($0) } }

    /// Whether there is a file or folder of that path.
    func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

    /// The names in a folder with a prefix, sorted by length and then by letters, so that 10 comes after 9.
    func names(in folder: String, prefix: String = "") -> [String] {
        let names = ((try? Folder.names(in: root + folder)) ?? []).filter { $0.hasPrefix(prefix) }
        return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// The device files whose names have a prefix, in the same order.
    func devices(prefix: String) -> [String] { names(in: "/dev", prefix: prefix).map { "/dev/" + $0 } }

    /// The folder from which a Raspberry Pi starts.
    var bootFolder: String {
        !exists("/boot/firmware/config.txt") && exists("/boot/config.txt") ? "/boot" : "/boot/firmware"
    }

    /// The file in which a Raspberry Pi's buses are enabled.
    var configurationFile: String { bootFolder + "/config.txt" }

    /// The size of the SPI driver's buffer; nil if unknown.
    var spiBufferSize: Int? { number("/sys/module/spidev/parameters/bufsiz") }

    /// Whether the kernel's driver of a chip keeps the levels of released outputs; nil for drivers without that choice.
    ///
    /// A parameter of the drivers for the Raspberry Pi's chips. A kernel for all models has both drivers.
    func keptOutputs(ofChip label: String) -> Bool? {
        guard RaspberryPiHeader.chipLabels.contains(label) else { return nil }
        let module = label == "pinctrl-rp1" ? "pinctrl_rp1" : "pinctrl_bcm2835"
        return word("/sys/module/\(module)/parameters/persist_gpio_outputs").map { ["Y", "y", "1"].contains($0) }
    }

    /// Whether released outputs of a chip keep their levels, as far as its driver says so.
    func keepsOutputs(ofChip label: String) -> Bool { keptOutputs(ofChip: label) == true }
}

/// State machines.
extension MachineFiles {
    /// The device file of the state machines.
    static let stateMachines = "/dev/pio0"

    /// Whether this is a machine whose header has state machines.
    var hasStateMachines: Bool { word("/proc/device-tree/model").flatMap(GPIOBlock.init(model:)) == .rp1 }

    /// Whether the program of panels fits into their memory, or is there already; nil where they cannot be opened.
    ///
    /// Nothing is loaded.
    var hasRoomForStateMachine: Bool? {
        let file = Self.open(root + Self.stateMachines)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return linux_pio_has_room(file, UInt32(PIOProgram.instructions.count))
    }
}

/// Paths, and the user of this process.
extension MachineFiles {
    /// Follows a few symbolic links in the last part of a path, without resolving the folders before it.
    ///
    /// realpath(3) would do more, but under umockdev it damages the heap where a device is a link out of its folder.
    static func resolved(_ path: String) -> String {
        var path = path
        for _ in 0..<8 {
            guard let target = Folder.target(ofLink: path) else { break }
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            path = target.hasPrefix("/") ? target : folder + target
        }
        return path
    }

    /// Opens a file to read and write it, whatever signals come; -1 with `errno` if it cannot be opened.
    static func open(_ path: String, _ flags: Int32 = 0) -> Int32 {
        while true {
            let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | flags)
            if descriptor >= 0 || errno != EINTR { return descriptor }
        }
    }

    /// The name of the user of this process; the number of a user without one.
    static var userName: String { getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())" }
}

extension String {
    /// The text without blanks at its ends.
    var trimmed: String {
        let end = lastIndex { !$0.isWhitespace }
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end else { return "" }
        return String(self[start...end])
    }

    /// What follows a prefix in the first line that begins with it; nil without such a line.
    func line(after prefix: String) -> String? {
        split(separator: "\n").first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// The text in an array of C characters, which ends with a zero.
    init<Characters>(cArray: Characters) {
        self = withUnsafeBytes(of: cArray) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
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

import Foundation

/// A folder that programs see in place of /dev, /sys, /boot and /proc/device-tree when they run with the model of the kernel's GPIO and SPI
/// interfaces between them and the C library (`preload/model.h`).
///
/// The folder goes away with the value.
public final class KernelModel {
    /// A GPIO chip.
    public struct Chip {
        let name: String
        let label: String
        let lines: Int
        let names: [Int: String]
        let used: [Int: String]
        let keepsOutputs: Bool

        /// Describes a chip: /dev/`name`, the names of lines and who holds which.
        ///
        /// - Parameter keepsOutputs: whether lines keep their levels when they are released; otherwise they become
        ///   inputs, pulled up from 0 to 8 and down from 9.
        public init(
            name: String = "gpiochip0", label: String = "pinctrl-bcm2711", lines: Int = 58, names: [Int: String] = [:],
            used: [Int: String] = [:], keepsOutputs: Bool = true
        ) {
            self.name = name
            self.label = label
            self.lines = lines
            self.names = names
            self.used = used
            self.keepsOutputs = keepsOutputs
        }
    }

    /// The folder.
    public let folder: URL

    /// Makes the folder.
    ///
    /// - Parameters:
    ///   - chips: GPIO chips; their names are like gpiochip0.
    ///   - spiDevices: names of SPI devices, like spidev0.0.
    ///   - bufferSize: the buffer of the SPI driver; nil where it is unknown, and 4096.
    ///   - memory: names of files of registers, like gpiomem, and their lengths; they are full of zeros at first.
    ///   - stateMachines: the fault of state machines, /dev/pio0, such as none (`preload/model.h`); nil where there are none.
    ///   - model: what the device tree calls the machine.
    ///   - further: more lines of the description.
    public init(
        chips: [Chip] = [], spiDevices: [String] = [], bufferSize: Int? = nil, memory: [String: UInt64] = [:],
        stateMachines: String? = nil, model: String? = nil, further: [String] = []
    ) throws {
        // In memory, where there is such a folder: a log on a busy disk would be late.
        let inMemory = URL(fileURLWithPath: "/dev/shm")
        let place =
            access(inMemory.path, R_OK | W_OK | X_OK) == 0 ? inMemory : FileManager.default.temporaryDirectory
        folder = place.appendingPathComponent("kernel-model-\(UUID().uuidString)").resolvingSymlinksInPath()
        var description: [String] = []
        try makeFolder("dev")
        try makeFolder("requests")
        for (index, chip) in chips.enumerated() {
            description.append("chip \(chip.name) \(chip.lines) \(chip.label)")
            for (offset, name) in chip.names.sorted(by: { $0.key < $1.key }) {
                description.append("line \(chip.name) \(offset) \(name)")
            }
            for (offset, consumer) in chip.used.sorted(by: { $0.key < $1.key }) {
                description.append("used \(chip.name) \(offset) \(consumer)")
            }
            if !chip.keepsOutputs { description.append("forgetful \(chip.name)") }
            let module = chip.label == "pinctrl-rp1" ? "pinctrl_rp1" : "pinctrl_bcm2835"
            try add(
                "sys/module/\(module)/parameters/persist_gpio_outputs", chip.keepsOutputs ? "Y\n" : "N\n")
            try add("dev/\(chip.name)", "")
            try addSystemFiles(chip: chip.name, number: "254:\(index)")
        }
        for name in spiDevices {
            description.append("spi \(name)")
            try add("dev/\(name)", "")
        }
        for (name, length) in memory {
            description.append("memory \(name)")
            try add("dev/\(name)", "")
            let file = try FileHandle(forUpdating: folder.appendingPathComponent("dev/\(name)"))
            try file.truncate(atOffset: length)
            try file.close()
        }
        if let stateMachines {
            description.append("pio pio0 27000000 \(stateMachines)")
            try add("dev/pio0", "")
        }
        if let model { try add("proc/device-tree/model", model + "\0") }
        if let bufferSize {
            description.append("bufsiz \(bufferSize)")
            try add("sys/module/spidev/parameters/bufsiz", "\(bufferSize)\n")
        }
        try add("description", (description + further).map { $0 + "\n" }.joined())
        try add("log", "")
    }

    deinit {
        // Guardians keep holding lines where the model's kernel does not keep outputs.
        for process in (try? processes()) ?? [] { kill(process.number, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Lets every program that is started from now on wait at its very beginning, until the value that is returned goes away.
    public func holdStarts() throws -> HeldStarts { try HeldStarts(folder.appendingPathComponent("hold")) }

    /// Whether a process holds lines: the lock of their file is not free.
    public func isAnythingHeld() throws -> Bool {
        let requests = folder.appendingPathComponent("requests")
        return try FileManager.default.contentsOfDirectory(atPath: requests.path).contains { name in
            let descriptor = open(requests.appendingPathComponent(name).path, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            return flock(descriptor, LOCK_EX | LOCK_NB) != 0
        }
    }

    /// The processes that see this model, and the words of their command lines.
    public func processes() throws -> [(number: pid_t, arguments: [String])] {
        let mark = "LEDSIGN_KERNEL_MODEL=\(folder.path)"
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.sorted()
            .compactMap { number in
                func words(_ file: String) -> [String] {
                    guard let data = FileManager.default.contents(atPath: "/proc/\(number)/\(file)") else { return [] }
                    return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
                }
                guard words("environ").contains(mark) else { return nil }
                return (number, words("cmdline"))
            }
    }

    /// What a program's environment needs to see the model.
    public func environment() throws -> [String: String] {
        ["LD_PRELOAD": try Self.library.get().path, "LEDSIGN_KERNEL_MODEL": folder.path]
    }

    /// What the kernel says of its clock, from now on.
    public enum Clock: String, Sendable {
        /// A time service keeps it right.
        case synchronised
        /// No time service has set it.
        case unsynchronised
        /// No answer: the call is denied.
        case denied
    }

    /// Lets the kernel say something of its clock from now on, instead of what the machine's own kernel says.
    public func setClock(_ clock: Clock) throws {
        try Data(clock.rawValue.utf8).write(to: folder.appendingPathComponent("clock"), options: .atomic)
    }

    /// Adds a file that programs see at the root of the file system, such as "boot/config.txt".
    public func add(_ path: String, _ content: String) throws {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: url)
    }

    /// Adds a symbolic link, such as "dev/gpiochip4" to "gpiochip0".
    public func addLink(_ path: String, to target: String) throws {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
    }

    /// Reads a register of a file of registers, at an offset in bytes.
    public func register(_ offset: UInt64, of name: String) throws -> UInt32 {
        let file = try FileHandle(forReadingFrom: folder.appendingPathComponent("dev/\(name)"))
        defer { try? file.close() }
        try file.seek(toOffset: offset)
        let bytes = try file.read(upToCount: 4) ?? Data()
        return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Writes a register before a program maps it.
    public func setRegister(_ offset: UInt64, of name: String, to value: UInt32) throws {
        let file = try FileHandle(forUpdating: folder.appendingPathComponent("dev/\(name)"))
        defer { try? file.close() }
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data((0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }))
    }

    /// The words that were sent to state machines, in order.
    public func words() throws -> [UInt32] {
        let file = folder.appendingPathComponent("pio0.words")
        guard let data = FileManager.default.contents(atPath: file.path) else { return [] }
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self).littleEndian }
        }
    }

    /// What programs asked of the devices, in order.
    public func log() throws -> [KernelRequest] {
        let text = String(decoding: try Data(contentsOf: folder.appendingPathComponent("log")), as: UTF8.self)
        // A line may be on its way.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap { line in
            line.isEmpty ? nil : KernelRequest(line: String(line))
        }
    }

    /// The requests of the log from a byte on, which becomes the first byte after them.
    public func log(from place: inout UInt64) throws -> [KernelRequest] {
        let file = try FileHandle(forReadingFrom: folder.appendingPathComponent("log"))
        defer { try? file.close() }
        try file.seek(toOffset: place)
        let bytes = try file.readToEnd() ?? Data()
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        let lines = bytes[...end]
        place += UInt64(lines.count)
        return lines.split(separator: UInt8(ascii: "\n")).map {
            KernelRequest(line: String(decoding: $0, as: UTF8.self))
        }
    }

    /// The files that libgpiod 1.6 and 2 read to check whether a file is a GPIO chip.
    private func addSystemFiles(chip: String, number: String) throws {
        try add("sys/bus/gpio/devices/\(chip)/dev", number + "\n")
        try addLink("sys/dev/char/\(number)/subsystem", to: "../../../bus/gpio")
    }

    private func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent(path), withIntermediateDirectories: true)
    }

    /// The library, compiled once for this process.
    private static let library = Result { try compile() }

    private static func compile() throws -> URL {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("preload")
        let files = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".c") }
        let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let library = products.appendingPathComponent("libkernel-model.so")
        let made = products.appendingPathComponent("libkernel-model-\(getpid()).so")
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.currentDirectoryURL = sources
        compiler.arguments = ["cc", "-std=gnu11", "-O1", "-shared", "-fPIC", "-o", made.path] + files + ["-ldl"]
        try compiler.run()
        compiler.waitUntilExit()
        // Other test processes may be using the old one.
        guard compiler.terminationStatus == 0, rename(made.path, library.path) == 0 else { throw CompilerError() }
        return library
    }
}

/// The C compiler did not make the library.
struct CompilerError: Error {}

/// Programs that see a model wait at their beginning as long as this lives (`preload/hold.c`).
public final class HeldStarts {
    private let descriptor: Int32

    init(_ file: URL) throws {
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { close(descriptor) }
}

import CGPIOLines
import Glibc
import PanelDrivers

/// An SPI device of the kernel's spidev driver, /dev/spidevB.C: mode 0, 8 bits per word, most significant bit first.
///
/// The file is open while the value exists.
public struct SPIDeviceFile: SPIDevice, ~Copyable {
    /// The error of a system call.
    public typealias Failure = HardwareError

    /// The path of the device file.
    public let path: String
    /// Shared with the signal handlers and the guardian, which make the panel dark in place of this process; nil without them.
    ///
    /// Sending beats, and fails with ECANCELED when the process is dying.
    package var watch: RefreshWatch?
    /// The size of the driver's buffer in bytes.
    private let bufferSize: Int
    private let clockRate: Int
    private let descriptor: Int32
    /// Room for the most transfers of a call; only the bytes, the lengths and the chip select change.
    private let transfers: UnsafeMutablePointer<spi_ioc_transfer>

    /// Opens a device file such as /dev/spidev0.0 and sets it up; /dev/spidev10.*, the boot memory of a Raspberry Pi 5, is refused.
    ///
    /// - Parameter clockRate: hertz, from 1; the controller takes the next lower rate that it can make.
    /// - Throws: an error that names the fix: the line that enables the bus, the group to join.
    public init(path: String, clockRate: Int) throws(HardwareError) {
        let descriptor = try Self.open(path)
        do throws(HardwareError) {
            try Self.setUp(descriptor, path: path, clockRate: clockRate)
        } catch {
            close(descriptor)
            throw error
        }
        self.path = path
        self.descriptor = descriptor
        self.clockRate = clockRate
        bufferSize = MachineFiles.here.spiBufferSize ?? Self.defaultBufferSize
        transfers = .allocate(capacity: Self.maximumTransfers)
        transfers.initialize(repeating: spi_ioc_transfer(), count: Self.maximumTransfers)
    }

    deinit {
        close(descriptor)
        transfers.deallocate()
    }

    /// Sends the transfers by one system call, SPI_IOC_MESSAGE, or by as few as its limits allow.
    ///
    /// Between two transfers the kernel raises chip select for 10 us. Does not allocate.
    public mutating func send(_ message: SPIMessage) throws(HardwareError) {
        if message.isEmpty { return }
        let length = message.transferLength
        let perCall = Self.transfersPerCall(ofLength: length, bufferSize: bufferSize)
        guard perCall > 0 else {
            throw HardwareError(
                operation: "send to", path: path, code: EMSGSIZE,
                reason: "a transfer of \(length) byte\(length == 1 ? "" : "s") does not fit the kernel's SPI buffer of "
                    + "\(bufferSize)",
                fix: Self.fixOfBuffer(Self.room(forLength: length)))
        }
        let count = message.transfers
        let code = message.withBytes { bytes in
            var first = 0
            while first < count {
                let start = UInt(bitPattern: bytes.baseAddress) + UInt(first * length)
                let code = call(start, length, min(perCall, count - first))
                if code != 0 { return code }
                first += perCall
            }
            return Int32(0)
        }
        guard code != 0 else { return }
        let fix: String? =
            switch code {
            case EMSGSIZE: Self.fixOfBuffer(max(bufferSize, Self.defaultBufferSize) * 2)
            case ENOTTY: "it is not an SPI device"
            case ESHUTDOWN, ENODEV: "its driver is gone: reboot; dmesg | grep spi shows why"
            default: nil
            }
        throw HardwareError(operation: "send to", path: path, code: code, fix: fix)
    }

    /// How another process makes the chips dark: by opening the device itself.
    ///
    /// - Parameter stop: what makes the chips dark.
    package func darkPlan(stop: SPIMessage) -> DarkPlan {
        DarkPlan(
            lines: nil,
            action: .spi(
                descriptor: descriptor, path: path, clockRate: UInt32(clamping: clockRate), stop: stop,
                perCall: transfersPerCall(ofLength: stop.transferLength)))
    }

    /// The transfers that the driver's buffer and the kernel's limit of 511 allow; at least 1.
    public func transfersPerCall(ofLength length: Int) -> Int {
        max(Self.transfersPerCall(ofLength: length, bufferSize: bufferSize), 1)
    }

    /// Makes one call; returns 0 or the error number.
    private func call(_ bytes: UInt, _ length: Int, _ count: Int) -> Int32 {
        for index in 0..<count {
            transfers[index].tx_buf = UInt64(bytes + UInt(index * length))
            transfers[index].len = UInt32(length)
            // On the last transfer it has the opposite effect: it keeps chip select low.
            transfers[index].cs_change = index < count - 1 ? 1 : 0
        }
        if let watch {
            watch.beat()
            if watch.isAbandoned { return ECANCELED }
        }
        while linux_spi_send(descriptor, transfers, UInt32(count)) < 0 {
            if errno != EINTR { return errno }
        }
        return 0
    }

    private static func open(_ path: String) throws(HardwareError) -> Int32 {
        // The kernel would take the part before it.
        if path.utf8.contains(0) { throw HardwareError.openingSPI(path, code: EINVAL) }
        for name in [path, MachineFiles.resolved(path)] where Self.isBootMemory(name) {
            throw HardwareError(
                operation: "open", path: path, code: EPERM,
                reason: "it is the boot memory of a Raspberry Pi 5, not a bus for panels",
                fix: "the header's buses are /dev/spidev0.0 and /dev/spidev0.1, and /dev/spidev1.0 to /dev/spidev1.2")
        }
        let descriptor = MachineFiles.open(path)
        guard descriptor >= 0 else { throw HardwareError.openingSPI(path, code: errno) }
        return descriptor
    }

    /// Sets mode, word length and clock rate; devices that only replay a recording answer ENOTTY.
    private static func setUp(_ descriptor: Int32, path: String, clockRate: Int) throws(HardwareError) {
        func failure(_ operation: String, code: Int32 = errno, fix: String? = nil) -> HardwareError {
            HardwareError(operation: operation, path: path, code: code, fix: fix)
        }
        let fix = "\(clockRate) Hz was requested; panels take 100 kHz to 10 MHz"
        guard let rate = UInt32(exactly: clockRate), rate > 0 else {
            throw failure("set the clock rate of", code: EINVAL, fix: fix)
        }
        if linux_spi_set_mode(descriptor, 0) != 0, errno != ENOTTY { throw failure("set SPI mode 0 of") }
        if linux_spi_set_bits_per_word(descriptor, 8) != 0, errno != ENOTTY { throw failure("set 8 bits per word of") }
        if linux_spi_set_clock_rate(descriptor, rate) != 0, errno != ENOTTY {
            throw failure("set the clock rate of", fix: fix)
        }
    }
}

/// How the transfers of a message are distributed over system calls.
///
/// One call takes at most 511 transfers, and their bytes have to fit the driver's buffer, each transfer rounded up to
/// the alignment of DMA on 64-bit ARM (drivers/spi/spidev.c: ARCH_DMA_MINALIGN). Other processors round to less; then there is a
/// call more than there must be, never one that is refused.
extension SPIDeviceFile {
    /// The multiple to which the length of a transfer is rounded up.
    static let alignment = 128
    /// The size of the driver's buffer where it was not configured (drivers/spi/spidev.c).
    static let defaultBufferSize = 4096
    /// The most transfers of one call, whatever their length.
    static let maximumTransfers = 511

    /// The bytes that a transfer takes up in the buffer.
    static func room(forLength length: Int) -> Int {
        guard length <= Int.max - alignment else { return .max }
        return (max(length, 1) + alignment - 1) / alignment * alignment
    }

    /// The transfers of that length that one call takes; 0 where not even one fits.
    static func transfersPerCall(ofLength length: Int, bufferSize: Int) -> Int {
        min(max(bufferSize, 0) / room(forLength: length), maximumTransfers)
    }

    private static func fixOfBuffer(_ size: Int) -> String {
        "add spidev.bufsiz=\(size) to the one line of /boot/firmware/cmdline.txt and reboot"
    }
}

/// Names of SPI device files.
extension SPIDeviceFile {
    /// The bus and the chip select in the last part of a path, spidevB.C; nil if it has another form.
    static func numbers(in path: String) -> (bus: Int, chipSelect: Int)? {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasPrefix("spidev") else { return nil }
        let numbers = name.dropFirst("spidev".count).split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 2, numbers.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
            let bus = Int(numbers[0]), let chipSelect = Int(numbers[1])
        else { return nil }
        return (bus, chipSelect)
    }

    /// Whether it is the memory that a Raspberry Pi 5 starts from: what is sent there can make the computer unusable.
    static func isBootMemory(_ path: String) -> Bool { numbers(in: path)?.bus == 10 }
}

/// Errors of SPI device files.
extension HardwareError {
    /// An SPI device file that cannot be opened.
    static func openingSPI(_ path: String, code: Int32) -> HardwareError {
        let fix: String? =
            switch code {
            case ENOENT:
                missingSPI(
                    path, configurationFile: MachineFiles.here.configurationFile,
                    present: MachineFiles.here.devices(prefix: "spidev"))
            case ENODEV, ENXIO: "its driver is gone: reboot; dmesg | grep spi shows why"
            default: nil
            }
        return opening(path, code: code, fix: fix)
    }

    /// The fix for a missing SPI device file.
    static func missingSPI(_ path: String, configurationFile: String, present: [String]) -> String {
        guard let name = SPIDeviceFile.numbers(in: path) else {
            return "SPI devices are called /dev/spidevB.C, for chip select C of bus B"
        }
        let maximum = name.bus == 0 ? 1 : 2
        guard name.chipSelect <= maximum else {
            return "bus \(name.bus) of a Raspberry Pi has the chip selects 0 to \(maximum)"
        }
        let line = name.bus == 0 ? "dtparam=spi=on" : "dtoverlay=spi\(name.bus)-\(name.chipSelect + 1)cs"
        let others = present.filter { SPIDeviceFile.numbers(in: $0) != nil && !SPIDeviceFile.isBootMemory($0) }
        return "enable SPI: add the line \(line) to \(configurationFile) and reboot"
            + (others.isEmpty ? "" : "; enabled now: " + others.joined(separator: ", "))
    }
}

import CGPIOLines
import Glibc
import PanelDrivers

/// The registers of a GPIO block in this process's memory, while the value exists.
struct RegisterMapping: ~Copyable {
    /// The first register.
    let registers: UnsafeMutablePointer<UInt32>
    /// The device file that shows them.
    let path: String
    /// Their offset in the file, and the number of mapped bytes.
    let place, length: Int

    /// Maps the registers of a block: through the file for GPIO only, or if it is missing through /dev/mem.
    init(_ block: GPIOBlock) throws(HardwareError) {
        var path = block.deviceFile
        var offset = 0
        var descriptor = Self.open(path)
        let code = descriptor < 0 ? errno : 0
        // A file that the group gpio may not open is open to root, and /dev/mem is open to root only.
        if [ENOENT, ENODEV, ENXIO].contains(code) {
            path = "/dev/mem"
            offset = block.physicalAddress
            descriptor = Self.open(path)
            if descriptor < 0 { throw HardwareError.openingMemory(code: errno, instead: block.deviceFile) }
        } else if code != 0 {
            throw HardwareError.openingRegisters(path, code: code)
        }
        defer { close(descriptor) }
        let length = block.mappingLength
        let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset)
        guard let memory, memory != MAP_FAILED else {
            throw HardwareError.mappingRegisters(path, code: errno, instead: block.deviceFile)
        }
        registers = memory.bindMemory(to: UInt32.self, capacity: length / 4)
        self.path = path
        place = offset
        self.length = length
    }

    deinit {
        munmap(registers, length)
    }

    private static func open(_ path: String) -> Int32 {
        while true {
            // Of all of memory, O_SYNC asks for the part to be mapped without a cache.
            let descriptor = Glibc.open(path, O_RDWR | O_SYNC | O_CLOEXEC)
            if descriptor >= 0 || errno != EINTR { return descriptor }
        }
    }

    /// Reads the register at an offset in bytes.
    func read(_ offset: Int) -> UInt32 {
        linux_scan_read(registers, offset)
    }

    /// Writes the register at an offset in bytes.
    func write(_ offset: Int, _ value: UInt32) {
        linux_scan_write(registers, offset, value)
    }
}

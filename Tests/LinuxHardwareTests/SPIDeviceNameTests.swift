import PanelDrivers
import SignTestSupport
import Testing

@testable import LinuxHardware

@Suite struct SPIDeviceNameTests {
    @Test("the name gives bus and chip select", arguments: [("/dev/spidev0.0", 0, 0), ("spidev12.3", 12, 3)])
    func parts(path: String, bus: Int, chipSelect: Int) {
        let name = SPIDeviceFile.numbers(in: path)
        expectEqual(name?.bus, bus)
        expectEqual(name?.chipSelect, chipSelect)
    }

    @Test(
        "other names are rejected",
        arguments: [
            "", "/", "/dev/null", "/dev/spidev", "/dev/spidev0", "/dev/spidev0.", "/dev/spidev.0", "/dev/spidev0.0.0",
            "/dev/spidev-1.0", "/dev/spidev+1.0", "/dev/spidev0.x", "/dev/spidev99999999999999999999.0",
        ])
    func others(path: String) {
        #expect(SPIDeviceFile.numbers(in: path) == nil)
    }

    @Test("bus 10 is the boot memory of a Raspberry Pi 5, and no other bus is")
    func bootMemory() {
        for bus in 0..<20 {
            expectEqual(SPIDeviceFile.isBootMemory("/dev/spidev\(bus).0"), bus == 10)
        }
    }

    @Test("a path that would hide bus 10 from the check is refused", arguments: ["/dev/spidev10.0\0", "\0"])
    func hiddenName(path: String) {
        var code: Int32?
        do throws(HardwareError) {
            _ = try SPIDeviceFile(path: path, clockRate: 1)
        } catch { code = error.code }
        expectEqual(code, 22)
    }
}

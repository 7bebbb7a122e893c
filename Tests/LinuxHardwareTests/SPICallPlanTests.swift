import SignTestSupport
import Testing

@testable import LinuxHardware

@Suite struct SPICallPlanTests {
    /// What drivers/spi/spidev.c accepts: the lengths, each rounded up to 128, add up to no more than the buffer.
    private func isAccepted(_ transfers: Int, of length: Int, bufferSize: Int) -> Bool {
        var total = 0
        for _ in 0..<transfers {
            total += length
            while total % 128 != 0 { total += 1 }
            if total > bufferSize { return false }
        }
        return transfers <= 511
    }

    @Test("a call takes as many transfers as the kernel accepts, and not one more, for every chain and many buffers")
    func fillsTheBuffer() {
        for bufferSize in [1, 127, 128, 129, 512, 4095, 4096, 4097, 16_384, 65_408, 65_536, 131_072] {
            for length in stride(from: 2, through: 510, by: 2) {
                let count = SPIDeviceFile.transfersPerCall(ofLength: length, bufferSize: bufferSize)
                #expect(isAccepted(count, of: length, bufferSize: bufferSize))
                #expect(!isAccepted(count + 1, of: length, bufferSize: bufferSize))
            }
        }
    }

    @Test(
        "with the usual 4096 bytes: eight transfers of 255 modules, 32 of one module",
        arguments: [(2, 32), (128, 32), (130, 16), (256, 16), (258, 10), (384, 10), (386, 8), (510, 8), (4096, 1)])
    func defaultBuffer(length: Int, transfers: Int) {
        expectEqual(SPIDeviceFile.transfersPerCall(ofLength: length, bufferSize: 4096), transfers)
    }

    @Test("a transfer that is longer than the buffer is in no call, whatever the numbers")
    func tooLong() {
        expectEqual(SPIDeviceFile.transfersPerCall(ofLength: 4097, bufferSize: 4096), 0)
        expectEqual(SPIDeviceFile.transfersPerCall(ofLength: .max, bufferSize: 4096), 0)
        expectEqual(SPIDeviceFile.transfersPerCall(ofLength: 1, bufferSize: -1), 0)
        expectEqual(SPIDeviceFile.transfersPerCall(ofLength: 1, bufferSize: .max), 511)
        expectEqual(SPIDeviceFile.transfersPerCall(ofLength: 0, bufferSize: .max), 511)
    }
}

import Foundation
import SignTestSupport
import Testing

/// The real program, and the SPI device that umockdev-run replays from a typed script.
@Suite struct ReplayedDeviceTests {
    /// Runs the probe with a device that expects some bytes: a word of the script for each transfer.
    private func run(_ transfers: [String], _ messages: String...) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("replay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let device = folder.appendingPathComponent("spi.umockdev")
        let script = folder.appendingPathComponent("spi.ioctl")
        let description = """
            P: /devices/platform/soc/fe204000.spi/spi_master/spi0/spi0.0/spidev/spidev0.0
            N: spidev0.0
            E: DEVNAME=/dev/spidev0.0
            E: SUBSYSTEM=spidev
            A: dev=153:0\\n

            """
        try Data(description.utf8).write(to: device)
        let lines = transfers.map { "TW \($0)\n" }.joined()
        try Data("@DEV /dev/spidev0.0 (SPI)\n\(lines)".utf8).write(to: script)
        return try HardwareProbe.run(
            [
                "umockdev-run", "-d", device.path, "-i", "/dev/spidev0.0=" + script.path, "--", HardwareProbe.path,
                "spi", "/dev/spidev0.0", "8000000",
            ] + messages)
    }

    @Test("the bytes that the script expects pass, although the device knows no mode, word length and clock rate")
    func rightBytes() throws {
        let outcome = try run(["0c010c01", "0a070a07", "01800100"], "0c010c01,0a070a07", "01800100")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.number(after: "allocations"), 0)
    }

    @Test("other bytes are an error of the device")
    func wrongBytes() throws {
        let outcome = try run(["0c01", "0a07"], "0c01,0a08")
        expectEqual(outcome.status, 1)
        // Newer umockdev-run has messages of its own before it, where there is no /sys.
        #expect(outcome.errors.hasSuffix("cannot send to /dev/spidev0.0: No message of desired type (error 42)\n"))
    }

    @Test("more bytes than the script has are an error of the device")
    func tooManyBytes() throws {
        let outcome = try run(["0c01", "0a07"], "0c01,0a07", "0180")
        expectEqual(outcome.status, 1)
        #expect(outcome.errors.hasSuffix("cannot send to /dev/spidev0.0: No such file or directory (error 2)\n"))
    }
}

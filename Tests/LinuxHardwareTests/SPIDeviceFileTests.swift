import KernelModel
import SignTestSupport
import Testing

/// The real program, and a model of the kernel's SPI driver.
@Suite struct SPIDeviceFileTests {
    private func run(_ model: KernelModel, _ messages: String..., path: String = "/dev/spidev0.0") throws -> Outcome {
        try HardwareProbe.run(
            [HardwareProbe.path, "spi", path, "8000000"] + messages, environment: try model.environment())
    }

    /// The errors of opening a device that a model does not let it open.
    private func openingErrors(_ path: String, on model: KernelModel) throws -> String {
        let outcome = try run(model, "00", path: path)
        expectEqual(outcome.status, 1)
        #expect(try model.log().isEmpty)
        return outcome.errors
    }

    @Test(
        "mode 0, 8 bits and the clock rate are set, and a message is one call that raises chip select between transfers"
    )
    func oneCall() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let outcome = try run(model, "0c01,0a07,0f00", "0180")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(
            model.log().map(\.description),
            [
                "spidev0.0 mode 0", "spidev0.0 bits 8", "spidev0.0 speed 8000000",
                "spidev0.0 message 0c01^0a07^0f00", "spidev0.0 message 0180",
            ])
    }

    @Test("sending allocates nothing after the first message")
    func allocatesNothing() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let outcome = try run(model, "0101", "0102,0203", "0103", "0104,0201,0300")
        expectEqual(outcome.number(after: "allocations"), 0)
        try expectEqual(model.log().count, 7)
    }

    @Test("eight transfers of 255 modules are one call; the ninth makes a second one")
    func fullBuffer() throws {
        let transfer = String(repeating: "0180", count: 255)
        for count in [8, 9, 17] {
            let model = try KernelModel(spiDevices: ["spidev0.0"])
            let outcome = try run(model, Array(repeating: transfer, count: count).joined(separator: ","))
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            let messages = try model.log().filter { $0.name == "message" }
            expectEqual(messages.count, (count + 7) / 8)
            expectEqual(messages.flatMap(\.transfers), Array(repeating: transfer, count: count))
            // Chip select stays low after a call that says so for its last transfer.
            #expect(messages.allSatisfy { !$0.description.contains("_") && !$0.description.hasSuffix("^") })
        }
    }

    @Test("the size of the driver's buffer is read from sysfs: a larger one takes more, a smaller one less")
    func bufferSize() throws {
        for (size, calls) in [(128, 40), (1024, 5), (65_536, 1)] {
            let model = try KernelModel(spiDevices: ["spidev0.0"], bufferSize: size)
            let outcome = try run(model, Array(repeating: "0180", count: 40).joined(separator: ","))
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            try expectEqual(model.log().filter { $0.name == "message" }.count, calls)
        }
    }

    @Test("a call takes 511 transfers at most, however large the buffer is")
    func maximumTransfers() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"], bufferSize: 1 << 20)
        let outcome = try run(model, Array(repeating: "0180", count: 512).joined(separator: ","))
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(model.log().filter { $0.name == "message" }.map(\.transfers.count), [511, 1])
    }

    @Test("a transfer that does not fit the buffer is an error with the kernel parameter that helps")
    func transferTooLong() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"], bufferSize: 256)
        let outcome = try run(model, String(repeating: "00", count: 300))
        expectEqual(
            outcome.errors,
            """
            cannot send to /dev/spidev0.0: a transfer of 300 bytes does not fit the kernel's SPI buffer of 256; add \
            spidev.bufsiz=384 to the one line of /boot/firmware/cmdline.txt and reboot

            """)
    }

    @Test("interrupted calls are repeated; other errors are thrown")
    func errors() throws {
        let interrupted = try KernelModel(
            spiDevices: ["spidev0.0"], further: ["answer spidev0.0 4", "answer spidev0.0 4"])
        try expectEqual(run(interrupted, "0101").status, 0)
        let messages = try interrupted.log().filter { $0.name == "message" }.map(\.description)
        expectEqual(
            messages, ["spidev0.0 message refused 4", "spidev0.0 message refused 4", "spidev0.0 message 0101"])

        let broken = try KernelModel(spiDevices: ["spidev0.0"], further: ["answer spidev0.0 5"])
        try expectEqual(run(broken, "0101").errors, "cannot send to /dev/spidev0.0: Input/output error (error 5)\n")
    }

    @Test("the boot memory of a Raspberry Pi 5 is refused before it is opened, also by another name")
    func bootMemory() throws {
        let model = try KernelModel(spiDevices: ["spidev10.0"])
        try model.addLink("dev/panel", to: "spidev10.0")
        for path in ["/dev/spidev10.0", "/dev/panel"] {
            #expect(try openingErrors(path, on: model).hasPrefix("cannot open \(path): it is the boot memory of"))
        }
    }

    @Test("a missing device names the line, the file of this system, and the present devices")
    func missing() throws {
        let model = try KernelModel(spiDevices: ["spidev0.1", "spidev10.0"])
        #expect(
            try openingErrors("/dev/spidev1.1", on: model).hasSuffix(
                """
                (error 2); enable SPI: add the line dtoverlay=spi1-2cs to /boot/firmware/config.txt and reboot; \
                enabled now: /dev/spidev0.1

                """))
        try model.add("boot/config.txt", "")
        #expect(try openingErrors("/dev/spidev0.0", on: model).contains("dtparam=spi=on to /boot/config.txt and"))
        try model.add("boot/firmware/config.txt", "")
        #expect(try openingErrors("/dev/spidev0.0", on: model).contains("spi=on to /boot/firmware/config.txt and"))
    }

    @Test("a device of another group names the group to join")
    func group() throws {
        // 20 is the group dialout of Debian; root is in no list of its members.
        let model = try KernelModel(
            spiDevices: ["spidev0.0"], further: ["group spidev0.0 20 660", "refuse spidev0.0 13"])
        #expect(
            try openingErrors("/dev/spidev0.0", on: model).contains(
                "(error 13); its group is dialout: sudo usermod -aG"))
    }
}

import Foundation
import KernelModel
import SignTestSupport
import Testing

/// Checks the model of the kernel with requests typed from linux/gpio.h and linux/spi/spidev.h, made by Python.
@Suite struct KernelModelTests {
    /// Definitions that the programs below share.
    private let prelude = """
        import errno, fcntl, os, struct
        def ask(file, number, argument):
            try: fcntl.ioctl(file, number, argument, True); return "ok"
            except OSError as error: return errno.errorcode[error.errno]
        def lines_v2(chip, offsets, flags, values=0, padding=0, consumer=b"python"):
            request = bytearray(592)
            struct.pack_into("%dI" % len(offsets), request, 0, *offsets)
            request[256:256 + len(consumer)] = consumer
            struct.pack_into("QI", request, 288, flags, 1)
            struct.pack_into("IIQQ", request, 320, 2, 0, values, 2 ** 64 - 1)
            struct.pack_into("IIII", request, 560, len(offsets), 0, padding, 0)
            return ask(chip, 0xc250b407, request), struct.unpack_from("i", request, 588)[0]
        def set_v2(lines, bits, mask): return ask(lines, 0xc010b40f, bytearray(struct.pack("QQ", bits, mask)))
        chip = os.open("/dev/gpiochip0", os.O_RDWR)

        """

    /// Runs a Python program under a model; returns the lines it prints.
    private func python(_ program: String, on model: KernelModel) throws -> [String] {
        let outcome = try HardwareProbe.run(["python3", "-c", prelude + program], environment: try model.environment())
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    private func model() throws -> KernelModel {
        try KernelModel(
            chips: [KernelModel.Chip(names: [17: "GPIO17"], used: [8: "spi0 CS0"])], spiDevices: ["spidev0.0"],
            bufferSize: 4096)
    }

    @Test("a chip and its lines tell name, label, number of lines, name and consumer")
    func information() throws {
        let program = """
            info = bytearray(68)
            print(ask(chip, 0x8044b401, info), info[:32].rstrip(b"\\0"), info[32:64].rstrip(b"\\0"), info[64])
            for offset in (17, 8, 58):
                line = bytearray(256)
                struct.pack_into("I", line, 64, offset)
                answer = ask(chip, 0xc100b405, line)
                flags = struct.unpack_from("Q", line, 72)[0]
                print(answer, line[:32].rstrip(b"\\0"), line[32:64].rstrip(b"\\0"), flags)
            line = bytearray(72)
            struct.pack_into("I", line, 0, 8)
            print(ask(chip, 0xc048b402, line), struct.unpack_from("I", line, 4)[0], line[40:72].rstrip(b"\\0"))
            # As a C int, whose sign is extended: the kernel looks at 32 bits.
            import ctypes
            print(ctypes.CDLL(None).ioctl(chip, ctypes.c_long(0xc100b405 - 2 ** 32), ctypes.create_string_buffer(256)))
            """
        try expectEqual(
            python(program, on: try model()),
            [
                "ok bytearray(b'gpiochip0') bytearray(b'pinctrl-bcm2711') 58",
                "ok bytearray(b'GPIO17') bytearray(b'') 4",
                "ok bytearray(b'') bytearray(b'spi0 CS0') 5",
                "EINVAL bytearray(b'') bytearray(b'') 0",
                "ok 1 bytearray(b'spi0 CS0')",
                "0",
            ])
    }

    @Test("version 2 of the interface: taken lines, wrong lines, padding, inputs, masks, release by closing")
    func version2() throws {
        let model = try model()
        let program = """
            answer, lines = lines_v2(chip, [17, 27, 4], 8, values=0b101)
            print(answer, lines_v2(chip, [27], 8)[0], lines_v2(chip, [8], 8)[0], lines_v2(chip, [58], 8)[0])
            print(lines_v2(chip, [1, 1], 8)[0], lines_v2(chip, [], 8)[0], lines_v2(chip, [1], 8, padding=1)[0])
            print(lines_v2(chip, [1], 4 | 8)[0], set_v2(lines, 0b010, 0b011), set_v2(lines, 0, 0), set_v2(lines, 0, 8))
            inputs = lines_v2(chip, [2], 4)[1]
            print(set_v2(inputs, 1, 1), ask(chip, 0xb4ff, bytearray(8)), ask(lines, 0xb4ff, bytearray(8)))
            os.close(lines)
            print(lines_v2(chip, [27], 8)[0])
            """
        try expectEqual(
            python(program, on: model),
            [
                "ok EBUSY EBUSY EINVAL", "EBUSY EINVAL EINVAL", "EINVAL ok EINVAL EINVAL", "EPERM EINVAL EINVAL", "ok",
            ])
        try expectEqual(
            model.log().map(\.description),
            [
                "gpiochip0 request 17=1 27=0 4=1 python", "gpiochip0 set 17=0 27=1", "gpiochip0 request 2 python",
                "gpiochip0 release 17 27 4", "gpiochip0 request 27=0 python",
            ])
    }

    @Test("version 1 of the interface sets all lines of a handle: what a call leaves out falls")
    func version1() throws {
        let model = try model()
        let program = """
            request = bytearray(364)
            struct.pack_into("II", request, 0, 17, 27)
            struct.pack_into("I", request, 256, 2)
            request[260:262] = b"\\1\\1"
            struct.pack_into("I", request, 356, 2)
            print(ask(chip, 0xc16cb403, request), ask(chip, 0xc16cb403, request))
            lines = struct.unpack_from("i", request, 360)[0]
            values = bytearray(64)
            values[1] = 1
            print(ask(lines, 0xc040b409, values), ask(lines, 0xc040b408, values), values[:3])
            """
        try expectEqual(python(program, on: model), ["ok EBUSY", "ok ok bytearray(b'\\x00\\x01\\x00')"])
        try expectEqual(
            model.log().map(\.description), ["gpiochip0 request 17=1 27=1", "gpiochip0 set 17=0"])
    }

    @Test("an SPI device refuses what its buffer does not hold, and logs chip select between and after transfers")
    func spi() throws {
        let model = try model()
        let program = """
            import ctypes
            spi = os.open("/dev/spidev0.0", os.O_RDWR)
            def message(*transfers):
                kept = [ctypes.create_string_buffer(data, len(data)) for data, _ in transfers]
                argument = bytearray()
                for buffer, (data, change) in zip(kept, transfers):
                    place = ctypes.addressof(buffer)
                    argument += struct.pack("QQIIHBBBBBB", place, 0, len(data), 0, 0, 0, change, 0, 0, 0, 0)
                return ask(spi, 0x40006b00 + (len(transfers) * 32 << 16), argument)
            print(message((b"\\x0c\\x01", 1), (b"\\x0a\\x07", 0), (b"\\x01\\x80", 0)), message((b"\\x01\\x02", 1)))
            print(message(*[(bytes(2), 1)] * 32), message(*[(bytes(2), 1)] * 33), message((bytes(4096), 0)))
            print(ask(spi, 0x40016b01, bytearray([0])), ask(spi, 0x40046b04, bytearray(4)))
            print(ask(spi, 0x5401, bytearray(64)))
            """
        try expectEqual(python(program, on: model), ["ok ok", "ok EMSGSIZE ok", "ok EINVAL", "ENOTTY"])
        let log = try model.log().map(\.description)
        expectEqual(log.count, 6)
        expectEqual(log.prefix(2), ["spidev0.0 message 0c01^0a07_0180", "spidev0.0 message 0102_"])
        expectEqual(log[3], "spidev0.0 message refused 90")
        expectEqual(log.last, "spidev0.0 mode 0")
    }

    @Test("the files of the machine that runs the tests are hidden, and links lead to the model's own")
    func files() throws {
        let model = try model()
        try model.addLink("dev/gpiochip4", to: "gpiochip0")
        let program = """
            import stat
            for path in ("/dev/gpiochip0", "/dev/gpiochip4", "/dev/gpiochip9", "/dev/spidev1.0", "/dev/null"):
                try: status = os.stat(path); print(path, stat.S_ISCHR(status.st_mode), os.major(status.st_rdev))
                except OSError as error: print(path, errno.errorcode[error.errno])
            print(sorted(os.listdir("/dev")), os.readlink("/dev/gpiochip4"))
            print(open("/sys/module/spidev/parameters/bufsiz").read())
            """
        try expectEqual(
            python(program, on: model),
            [
                "/dev/gpiochip0 True 254", "/dev/gpiochip4 True 254", "/dev/gpiochip9 ENOENT",
                "/dev/spidev1.0 ENOENT", "/dev/null True 1",
                "['gpiochip0', 'gpiochip4', 'spidev0.0'] gpiochip0", "4096",
            ])
    }
}

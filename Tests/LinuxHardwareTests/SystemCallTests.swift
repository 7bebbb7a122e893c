import KernelModel
import SignTestSupport
import Testing

/// What strace(1) sees the real program ask the kernel for.
@Suite struct SystemCallTests {
    /// The requests that the program makes of a model's devices, without their arguments.
    private func requests(_ arguments: String..., on model: KernelModel) throws -> [String] {
        var command = ["strace", "-f", "-e", "trace=ioctl", "-e", "signal=none"]
        for (name, value) in try model.environment() { command += ["-E", "\(name)=\(value)"] }
        let outcome = try HardwareProbe.run(command + [HardwareProbe.path] + arguments)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        return outcome.errors.split(separator: "\n").compactMap { line in
            guard let start = line.range(of: "ioctl(") else { return nil }
            let words = line[start.upperBound...].split(separator: ",")
            return words.count > 1 ? words[1].split { $0 == " " || $0 == "(" }.first.map(String.init) : nil
        }.filter { $0.hasPrefix("SPI_") || $0.hasPrefix("GPIO") }
    }

    @Test("a message is one request, however many transfers it has")
    func oneRequest() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let frame = (1...8).map { "0\($0)ff0\($0)000\($0)80" }.joined(separator: ",")
        let requests = try requests("spi", "/dev/spidev0.0", "8000000", frame, frame, "0c01", on: model)
        expectEqual(
            requests,
            [
                "SPI_IOC_WR_MODE", "SPI_IOC_WR_BITS_PER_WORD", "SPI_IOC_WR_MAX_SPEED_HZ",
                "SPI_IOC_MESSAGE", "SPI_IOC_MESSAGE", "SPI_IOC_MESSAGE",
            ])
    }

    @Test("setting lines is one request, however many change")
    func oneSetting() throws {
        let model = try KernelModel(chips: [KernelModel.Chip()])
        let requests = try requests("lines", "-", "2,3,4", "000", "111/111", "010/110", "000/000", on: model)
        // The one or the other, as libgpiod is of the first or the second generation; an empty mask asks for nothing.
        let settings = ["GPIOHANDLE_SET_LINE_VALUES_IOCTL", "GPIO_V2_LINE_SET_VALUES_IOCTL"]
        expectEqual(requests.filter { settings.contains($0) }.count, 2)
        #expect(settings.contains(requests.last ?? ""))
    }
}

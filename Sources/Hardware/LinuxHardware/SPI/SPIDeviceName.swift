/// The bus and the chip select in the name of an SPI device file: /dev/spidevB.C.
struct SPIDeviceName: Equatable, Sendable {
    /// The number of the bus.
    let bus: Int
    /// The number of the chip select on the bus.
    let chipSelect: Int

    /// Parses the last part of a path; nil if it has another form.
    init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasPrefix("spidev") else { return nil }
        let numbers = name.dropFirst("spidev".count).split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 2, numbers.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
            let bus = Int(numbers[0]), let chipSelect = Int(numbers[1])
        else { return nil }
        self.bus = bus
        self.chipSelect = chipSelect
    }

    /// Whether it is the memory that a Raspberry Pi 5 starts from: what is sent there can make the computer unusable.
    var isBootMemory: Bool { bus == 10 }
}

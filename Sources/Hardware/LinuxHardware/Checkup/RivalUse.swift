/// Another use of lines of a Raspberry Pi's header, and how to recognise its driver.
struct RivalUse: Equatable {
    enum Kind: Equatable {
        case spi0, spi1, i2c, serial, oneWire, sound, i2s
    }

    let kind: Kind
    /// The name in messages.
    let name: String
    /// The lines that it uses.
    let lines: [Int]
    /// Prefixes of the names that its driver uses for lines that it holds.
    let consumers: [String]

    /// All known uses of the header (Raspberry Pi overlays README; drivers of the kernel).
    static let all = [
        RivalUse(kind: .spi0, name: "SPI0", lines: [7, 8, 9, 10, 11], consumers: ["spi0"]),
        RivalUse(kind: .spi1, name: "SPI1", lines: [16, 17, 18, 19, 20, 21], consumers: ["spi1"]),
        RivalUse(kind: .i2c, name: "I2C", lines: [2, 3], consumers: []),
        RivalUse(kind: .serial, name: "the serial console", lines: [14, 15], consumers: []),
        RivalUse(kind: .oneWire, name: "1-wire", lines: [4], consumers: ["w1", "onewire"]),
        RivalUse(kind: .sound, name: "on-board sound", lines: [12, 13, 18, 19], consumers: []),
        RivalUse(kind: .i2s, name: "I2S sound", lines: [18, 19, 20, 21], consumers: []),
    ]

    /// What stands for it in the names of findings, which never change.
    var word: String { kind == .oneWire ? "1-wire" : "\(kind)" }

    /// Whether the holder of a line is its driver.
    func holds(_ consumer: String) -> Bool { consumers.contains { consumer.lowercased().hasPrefix($0) } }
}

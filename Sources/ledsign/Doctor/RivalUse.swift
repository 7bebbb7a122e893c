/// Something else that lines of a Raspberry Pi's header are for, how it is seen to be there, and what turns it off.
struct RivalUse: Equatable {
    /// What it is.
    enum Kind: Equatable {
        case spi0, spi1, i2c, serial, oneWire, sound, i2s
    }

    let kind: Kind
    /// What it is, in words.
    let name: String
    /// The lines that it takes.
    let lines: [Int]
    /// The beginnings of the names by which its driver calls itself when it holds lines.
    let consumers: [String]

    /// All that is known of the header (Raspberry Pi overlays README; drivers of the kernel).
    static let all = [
        RivalUse(kind: .spi0, name: "SPI0", lines: [7, 8, 9, 10, 11], consumers: ["spi0"]),
        RivalUse(kind: .spi1, name: "SPI1", lines: [16, 17, 18, 19, 20, 21], consumers: ["spi1"]),
        RivalUse(kind: .i2c, name: "I2C", lines: [2, 3], consumers: []),
        RivalUse(kind: .serial, name: "the serial console", lines: [14, 15], consumers: []),
        RivalUse(kind: .oneWire, name: "1-wire", lines: [4], consumers: ["w1", "onewire"]),
        RivalUse(kind: .sound, name: "on-board sound", lines: [12, 13, 18, 19], consumers: []),
        RivalUse(kind: .i2s, name: "I2S sound", lines: [18, 19, 20, 21], consumers: []),
    ]

    /// Whether a holder's name is one of its driver's.
    func holds(_ consumer: String) -> Bool { consumers.contains { consumer.lowercased().hasPrefix($0) } }
}

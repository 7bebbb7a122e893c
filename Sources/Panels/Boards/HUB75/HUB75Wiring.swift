/// Which GPIO line leads to which wire of the HUB75 connectors of an adapter.
package struct HUB75Wiring: Hashable, Sendable {
    /// The name: that of its file, or nil if the lines stand in the board file.
    package let name: String?
    /// What it is, in one line; nil if the lines stand in the board file.
    package let summary: String?
    /// The line of OE.
    package let outputEnable: Int
    /// The line of CLK.
    package let clock: Int
    /// The line of LAT.
    package let latch: Int
    /// The lines of A, B, C, D and E, as many as are wired.
    package let address: [Int]
    /// For every parallel chain the lines of R1, G1, B1, R2, G2 and B2.
    package let colors: [[Int]]
    /// The lines that have to stay inputs, because the adapter ties them to others.
    package let inputs: [Int]

    /// The names of the address wires.
    package static let addressNames = ["A", "B", "C", "D", "E"]
    /// The names of the six colour wires of a chain.
    package static let colorNames = ["R1", "G1", "B1", "R2", "G2", "B2"]
}

/// Something else on a Raspberry Pi that GPIO lines of its header are for, and that has to be off.
package struct LineClash: Hashable, Sendable {
    /// The lines.
    package let lines: [Int]
    /// What it is, and what turns it off in `/boot/firmware/config.txt`.
    package let use: String

    /// What is known of the lines of the 40-pin header.
    private static let all = [
        LineClash(lines: [7, 8, 9, 10, 11], use: "SPI0: no dtparam=spi=on; a MAX7219 chain goes elsewhere"),
        LineClash(lines: [2, 3], use: "I2C with its pull-ups: no dtparam=i2c_arm=on"),
        LineClash(lines: [14, 15], use: "UART: no enable_uart=1, no console=serial0 in cmdline.txt"),
        LineClash(lines: [4], use: "1-wire: no dtoverlay=w1-gpio"),
        sound,
        LineClash(lines: [19, 20, 21], use: "SPI1: no dtoverlay=spi1-..."),
    ]

    private static let sound = LineClash(
        lines: [12, 18], use: "on-board audio: dtparam=audio=off, snd_bcm2835 blacklisted")

    /// Returns what else some lines are for, each with those of the lines that it concerns.
    ///
    /// - Parameter disturbsSound: whether sound is one of them; a display engine leaves its timers and memory alone.
    package static func find(_ lines: [Int], disturbsSound: Bool = true) -> [LineClash] {
        all.filter { disturbsSound || $0 != sound }.compactMap { clash in
            let used = clash.lines.filter(lines.contains)
            return used.isEmpty ? nil : LineClash(lines: used, use: clash.use)
        }
    }
}

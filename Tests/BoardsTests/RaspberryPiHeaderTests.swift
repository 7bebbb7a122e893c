import Boards
import PanelDrivers
import SignTestSupport
import Testing

@Suite struct RaspberryPiHeaderTests {
    /// Pin and GPIO number, as they are printed on every card of the 40-pin header.
    static let table =
        "3:2 5:3 7:4 8:14 10:15 11:17 12:18 13:27 15:22 16:23 18:24 19:10 21:9 22:25 23:11 24:8 26:7 27:0 28:1 29:5 31:6 "
        + "32:12 33:13 35:19 36:16 37:26 38:20 40:21"

    @Test("GPIO 0 to 27 are at the pins of the table, and no others are on the header")
    func pins() {
        var count = 0
        for pair in Self.table.split(separator: " ") {
            let numbers = pair.split(separator: ":").compactMap { Int($0) }
            expectEqual(RaspberryPiHeader.pin(ofGPIO: numbers[1]), numbers[0])
            count += 1
        }
        expectEqual(count, 28)
        for number in [-1, 28, 53, Int.max, Int.min] { #expect(RaspberryPiHeader.pin(ofGPIO: number) == nil) }
    }

    @Test("lines are on the header by number or by GPIO name, on the header's chips only")
    func lines() {
        expectEqual(RaspberryPiHeader.pin(of: .offset(17), chip: nil), 11)
        expectEqual(RaspberryPiHeader.pin(of: .name("GPIO17"), chip: "pinctrl-bcm2711"), 11)
        #expect(RaspberryPiHeader.pin(of: .name("GPIO017"), chip: nil) == nil)
        #expect(RaspberryPiHeader.pin(of: .name("SPI_SCLK"), chip: nil) == nil)
        #expect(RaspberryPiHeader.pin(of: .offset(17), chip: "gpio-sim.0") == nil)
        #expect(RaspberryPiHeader.pin(of: .offset(40), chip: nil) == nil)
    }

    private func wired(_ board: String) throws -> [String]? {
        let library = BoardLibrary(folder: PackageFolder.root.appendingPathComponent("boards").path)
        return try library.board(board).headerPins?.compactMap { pin in
            pin.signal.map { "\(pin.number) \(pin.name) \($0)" }
        }
    }

    @Test("the header has the wires of a board, as the comments of its file say, and names all other pins")
    func wires() throws {
        expectEqual(
            try wired("max7219-32x8"),
            ["2 5 V VCC", "6 ground GND", "19 GPIO 10 DIN", "23 GPIO 11 CLK", "24 GPIO 8 CS"])
        expectEqual(
            try wired("max7219-gpio-32x8")?.sorted(),
            ["11 GPIO 17 CLK", "13 GPIO 27 DIN", "15 GPIO 22 CS", "2 5 V VCC", "6 ground GND"])
        expectEqual(
            try wired("hub75-64x32")?.joined(separator: ", "),
            "7 GPIO 4 LAT, 11 GPIO 17 CLK, 12 GPIO 18 OE, 13 GPIO 27 G1, 15 GPIO 22 A, 16 GPIO 23 B, 18 GPIO 24 C, "
                + "19 GPIO 10 B2, 21 GPIO 9 G2, 22 GPIO 25 D, 23 GPIO 11 R1, 24 GPIO 8 R2, 26 GPIO 7 B1")
        #expect(try wired("regular-2-chains")?.contains { $0.hasSuffix(" C2_R1") } ?? false)
        for board in ["sim-64x32", "sim-32x8", "sim-hub75-64x32"] { #expect(try wired(board) == nil) }
        let library = BoardLibrary(folder: PackageFolder.root.appendingPathComponent("boards").path)
        let pins = try #require(try library.board("hub75-64x32").headerPins)
        expectEqual(pins.map(\.number), Array(1...40))
        expectEqual(pins.filter { $0.name == "ground" }.map(\.number), [6, 9, 14, 20, 25, 30, 34, 39])
        expectEqual(pins.filter { $0.name.hasSuffix(" V") }.map(\.number), [1, 2, 4, 17])
    }
}

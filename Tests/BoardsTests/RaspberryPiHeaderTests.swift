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
}

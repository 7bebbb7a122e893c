import PanelDrivers
import SignTestSupport
import Testing

@testable import Boards

@Suite struct DriverChipPrintTests {
    /// The prints of the table in docs/hub75.md.
    private static let selfDimming = [
        "FM6353", "FM6363", "FM6373", "ICN2053", "ICND2053", "ICND2055", "ICND1065L", "ICND2153", "MBI5153", "DP3264S",
        "DP3265S",
        "DP3269S", "DP3364S", "DP3367S", "DP3369S", "SM16269S", "SM16380SH", "SM16380SC",
    ]

    @Test("chips that dim by themselves are known, in small letters, with the letters of a package, and with a dash")
    func selfDimming() {
        for print in Self.selfDimming {
            for given in [print, print.lowercased(), print + "A", "\(print.prefix(2))-\(print.dropFirst(2))"] {
                expectEqual(DriverChipPrint(given), .selfDimming, "\(given)")
            }
        }
    }

    @Test("other prints lead to the chip that the driver knows, or to none")
    func others() {
        for (given, chip) in [
            ("FM6126A", DriverChip.fm6126a), ("fm6126", .fm6126a), ("ICN2038S", .fm6126a), ("FM6127", .fm6127),
            ("DP3246", .dp3246), ("MBI5124GP", .mbi5124), ("ICN2037", .plain), ("ICN2037BP", .plain), ("plain", .plain),
        ] {
            expectEqual(DriverChipPrint(given), .driven(chip), "\(given)")
        }
        for given in ["", "FM63631", "FM635", "XFM6363", "red", "MBI51530"] {
            expectEqual(DriverChipPrint(given), nil, "\(given)")
        }
    }

    /// What is wrong with a panel that has these chips; nil where nothing is.
    private func problem(_ chip: String) -> String? {
        let panel = "summary: P\nkind: hub75-panel\ncolumns: 32\nrows: 16\ndriver_chip: \(chip)\n"
        do throws(BoardError) {
            _ = try PanelModel(parsing: Array(panel.utf8), name: "p", path: "p.yaml")
            return nil
        } catch {
            return error.description
        }
    }

    @Test("a board file with such a chip is refused with what to do instead, and one with another print with its key")
    func files() {
        for print in Self.selfDimming {
            expectEqual(
                problem(print),
                "p.yaml:5:14: \"driver_chip\" cannot be \"\(print)\": such chips dim the LEDs by themselves (S-PWM), and no port of "
                    + "ledsign drives them; connect the panel to a device that does, a receiving card such as Colorlight's behind "
                    + "Falcon Player, or an ESP32 with a program for this chip; `ledsign send` sends pictures to such devices"
            )
        }
        expectEqual(
            problem("ICN2038S"),
            "p.yaml:5:14: \"driver_chip\" takes no print: for chips with \"ICN2038S\" on them write fm6126a")
        expectEqual(
            problem("ICN2037"),
            "p.yaml:5:14: \"driver_chip\" takes no print: for chips with \"ICN2037\" on them write plain, or remove the line"
        )
        expectEqual(problem("fm6126a"), nil)
        expectEqual(
            problem("fm6999"),
            "p.yaml:5:14: \"driver_chip\" is one of plain, fm6126a, fm6127, dp3246, mbi5124, not \"fm6999\"")
    }
}

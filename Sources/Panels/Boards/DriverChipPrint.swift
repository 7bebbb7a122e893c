import PanelDrivers
import Settings

/// What the print on the column driver chips of a panel says about `driver_chip`.
package enum DriverChipPrint: Equatable, Sendable {
    /// Chips that are driven, and as which ones.
    case driven(DriverChip)
    /// Chips that keep the picture and dim the LEDs by themselves (S-PWM), which no port drives.
    case selfDimming

    /// Looks a print up, whatever the letters of the package behind it; nil for one that is unknown.
    package init?(_ print: String) {
        var text = String(print.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        // ICND and ICN are names of the same chips.
        if text.hasPrefix("ICND") { text = "ICN" + text.dropFirst(4) }
        let known = Self.known.first { name, _ in
            text.hasPrefix(name) && text.dropFirst(name.count).first?.isNumber != true
        }
        guard let known else { return nil }
        self = known.meaning
    }

    /// The prints that are known, without letters of the package.
    private static let known: [(name: String, meaning: DriverChipPrint)] =
        [
            "FM6353", "FM6363", "FM6373", "ICN1065", "ICN2053", "ICN2055", "ICN2153", "MBI5153", "DP3264", "DP3265",
            "DP3269", "DP3364", "DP3367", "DP3369", "SM16269", "SM16380",
        ].map { ($0, .selfDimming) } + [
            ("FM6126", .driven(.fm6126a)), ("ICN2038S", .driven(.fm6126a)), ("FM6127", .driven(.fm6127)),
            // Other programs write the registers of the FM6126A to this one.
            ("DP3246", .driven(.dp3246)), ("MBI5124", .driven(.mbi5124)),
            ("FM6124", .driven(.fm6126a)), ("ICN2037", .driven(.plain)), ("PLAIN", .driven(.plain)),
        ]
}

extension DriverChipPrint {
    /// What to do with a panel that dims by itself.
    static let alternative =
        "such chips dim the LEDs by themselves (S-PWM), and no port of ledsign drives them; connect the panel to a device "
        + "that does, a receiving card such as Colorlight's behind Falcon Player, or an ESP32 with a program for this chip; "
        + "`ledsign send` sends pictures to such devices"

    /// The values of `driver_chip`, and the prints that have other ones.
    static var form: BoardFields.ValueForm<DriverChip> {
        let names = DriverChip.allCases.map(\.rawValue)
        return .init("one of \(names.joined(separator: ", "))") { text in
            if let chip = DriverChip(rawValue: text) { return .value(chip) }
            return switch DriverChipPrint(text) {
            case .driven(let chip): .refused(.printOfChip(text, chip))
            case .selfDimming: .refused(.selfDimmingChip(text))
            case nil: .unknownWord(known: names)
            }
        }
    }
}

import Foundation
import KernelModel
import SignTestSupport
import Testing

/// A panel, and the way in which it is driven.
enum TestPanel: String, CaseIterable, CustomTestStringConvertible {
    case spi = "MAX7219 over spidev"
    case bitBanged = "MAX7219 on lines"
    case calls = "HUB75 through libgpiod"
    case registers = "HUB75 through registers"
    case stateMachine = "HUB75 by a state machine"

    var testDescription: String { rawValue }

    /// All panels where tests are exhaustive; otherwise one that keeps its picture and one that does not, by turns.
    ///
    /// - Parameter turn: a number, so that tests of the same kind take other panels.
    static func some(_ turn: Int) -> [TestPanel] {
        isExhaustive ? allCases : turn % 2 == 0 ? [.spi, .registers] : [.bitBanged, .calls]
    }

    /// Whether it keeps its picture by itself.
    var keepsPicture: Bool { self == .spi || self == .bitBanged || self == .stateMachine }

    /// How long it may stay lit after SIGSTOP, in nanoseconds: chips and machines burn nothing, and are told each second that all is
    /// well.
    var maximumTimeAfterStop: Int64 { keepsPicture ? 2_100_000_000 : 50_000_000 }

    /// A model of a Raspberry Pi 3, or of a 5 where only that has the port, whose kernel keeps released outputs or does not.
    func model(keepsOutputs: Bool, further: [String] = []) throws -> KernelModel {
        let isRP1 = self == .stateMachine
        let chip = KernelModel.Chip(
            label: isRP1 ? "pinctrl-rp1" : "pinctrl-bcm2835", lines: 54, keepsOutputs: keepsOutputs)
        let model = try KernelModel(
            chips: [chip], spiDevices: ["spidev0.0"], memory: ["gpiomem": 0x1000],
            stateMachines: isRP1 ? "none" : nil,
            model: isRP1 ? "Raspberry Pi 5 Model B Rev 1.0" : "Raspberry Pi 3 Model B Rev 1.2", further: further)
        let port = self == .calls ? "port: gpiod\nplanes: 1\nlsb: 10 us\n" : isRP1 ? "port: pio\n" : ""
        try model.add("hub75.yaml", "summary: A small panel\nkind: hub75\npanel: 32x16\nwiring: regular\n" + port)
        return model
    }

    /// The board, by name or by path.
    func board(in model: KernelModel) -> String {
        switch self {
        case .spi: "max7219-32x8"
        case .bitBanged: "max7219-gpio-32x8"
        case .calls, .registers, .stateMachine: model.folder.appendingPathComponent("hub75.yaml").path
        }
    }
}

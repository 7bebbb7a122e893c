import PanelDrivers
import PixelGraphics
import Timelines

/// What `board test` lights on a chain of MAX7219 modules, one after the other.
enum BoardTestStep: String, CaseIterable {
    case wiring, order, lit, brightness

    /// The digit registers of the first step: all of digit 0 and DP of three more.
    ///
    /// They make an L whose long arm lies on the side of digit 0 and whose short one lies on the side of DP. The eight wirings show it in the
    /// eight ways in which an L can lie.
    static let wiringDigits: [UInt8] = [0xFF, 0x80, 0x80, 0x80, 0, 0, 0, 0]

    /// Draws the step for a chain.
    ///
    /// - Parameter tick: counts up every half second; the brightness changes with it.
    func draw(for chain: MAX7219Chain, tick: Int, brightness: Brightness, into frame: inout Frame) {
        frame.canvas.clear()
        frame.brightness = brightness
        switch self {
        case .wiring:
            for module in chain.modules { stamp(module.type.picture(digits: Self.wiringDigits), module, &frame) }
        case .order:
            for (index, module) in chain.modules.enumerated() {
                stamp(ModuleNumber.picture(index + 1), module, &frame)
            }
        case .lit: frame.canvas.fill(.white)
        case .brightness:
            frame.canvas.fill(.white)
            frame.brightness = Brightness(percent: max(tick % Self.levels * 10, 1))
        }
    }

    /// The number of brightness steps, from 1 and 10 to 100 percent.
    static let levels = 11

    private func stamp(_ picture: MonoBitmap, _ module: MAX7219Chain.Module, _ frame: inout Frame) {
        frame.canvas.stamp(picture, columns: 0..<8, at: module.origin, ink: .white)
    }
}

/// Numbers of two figures that fit an 8x8 module; hundreds are dots in the bottom row.
enum ModuleNumber {
    /// Returns the picture of a number from 1 to 999.
    static func picture(_ number: Int) -> MonoBitmap {
        var bitmap = MonoBitmap(width: 8, height: 8)
        let tens = number / 10 % 10
        if number >= 10 { draw(tens, x: 0, &bitmap) }
        draw(number % 10, x: number >= 10 ? 4 : 2, &bitmap)
        for dot in 0..<number / 100 { bitmap[2 * dot, 7] = true }
        return bitmap
    }

    private static func draw(_ figure: Int, x: Int, _ bitmap: inout MonoBitmap) {
        for y in 0..<5 {
            for (column, character) in rows[y].split(separator: " ")[figure].enumerated() where character == "#" {
                bitmap[x + column, y + 1] = true
            }
        }
    }

    /// The figures 0 to 9, three columns wide.
    private static let rows = [
        ".#. .#. ##. ##. #.# ### .## ### .#. .#.",
        "#.# ##. ..# ..# #.# #.. #.. ..# #.# #.#",
        "#.# .#. .#. .#. ### ##. ##. .#. .#. .##",
        "#.# .#. #.. ..# ..# ..# #.# .#. #.# ..#",
        ".#. ### ### ##. ..# ##. .#. .#. .#. ##.",
    ]
}

import PanelDrivers
import PixelGraphics

/// What `board test` lights on a chain of MAX7219 modules, one after the other.
enum BoardTestStep: String, CaseIterable {
    case wiring, order, lit, brightness

    /// The digit registers of the first step: all of digit 0 and DP of three more.
    ///
    /// They make an L: its long arm is on the side of digit 0, its short arm on the side of DP. The eight wirings show it
    /// in the eight positions that an L can have.
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

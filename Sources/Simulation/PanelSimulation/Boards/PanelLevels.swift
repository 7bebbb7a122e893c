import Boards
import PanelDrivers
import PixelGraphics

/// Turns frames into what a board's panel can show of them, for the style `levels`.
///
/// HUB75: every colour as the level that the luminance table, the brightness and the depth leave of it. Other panels:
/// what the simulated panel shows, at its brightness.
package struct PanelLevels {
    private let board: Board?

    /// Creates the transformation of a board; nil leaves frames as they are.
    package init(_ board: Board?) {
        self.board = board
    }

    /// Returns the frame in the colours of its light, at full brightness.
    package func frame(_ frame: Frame) throws -> Frame {
        guard let board else { return frame }
        if case .hub75(let wired) = board.panel {
            var frame = frame
            var limiter = wired.limiter
            if let brightness = limiter?.brightness(of: frame) { frame.brightness = brightness }
            return Self.levels(frame, settings: wired.settings)
        }
        let panel = try SimulatedPanel(board)
        try panel.show(frame, at: .zero)
        return Self.light(of: panel.shown, ledColor: board.previewColor)
    }

    private static func levels(_ frame: Frame, settings: ScanSettings) -> Frame {
        let table = LuminanceTable(brightness: frame.brightness.percent)
        let hidden = 11 - settings.planes
        func level(_ value: UInt8) -> Int { (Int(table.levels[Int(value)]) >> hidden) << hidden }
        var shown = Frame(size: frame.canvas.size, format: .rgb)
        for y in 0..<frame.canvas.size.height {
            for x in 0..<frame.canvas.size.width {
                let color = frame.canvas.rgb[x, y]
                guard color != .black else { continue }
                let light = Color(
                    redLevel: level(color.red), greenLevel: level(color.green), blueLevel: level(color.blue))
                shown.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Ink(light))
            }
        }
        return shown
    }

    /// The light of a frame whose brightness has not been applied yet.
    package static func light(of frame: Frame, ledColor: Color) -> Frame {
        var shown = Frame(size: frame.canvas.size, format: .rgb)
        for y in 0..<frame.canvas.size.height {
            for x in 0..<frame.canvas.size.width {
                let isMono = frame.canvas.format == .mono
                let color = isMono ? (frame.canvas.mono[x, y] ? ledColor : .black) : frame.canvas.rgb[x, y]
                guard color != .black else { continue }
                let light = color.scaled(percent: frame.brightness.percent)
                shown.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Ink(light))
            }
        }
        return shown
    }
}

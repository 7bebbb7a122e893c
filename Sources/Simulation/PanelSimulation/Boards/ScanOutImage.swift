import Boards
import PanelDrivers
import PixelGraphics

/// The picture that a display engine scans out to show a frame on HUB75 panels: every pixel is the levels of 24 lines.
package enum ScanOutImage {
    /// Returns the picture, of which bit n of a pixel is GPIO line n + 4; nil for boards without a display engine.
    package static func picture(of frame: Frame, on board: Board) throws -> RGBBitmap? {
        guard case .hub75(let wired) = board.panel, wired.port == .dpi else { return nil }
        let plan = try wired.scanOutPlan()
        var panel = ScanOutPanel(
            plan: plan, port: wired.simulatedEngine(plan, into: SimulatedHUB75(board: wired)), limiter: wired.limiter)
        panel.show(frame)
        panel.port.takePicture()
        let size = Size(width: plan.mode.columns.visible, height: plan.mode.lines.visible)
        var picture = RGBBitmap(size: size)
        for (index, pixel) in panel.port.picture.enumerated() {
            picture[index % size.width, index / size.width] = Color(rawValue: pixel)
        }
        return picture
    }
}

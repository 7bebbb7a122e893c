import Boards
import PixelGraphics

enum PanelDevice {
    static func open(_ board: Board, simulate: Bool, brightness: Brightness) throws -> (any SignOutput)? { nil }
}

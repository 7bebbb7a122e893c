import ImageFiles
import PixelGraphics
import SignHost

/// Paints what a sign shows as round LEDs.
enum PicturePainter {
    static func paint(_ shot: Screenshot) -> RGBBitmap {
        let size = shot.frame.canvas.size
        let pixels = max(1, size.width * size.height)
        // Dashboards show it small; large signs need no large LEDs.
        var pitch = 8
        while pitch > 3, pixels * pitch * pitch > 1 << 20 { pitch -= 1 }
        return PanelPainter(style: .leds, ledColor: shot.ledColor, pitch: pitch).paint(shot.frame)
    }
}

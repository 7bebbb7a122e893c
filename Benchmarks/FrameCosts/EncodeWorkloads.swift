import HardwareInterfaces
import PanelDrivers
import PixelGraphics

extension Workload {
    /// Frames all the way to the bytes of an SPI message.
    static let encoding = [
        Workload(
            name: "draw-encode-max7219-32x8",
            summary: "draw a text marquee and encode it for four MAX7219 modules, one column on each frame"
        ) { repetitions, _ in
            let chain = MAX7219Chain(count: 4)
            var encoder = MAX7219Encoder(chain: chain)
            var message = encoder.makeMessage()
            encoder.encodeStart(at: .zero, into: &message)
            var frame = Frame(size: chain.size, format: .mono)
            let scene = Scene(try SampleText.band8(), size: chain.size)
            repetitions.run { index in
                scene.draw(index, into: &frame)
                encoder.encode(frame, at: Scene.instant(of: index), into: &message)
                return message.isEmpty ? 0 : 1
            }
        }
    ]
}

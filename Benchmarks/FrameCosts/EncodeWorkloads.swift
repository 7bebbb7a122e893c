import PanelDrivers
import PixelGraphics

extension Workload {
    /// Frames all the way to the bytes of an SPI message, for chains of 4 and of 24 modules.
    static let encoding = [encode(modules: 4), encode(modules: 24)]

    /// The checksum is the number of bytes of all messages.
    private static func encode(modules: Int) -> Workload {
        Workload(
            name: "draw-encode-max7219-\(8 * modules)x8",
            summary: "draw a text marquee and encode it for \(modules) MAX7219 modules, one column on each frame"
        ) { repetitions, _ in
            let chain = MAX7219Chain(count: modules)
            var encoder = MAX7219Encoder(chain: chain)
            var message = encoder.makeMessage()
            encoder.encodeStart(at: .zero, into: &message)
            var frame = Frame(size: chain.size, format: .mono)
            let scene = Scene(try SampleText.strip8(), size: chain.size)
            repetitions.run { index in
                scene.draw(index, into: &frame)
                encoder.encode(frame, at: Scene.instant(of: index), into: &message)
                return message.count
            }
        }
    }
}

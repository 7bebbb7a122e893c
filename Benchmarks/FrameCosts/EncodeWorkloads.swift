import PanelDrivers
import PixelGraphics
import PixelProtocols

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

extension Workload {
    /// Frames all the way to the packets for a panel of another device of 128x64, which are sent up to 40 times a second.
    static let receivers = [receiver("ddp", .ddp), receiver("e131", .e131), receiver("http", .http)]

    /// The checksum is the last level of the packets.
    private static func receiver(_ name: String, _ kind: PixelProtocol) -> Workload {
        Workload(
            name: "draw-encode-\(name)-128x64",
            summary: "draw a text marquee and put it into packets (or a request) of \(name), one column on each frame"
        ) { repetitions, _ in
            let size = Size(width: 128, height: 64)
            let sender = E131Packet.Sender(cid: .init(.e131, high: 0, low: 1), name: "bench")
            var packets = PreparedPackets(PixelPackets(kind, size: size, sender: sender))
            var encoder = LevelEncoder(size: size, order: .serpentine, gamma: 1)
            var picture = encoder.makePicture()
            var frame = Frame(size: size, format: .rgb)
            let scene = Scene(try SampleText.strip8(), size: size)
            repetitions.run { index in
                scene.draw(index, into: &frame)
                encoder.encode(frame, into: &picture)
                packets.fill(picture)
                packets.number()
                return Int(packets.bytes[packets.bytes.count - 1])
            }
        }
    }
}

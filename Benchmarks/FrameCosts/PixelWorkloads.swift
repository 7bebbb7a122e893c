import BitmapFonts
import NetworkPixels
import PixelGraphics
import PixelProtocols
import Schedules
import SignFiles
import SignPlayback
import Timelines

extension Workload {
    /// Pictures from the network, 60 a second on 128x64 RGB, from packets to the canvas.
    static let pixels = [pixels("ddp", .ddp), pixels("e131", .e131)]

    private static func pixels(_ name: String, _ kind: PixelProtocol) -> Workload {
        Workload(
            name: "pixels-\(name)-128x64", summary: "a picture in packets of \(name), from the datagrams to the canvas"
        ) {
            repetitions, _ in
            let size = Size(width: 128, height: 64)
            let sender = E131Packet.Sender(cid: .init(.e131, high: 0, low: 1), name: "bench")
            var packets = PixelPackets(kind, size: size, sender: sender)
            // As many as their numbers need to begin again, so that none is late: 18 packets of DDP, 15 or 256 numbers.
            let pictures = (0..<(kind == .e131 ? 256 : 5)).map { level in
                packets.picture([UInt8](repeating: UInt8(level), count: 3 * 128 * 64)).map(\.bytes)
            }
            var receiver = PixelReceiver(PixelSettings(), size: size)
            let file = try SignFile(parsing: "{pixels: {}, message: Hi}", path: "pixels.yaml")
            let fonts = SignFonts(defaultName: { _ in "ledsign-8" }, fallbacks: []) { name in
                try FontFile.load(path: "fonts/\(name).bdf")
            }
            let clock = ManualWallClock(wall: WallTime(seconds: 1_780_300_800))
            let player = try SignPlayer(file, size: size, fonts: fonts, clock: clock, start: .zero)
            var picture = RGBBitmap(size: size)
            var frame = Frame(size: size, format: .rgb)
            repetitions.run { index in
                let instant = Instant.zero + Nanoseconds(Int64(index) * 16_666_667)
                for datagram in pictures[index % pictures.count] {
                    let outcome = datagram.withUnsafeBytes {
                        receiver.receive($0, of: kind, from: PixelAddress(ipv4: 0x7F00_0001), at: instant)
                    }
                    guard outcome == .finished else { continue }
                    receiver.pixels.withUnsafeBytes { picture.store($0) }
                    player.showStream(picture, at: instant)
                }
                frame.canvas.clear()
                player.draw(at: instant, into: &frame)
                return Int(frame.canvas.rgb.pixels[8_191].rawValue)
            }
        }
    }
}

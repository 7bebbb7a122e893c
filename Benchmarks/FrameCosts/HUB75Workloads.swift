import Marquee
import PanelDrivers
import PixelGraphics

extension Workload {
    /// Frames all the way to the words of scan programs, at eleven planes.
    static let hub75 = [
        encode("white", .text(.white), Size(width: 64, height: 32)),
        encode("amber", .text(Color(red: 255, green: 160, blue: 0)), Size(width: 64, height: 32)),
        encode("any-colour", .text(Color(red: 230, green: 90, blue: 40)), Size(width: 64, height: 32)),
        encode("smooth", .text(Color(red: 230, green: 90, blue: 40), isSmooth: true), Size(width: 64, height: 32)),
        encode("photo", .photograph, Size(width: 64, height: 32)),
        encode("white", .text(.white), Size(width: 512, height: 64)),
        encode("any-colour", .text(Color(red: 230, green: 90, blue: 40)), Size(width: 512, height: 64)),
        encode("photo", .photograph, Size(width: 512, height: 64)),
        scanOut("white", .text(.white), clockWidth: 25),
        scanOut("white", .text(.white), clockWidth: 20),
        scanOut("any-colour", .text(Color(red: 230, green: 90, blue: 40)), clockWidth: 25),
        scanOut("photo", .photograph, clockWidth: 25),
        scanOut("photo", .photograph, clockWidth: 20),
    ]

    /// What the frames show.
    private enum Content {
        case text(Color, isSmooth: Bool = false)
        case photograph
    }

    /// The checksum is the number of words of all programs.
    private static func encode(_ name: String, _ content: Content, _ size: Size) -> Workload {
        Workload(
            name: "hub75-\(name)-\(size)",
            summary: "draw \(name) and encode it for HUB75 panels on BCM registers, one column on each frame"
        ) { repetitions, _ in
            var encoder = try HUB75Encoder(
                matrix: HUB75Matrix(columns: size.width, rowPairs: size.height / 2), map: PixelMap(identity: size),
                lines: .regular, timing: PortTiming(kind: .bcm, writeTime: 30))
            try run(content, size, &repetitions) { frame in
                encoder.encode(frame)
                return encoder.programs[0].count
            }
        }
    }

    /// Into one of two pictures of a display engine, in turn; the checksum is that of some pixels.
    private static func scanOut(_ name: String, _ content: Content, clockWidth: Int64) -> Workload {
        let size = Size(width: 64, height: 32)
        return Workload(
            name: "dpi-\(name)-\(size)-\(clockWidth)",
            summary: "draw \(name) and write it for a display engine, one column on each frame, CLK of \(clockWidth) ns"
        ) { repetitions, _ in
            var settings = ScanSettings()
            settings.clockWidth = clockWidth
            let plan = try ScanOutPlan(
                matrix: HUB75Matrix(columns: size.width, rowPairs: size.height / 2), map: PixelMap(identity: size),
                lines: .regular, settings: settings)
            var (encoder, writer, picture) = (ScanOutEncoder(plan), ScanOutWriter(plan), ScanOutPicture(plan))
            let stride = plan.mode.columns.visible
            var pictures = (0..<2).map { _ in [UInt32](repeating: 0, count: stride * plan.mode.lines.visible) }
            var shown = 0
            try run(content, size, &repetitions) { frame in
                shown = 1 - shown
                encoder.encode(frame, into: &picture)
                return pictures[shown].withUnsafeMutableBufferPointer { pixels in
                    writer.write(picture, into: pixels, stride: stride)
                    return Int(pixels[pixels.count / 2])
                }
            }
        }
    }

    /// Draws one column on each frame, and has it encoded.
    private static func run(
        _ content: Content, _ size: Size, _ repetitions: inout Repetitions, encode: (Frame) -> Int
    ) throws {
        var frame = Frame(size: size, format: .rgb)
        switch content {
        case .text(let color, let isSmooth):
            let scene = Scene(try SampleText.strip16(Ink(color)), size: size, isSmooth: isSmooth)
            repetitions.run { index in
                scene.draw(index, into: &frame)
                return encode(frame)
            }
        case .photograph:
            let photograph = gradients(size)
            repetitions.run { index in
                let left = index % size.width
                frame.canvas.draw(photograph, mask: nil, columns: left..<left + size.width, at: .zero)
                return encode(frame)
            }
        }
    }

    /// Gradients in three directions with a little grain, twice as wide as the panel.
    private static func gradients(_ size: Size) -> RGBBitmap {
        var picture = RGBBitmap(size: Size(width: 2 * size.width, height: size.height))
        var grain: UInt32 = 1
        for y in 0..<size.height {
            for x in 0..<2 * size.width {
                grain = grain &* 1_664_525 &+ 1_013_904_223
                let noise = Int(grain >> 29)
                let red = x * 120 / size.width + noise
                let green = y * 240 / size.height + noise
                let blue = (x + y) * 80 / size.width + noise
                picture[x, y] = Color(
                    red: UInt8(min(red, 255)), green: UInt8(min(green, 255)), blue: UInt8(min(blue, 255)))
            }
        }
        return picture
    }
}

import Boards
import Foundation
import ImageFiles
import PixelGraphics
import Timelines

/// Writes what a renderer makes to a file; the file appears whole or not at all.
struct RenderJob {
    let renderer: OfflineRenderer
    let painter: PanelPainter
    let path: String

    /// Writes one instant.
    func write(_ format: RenderFormat, at instant: Instant) throws {
        let frame = renderer.frame(at: instant)
        switch format {
        case .png: try PNG.write(painter.paint(frame), path: path)
        case .txt: try TextPicture.write(TextPicture.text(frame.canvas), path: path)
        case .gif: try writeGIF([instant], hundredths: { _ in 100 })
        case .vcd: try writeBytes(renderer.wires { show in show(.zero, frame) })
        }
    }

    /// Writes a stretch of time from zero on; the frames are `fps` a second, those of wires come at every change.
    func write(_ format: RenderFormat, during time: Nanoseconds, fps: Int) throws {
        let frames = Int(clamping: (Int128(time.count) * Int128(fps) + 999_999_999) / 1_000_000_000)
        guard frames <= RenderJob.maximumFrames else {
            throw Failure(
                "\(time.text) at \(fps) frames a second are \(frames) frames, "
                    + "more than \(RenderJob.maximumFrames); give a shorter --for or a lower --fps")
        }
        let instants = (0..<max(frames, 1)).map { number in
            Instant(nanoseconds: Int64(number) * 1_000_000_000 / Int64(fps))
        }
        switch format {
        case .gif: try writeGIF(instants, hundredths: { RenderJob.hundredths(ofFrame: $0, fps: fps) })
        case .txt:
            var pictures: [Canvas] = []
            renderer.forEachFrame(at: instants) { frame, _ in pictures.append(frame.canvas) }
            try TextPicture.write(TextPicture.text(pictures), path: path)
        case .vcd:
            try writeBytes(renderer.wires { show in renderer.forEachChange(before: .zero + time, show) })
        case .png: throw Failure("a PNG shows one instant")
        }
    }

    /// The most frames of one file: twenty minutes at 50 frames a second.
    static let maximumFrames = 60_000

    /// How long a frame is shown, so that sums never drift from the frame rate.
    static func hundredths(ofFrame number: Int, fps: Int) -> Int {
        (number + 1) * 100 / fps - number * 100 / fps
    }

    /// Frames that show the same picture become one that is shown longer.
    private func writeGIF(_ instants: [Instant], hundredths: (Int) -> Int) throws {
        let encoder = try GIFEncoder(size: painter.imageSize(of: renderer.board.size))
        var progress = Progress(total: instants.count, what: "frames")
        var pending: (picture: RGBBitmap, hundredths: Int)?
        var number = 0
        try renderer.forEachFrame(at: instants) { frame, isNew in
            if isNew {
                if let pending { try encoder.append(pending.picture, hundredths: pending.hundredths) }
                pending = (painter.paint(frame), 0)
            }
            pending?.hundredths += hundredths(number)
            number += 1
            progress.advance()
        }
        if let pending { try encoder.append(pending.picture, hundredths: pending.hundredths) }
        try GIF.write(encoder, path: path)
        progress.end()
    }

    private func writeBytes(_ bytes: [UInt8]) throws {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw Failure("\(path) cannot be written: \((error as NSError).localizedDescription)")
        }
    }
}

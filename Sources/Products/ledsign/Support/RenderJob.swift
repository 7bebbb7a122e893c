import ArgumentParser
import Boards
import Foundation
import ImageFiles
import Marquee
import PanelSimulation
import PixelGraphics
import Schedules
import SignFiles
import SignHost
import SignPlayback
import Timelines

/// Writes what a renderer makes to a file; the file appears whole or not at all.
struct RenderJob {
    let renderer: OfflineRenderer
    let painter: PanelPainter
    let path: String

    /// The frame as the painter's style shows it.
    private func styled(_ frame: Frame) throws -> Frame {
        painter.style == .levels ? try renderer.board.levels(of: frame) : frame
    }

    func write(_ format: RenderFormat, at instant: Instant) throws {
        let frame = try renderer.frame(at: instant)
        switch format {
        case .png: try PNG.write(try styled(frame), painter: painter, path: path)
        case .txt: try FileBytes.write(Array(frame.canvas.text.utf8), path: path)
        case .gif: try writeAnimation(GIFEncoder.self, [instant], fps: 1)
        case .webp: try writeAnimation(WebPEncoder.self, [instant], fps: 1)
        case .vcd: try FileBytes.write(try wires { show in try show(.zero, frame) }, path: path)
        }
    }

    /// Writes the picture that the board's display engine scans out at an instant.
    func writeScanOut(at instant: Instant) throws {
        guard let picture = try renderer.board.scanOutPicture(of: try renderer.frame(at: instant)) else {
            throw CommandError(
                "the board \(renderer.board.name) has no display engine; --style scanout is for HUB75 boards with port: dpi"
            )
        }
        try PNG.write(picture, path: path)
    }

    /// Writes a stretch of time from zero on; the frames are `fps` a second, those of wires come at every change.
    func write(_ format: RenderFormat, during time: Nanoseconds, fps: Int) throws {
        guard format != .vcd else { return try writeWires(during: time) }
        let frames = Int(clamping: (Int128(time.count) * Int128(fps) + 999_999_999) / 1_000_000_000)
        guard frames <= RenderJob.maximumFrames else {
            throw CommandError(
                "\(time.text) at \(fps) frames a second are \(frames) frames, "
                    + "more than \(RenderJob.maximumFrames); give a shorter --for or a lower --fps")
        }
        // Rounded up like the instants of changes: a text at as many pixels as frames a second moves one each frame.
        let instants = (0..<max(frames, 1)).map { number in
            Instant(nanoseconds: (Int64(number) * 1_000_000_000 + Int64(fps) - 1) / Int64(fps))
        }
        switch format {
        case .gif: try writeAnimation(GIFEncoder.self, instants, fps: fps)
        case .webp: try writeAnimation(WebPEncoder.self, instants, fps: fps)
        case .txt: try writeText(instants)
        case .png, .vcd: throw CommandError("a \(format.rawValue) has no frames")
        }
    }

    /// Writes one picture after the other, separated by blank lines.
    private func writeText(_ instants: [Instant]) throws {
        let size = renderer.board.size
        let bytes = instants.count.multipliedReportingOverflow(by: (size.width + 1) * size.height + 1)
        guard !bytes.overflow, bytes.partialValue <= RenderJob.maximumTextBytes else {
            throw CommandError(
                "\(instants.count) frames of \(size) are more than \(RenderJob.maximumTextBytes >> 20) MiB of text; "
                    + "give a shorter --for or a lower --fps")
        }
        var text = ""
        try renderer.forEachFrame(at: instants) { frame, _ in
            if !text.isEmpty { text += "\n" }
            text += frame.canvas.text
        }
        try FileBytes.write(Array(text.utf8), path: path)
    }

    /// The most bytes of one text file: 128 MiB.
    static let maximumTextBytes = 128 << 20

    /// The most frames of one file: twenty minutes at 50 frames a second.
    static let maximumFrames = 60_000

    /// How long a frame is shown, so that sums never drift from the frame rate.
    static func time(ofFrame number: Int, fps: Int, unitsPerSecond: Int) -> Int {
        (number + 1) * unitsPerSecond / fps - number * unitsPerSecond / fps
    }

    /// Writes the wires of every change.
    private func writeWires(during time: Nanoseconds) throws {
        var count = 0
        let bytes = try wires(until: .zero + time) { show in
            try renderer.forEachChange(before: .zero + time) { instant, frame in
                count += 1
                guard count <= maximumChanges else {
                    throw CommandError(
                        "the picture changes more than \(maximumChanges) times in \(time.text), too often "
                            + "for one .vcd; give a shorter --for or a lower --speed")
                }
                try show(instant, frame)
            }
        }
        try FileBytes.write(bytes, path: path)
    }

    /// Returns the wires of the board as VCD bytes.
    private func wires(until end: Instant? = nil, _ frames: RecordedFrames) throws -> [UInt8] {
        let brightness = renderer.firstBrightness
        guard let bytes = try renderer.board.recordWires(firstBrightness: brightness, until: end, frames) else {
            throw CommandError(
                "the board \(renderer.board.name) has no wires to record as .vcd; "
                    + "boards with wires are, for instance, sim-32x8, max7219-32x8 and hub75-64x32")
        }
        return bytes
    }

    /// The most changes of one file of wires: some 300 MB of text.
    private var maximumChanges: Int {
        guard case .hub75(let wired) = renderer.board.panel else { return 20_000 }
        // Three edges of eleven planes of a row pair for every column, in each refresh of the dither cycle.
        return max(20_000_000 / (wired.matrix.columns * wired.matrix.rowPairs * 33 << wired.settings.ditherBits), 1)
    }

    /// Frames that show the same picture become one that is shown longer.
    private func writeAnimation(_ kind: (some AnimationEncoder).Type, _ instants: [Instant], fps: Int) throws {
        let encoder = try kind.init(size: painter.imageSize(of: renderer.board.size), limits: .standard)
        var progress = Progress(total: instants.count, what: "frames")
        var pending: (picture: RGBBitmap, time: Int)?
        var number = 0
        try renderer.forEachFrame(at: instants) { frame, isNew in
            if isNew {
                if let pending { try encoder.append(pending.picture, time: pending.time) }
                pending = (painter.paint(try styled(frame)), 0)
            }
            pending?.time += RenderJob.time(ofFrame: number, fps: fps, unitsPerSecond: kind.unitsPerSecond)
            number += 1
            progress.advance()
        }
        if let pending { try encoder.append(pending.picture, time: pending.time) }
        try encoder.write(path: path)
        progress.end()
    }
}

/// What kind of file an ending asks for.
enum RenderFormat: String, CaseIterable {
    case png, gif, webp, txt, vcd

    /// Reads the ending of a path.
    init(path: String) throws {
        let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
        guard let format = RenderFormat(rawValue: ending) else {
            throw ValidationError("--out must end in .png, .gif, .webp, .txt or .vcd, not \"\(path)\"")
        }
        self = format
    }
}

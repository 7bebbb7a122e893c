import ImageFiles
import PixelGraphics

/// Limits that a fuzzer reaches.
private let limits = ImageLimits(
    maximumSide: 512, maximumPixels: 1 << 16, maximumFrames: 64, maximumFileBytes: 1 << 16)

/// Reads an image as it is and for an area: pictures within the limits, or an error that is a readable line.
func readImage(_ bytes: [UInt8]) -> Int32 {
    let area = Size(width: 24, height: 8)
    var count = 0
    for fit in ImageFit.allCases {
        do throws(ImageFileError) {
            let image = try ImageLoader.decode(bytes, limits: limits, fit: fit, area: area)
            precondition((1...limits.maximumFrames).contains(image.frames.count), "there are frames, not too many")
            precondition(image.loops.map { $0 >= 1 } ?? true, "it is shown once at least")
            for frame in image.frames {
                precondition(frame.milliseconds >= 1, "a frame is shown for a while")
                precondition(frame.picture.bitmap.size == image.size, "all frames have the same size")
                precondition(frame.picture.mask.size == image.size, "the mask has the size of the picture")
            }
            if fit == .stretch { precondition(image.size == area, "it has the area's size") }
            let pixels = image.size.width * image.size.height * image.frames.count
            precondition(pixels <= limits.maximumPixels, "the limit holds")
            count += 1
        } catch {
            precondition(!error.reason.isEmpty && error.description.utf8.count < 1_000, "an error is a readable line")
        }
    }
    return count > 0 ? 0 : -1
}

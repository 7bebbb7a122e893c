import CImageCodecs
import PixelGraphics

/// Writes an animated GIF (GIF89a) frame by frame: it loops forever, and each frame holds only the rectangle that changed,
/// with its unchanged pixels transparent where that takes fewer bytes.
///
/// Colours come from one palette for the whole file as long as its places last: 255 and one for transparency. From the first
/// frame on that has more than 256 colours, channels are rounded to 6 bits if that makes them few enough. A frame whose colours do
/// not fit into the file's palette gets one of its own, exact up to 256 colours, else with the nearest ones. Equal
/// pictures in a row become one frame with the sum of their times. The same pictures give the same bytes. What is kept in
/// memory is the last picture and the compressed bytes.
package final class GIFEncoder: AnimationEncoder {
    /// The extent of every frame in pixels.
    package let size: Size
    private let limits: ImageLimits
    private let stream: GIFOutputStream
    /// The frames in the file so far.
    private var frameCount = 0
    private var palette = GIFPalette()
    private var last: RGBBitmap?
    private var pending: GIFFrameData?
    /// Whether channels are rounded.
    private var isRounding = false

    /// The units of time in a second.
    package static let unitsPerSecond = 100

    /// Adds a picture that is shown for that many hundredths of a second.
    package func append(_ bitmap: RGBBitmap, time: Int) throws(ImageFileError) {
        try append(bitmap, hundredths: time)
    }

    /// Starts a file without frames.
    package init(size: Size, limits: ImageLimits = .standard) throws(ImageFileError) {
        try limits.check(width: size.width, height: size.height, operation: .encode, format: "GIF")
        self.size = size
        self.limits = limits
        stream = try GIFOutputStream(size: size)
    }

    /// Adds a picture that is shown for that many hundredths of a second.
    ///
    /// Pictures shown for zero or fewer hundredths are left out: GIF cannot show them. Most viewers show a frame of 1
    /// hundredth for 10. More than 655.35 s take several frames of the file.
    ///
    /// - Throws: `ImageFileError` if the size differs or the file gets more frames than the limits allow.
    package func append(_ bitmap: RGBBitmap, hundredths: Int) throws(ImageFileError) {
        guard bitmap.size == size else {
            throw ImageFileError(
                operation: .encode, format: "GIF", reason: "a frame has \(bitmap.size) pixels in a file of \(size)",
                fix: "Give all frames the same size")
        }
        guard hundredths > 0 else { return }
        var picture = isRounding ? Self.rounded(bitmap) : bitmap
        var changed = Self.changedRectangle(from: last, to: picture)
        if !isRounding, !GIFPalette.holds(picture, in: changed, hasTransparentPlace: false) {
            let rounded = Self.rounded(bitmap)
            isRounding = GIFPalette.holds(rounded, in: changed, hasTransparentPlace: true)
            if isRounding {
                picture = rounded
                changed = Self.changedRectangle(from: last, to: rounded)
            }
        }
        guard !changed.isEmpty else {
            pending?.extend(by: hundredths)
            return
        }
        try writePending()
        pending = palette.frame(of: picture, over: last, in: changed, hundredths: hundredths)
        last = picture
    }

    /// The picture with 64 values for each channel, evenly spaced; none is off by more than 2.
    private static func rounded(_ bitmap: RGBBitmap) -> RGBBitmap {
        let values: [UInt8] = (0..<256).map { (value: Int) in
            let step = (value * 63 + 127) / 255
            return UInt8((step * 255 + 31) / 63)
        }
        var previous: (color: Color, rounded: Color) = (.black, .black)
        let pixels = bitmap.pixels.map { (color: Color) -> Color in
            if color == previous.color { return previous.rounded }
            let rounded = Color(
                red: values[Int(color.red)], green: values[Int(color.green)], blue: values[Int(color.blue)])
            previous = (color, rounded)
            return rounded
        }
        return RGBBitmap(size: bitmap.size, pixels: pixels)
    }

    /// Ends the file and returns its bytes; the encoder is unusable afterwards.
    package func finish() throws(ImageFileError) -> [UInt8] {
        guard pending != nil else {
            throw ImageFileError(
                operation: .encode, format: "GIF", reason: "there is no frame that is shown",
                fix: "Give at least one frame of 1 hundredth of a second")
        }
        try writePending()
        return try stream.finish(palette: palette.colors)
    }

    private func writePending() throws(ImageFileError) {
        guard let frame = pending else { return }
        pending = nil
        // A delay has 16 bits: what is longer continues in frames that repeat the first pixel.
        let maximumDelay = 0xFFFF
        frameCount += (frame.hundredths - 1) / maximumDelay + 1
        try limits.check(frames: frameCount, operation: .encode, format: "GIF")
        var rest = frame.hundredths
        var part = frame
        while true {
            let delay = min(rest, maximumDelay)
            try stream.write(part, hundredths: delay)
            rest -= delay
            guard rest > 0 else { return }
            part = frame.firstPixel
        }
    }

    /// The smallest rectangle outside of which both pictures are equal, which have the same size; all of the first picture.
    static func changedRectangle(from old: RGBBitmap?, to new: RGBBitmap) -> Rectangle {
        guard let old else { return Rectangle(new.size) }
        let width = new.width
        return old.pixels.withUnsafeBufferPointer { old in
            new.pixels.withUnsafeBufferPointer { new in
                var left = width
                var right = -1
                var top = -1
                var bottom = -1
                for index in 0..<new.count where old[index] != new[index] {
                    let y = index / width
                    let x = index - y * width
                    if top < 0 { top = y }
                    bottom = y
                    left = min(left, x)
                    right = max(right, x)
                }
                guard top >= 0 else { return Rectangle(.zero) }
                return Rectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
            }
        }
    }
}

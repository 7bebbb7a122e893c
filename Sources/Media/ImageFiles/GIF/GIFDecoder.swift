import CImageCodecs
import PixelGraphics

/// The bytes of the file that giflib reads from, and how many were read.
typealias GIFSource = (bytes: UnsafeBufferPointer<UInt8>, offset: Int)

/// Reads the records of a GIF file one by one and paints the frames.
struct GIFDecoder {
    private let file: UnsafeMutablePointer<GifFileType>
    private let source: UnsafeMutablePointer<GIFSource>
    private let limits: ImageLimits
    private var screen: GIFScreen
    private var frames: [DecodedImage.Frame] = []
    /// How often all frames are shown; nil: forever.
    private var loops: Int? = 1
    /// What the graphic control extension says of the next frame (GIF89a, 23).
    private var control = Self.noControl
    /// How frames are kept: as they are without an area.
    private let fitting: ImageFitting
    /// The pixels that the frames so far have cost.
    private var work = 0

    /// The control of a frame without an extension.
    private static let noControl = GraphicsControlBlock(
        DisposalMode: DISPOSAL_UNSPECIFIED, UserInputFlag: false, DelayTime: 0, TransparentColor: NO_TRANSPARENT_COLOR)

    /// Reads the header; `source` must live until `close`.
    init(
        source: UnsafeMutablePointer<GIFSource>, limits: ImageLimits, _ fitting: ImageFitting = ImageFitting()
    ) throws(ImageFileError) {
        self.source = source
        self.limits = limits
        var code: Int32 = 0
        let opened = DGifOpen(
            source,
            { file, bytes, count in
                guard let bytes, count > 0, let source = file?.pointee.UserData?.assumingMemoryBound(to: GIFSource.self)
                else { return 0 }
                let taken = min(Int(count), source.pointee.bytes.count - source.pointee.offset)
                guard taken > 0, let start = source.pointee.bytes.baseAddress else { return 0 }
                bytes.update(from: start + source.pointee.offset, count: taken)
                source.pointee.offset += taken
                return Int32(taken)
            }, &code)
        guard let opened else { throw Self.failure(GIF.message(code), offset: source.pointee.offset) }
        file = opened
        let size = Size(width: Int(opened.pointee.SWidth), height: Int(opened.pointee.SHeight))
        do throws(ImageFileError) {
            try limits.check(width: size.width, height: size.height, operation: .decode, format: "GIF")
        } catch {
            DGifCloseFile(opened, &code)
            throw error
        }
        self.fitting = fitting
        screen = GIFScreen(size: size)
    }

    /// Gives giflib's memory back.
    func close() {
        var code: Int32 = 0
        DGifCloseFile(file, &code)
    }

    /// Reads all records.
    mutating func run() throws(ImageFileError) -> DecodedImage {
        while true {
            if source.pointee.offset == source.pointee.bytes.count, !frames.isEmpty { return image }
            var record = UNDEFINED_RECORD_TYPE
            try check(DGifGetRecordType(file, &record))
            switch record {
            case IMAGE_DESC_RECORD_TYPE: try readFrame()
            case EXTENSION_RECORD_TYPE: try readExtension()
            case TERMINATE_RECORD_TYPE:
                guard !frames.isEmpty else {
                    throw Self.failure("the file has no frame", offset: source.pointee.offset)
                }
                return image
            default: break
            }
        }
    }

    private var image: DecodedImage {
        DecodedImage(size: frames.first?.picture.bitmap.size ?? screen.size, frames: frames, loops: loops)
    }

    private mutating func readFrame() throws(ImageFileError) {
        let keptSize = ImagePlan(screen.size, fitting).kept
        try limits.check(
            width: keptSize.width, height: keptSize.height, frames: frames.count + 1,
            operation: .decode, format: "GIF")
        try check(DGifGetImageDesc(file))
        let image = file.pointee.Image
        // A row of a frame is read at once, and a frame may be larger than the screen.
        try limits.check(width: Int(image.Width), height: Int(image.Height), operation: .decode, format: "GIF")
        work += Int(image.Width) * Int(image.Height)
        if control.DisposalMode == DISPOSE_PREVIOUS { work += screen.size.width * screen.size.height }
        try limits.check(work: work, operation: .decode, format: "GIF")
        guard let map = image.ColorMap ?? file.pointee.SColorMap else {
            throw Self.failure("a frame has no palette", offset: source.pointee.offset)
        }
        let palette = (0..<Int(map.pointee.ColorCount)).map { place in
            let color = map.pointee.Colors[place]
            return Color(red: color.Red, green: color.Green, blue: color.Blue)
        }
        let area = Rectangle(
            x: Int(image.Left), y: Int(image.Top), width: Int(image.Width), height: Int(image.Height))
        try checkRestored(area)
        screen.begin(control, area: area)
        var row = [UInt8](repeating: 0, count: Int(image.Width))
        for y in GIFScreen.rows(height: Int(image.Height), isInterlaced: image.Interlace) {
            try check(DGifGetLine(file, &row, image.Width))
            screen.paint(row, x: Int(image.Left), y: Int(image.Top) + y, palette: palette, control: control)
        }
        frames.append(
            DecodedImage.Frame(picture: screen.picture.fitted(fitting), given: 10 * Int(control.DelayTime)))
        screen.dispose(control, area: area)
        control = Self.noControl
    }

    /// Throws if the screen and what a frame restores on it are larger together than a screen may be.
    private func checkRestored(_ area: Rectangle) throws(ImageFileError) {
        guard control.DisposalMode == DISPOSE_PREVIOUS else { return }
        let restored = area.intersection(Rectangle(screen.size))
        let pixels = screen.size.width * screen.size.height + restored.width * restored.height
        guard pixels > limits.maximumPixels else { return }
        throw ImageFileError(
            operation: .decode, format: "GIF",
            reason:
                "the picture of \(screen.size) and what a frame restores have more than \(limits.maximumPixels) pixels",
            fix: "Scale it down")
    }

    private mutating func readExtension() throws(ImageFileError) {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<UInt8>?
        try check(DGifGetExtension(file, &code, &block))
        var isLoop = false
        var isFirst = true
        while let data = block {
            let bytes = UnsafeBufferPointer(start: data + 1, count: Int(data[0]))
            if isFirst, code == GRAPHICS_EXT_FUNC_CODE {
                control = Self.noControl
                // Anything but four bytes says nothing.
                _ = DGifExtensionToGCB(bytes.count, bytes.baseAddress, &control)
            } else if isFirst, code == APPLICATION_EXT_FUNC_CODE {
                isLoop = bytes.elementsEqual("NETSCAPE2.0".utf8) || bytes.elementsEqual("ANIMEXTS1.0".utf8)
            } else if isLoop, bytes.count == 3, bytes[0] == 1 {
                let repetitions = Int(bytes[1]) | Int(bytes[2]) << 8
                loops = repetitions == 0 ? nil : repetitions + 1
            }
            isFirst = false
            try check(DGifGetExtensionNext(file, &block))
        }
    }

    private func check(_ result: Int32) throws(ImageFileError) {
        guard result == GIF_OK else {
            throw Self.failure(GIF.message(file.pointee.Error), offset: source.pointee.offset)
        }
    }

    private static func failure(_ reason: String, offset: Int) -> ImageFileError {
        ImageFileError(
            operation: .decode, format: "GIF", reason: "\(reason) (byte \(offset))",
            fix: "Give an undamaged GIF file")
    }
}

/// The logical screen that the frames of a GIF are painted on, one over the other.
struct GIFScreen {
    /// The extent of the screen.
    var size: Size { picture.bitmap.size }
    /// What is seen now.
    private(set) var picture: MaskedBitmap
    /// What lay where a frame is that will be restored.
    private var previous: (picture: RGBBitmap, mask: MonoBitmap, at: Point)?

    init(size: Size) {
        picture = MaskedBitmap(size: size)
    }

    /// The order in which the rows of a frame come: every 8th from 0, every 8th from 4, every 4th from 2 and every 2nd
    /// from 1 when interlaced (GIF89a, appendix E).
    static func rows(height: Int, isInterlaced: Bool) -> [Int] {
        guard isInterlaced else { return Array(0..<height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }

    /// Remembers what a frame will have to restore.
    mutating func begin(_ control: GraphicsControlBlock, area: Rectangle) {
        guard control.DisposalMode == DISPOSE_PREVIOUS else { return }
        let area = area.intersection(Rectangle(size))
        previous = (picture.bitmap.cropped(to: area), picture.mask.cropped(to: area), Point(x: area.x, y: area.y))
    }

    /// Paints a row; what lies outside the screen and indices without a colour are dropped.
    mutating func paint(_ row: [UInt8], x: Int, y: Int, palette: [Color], control: GraphicsControlBlock) {
        for (column, place) in row.enumerated()
        where Int32(place) != control.TransparentColor && Int(place) < palette.count {
            picture.bitmap[x + column, y] = palette[Int(place)]
            picture.mask[x + column, y] = true
        }
    }

    /// Does what the frame's control asks for when its time is over.
    mutating func dispose(_ control: GraphicsControlBlock, area: Rectangle) {
        switch control.DisposalMode {
        case DISPOSE_PREVIOUS:
            if let previous { restore(previous.picture, previous.mask, at: previous.at) }
            previous = nil
        case DISPOSE_BACKGROUND:
            let area = area.intersection(Rectangle(size))
            restore(RGBBitmap(size: area.size), MonoBitmap(size: area.size), at: area.origin)
        default: return
        }
    }

    private mutating func restore(_ old: RGBBitmap, _ mask: MonoBitmap, at point: Point) {
        picture.bitmap.blit(old, at: point)
        picture.mask.blit(mask, at: point)
    }
}

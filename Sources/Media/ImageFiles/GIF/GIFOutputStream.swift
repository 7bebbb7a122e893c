import CImageCodecs
import PixelGraphics

/// A GIF file being written into memory by giflib.
///
/// The file's palette comes before the frames, but is known only after them: 256 places are kept at the start, and at the
/// end only as many as it needs are left. Each frame has codes of the fewest bits that hold its places.
final class GIFOutputStream {
    /// The header has 6 bytes and the logical screen descriptor 7 (GIF89a, 17 and 18).
    private static let paletteOffset = 13
    /// Where the descriptor says how many places the palette has.
    private static let flagsOffset = 10

    private var file: UnsafeMutablePointer<GifFileType>?
    private let output: UnsafeMutablePointer<[UInt8]>

    init(size: Size) throws(ImageFileError) {
        output = .allocate(capacity: 1)
        output.initialize(to: [])
        var code: Int32 = 0
        file = EGifOpen(
            output,
            { file, bytes, count in
                guard let bytes, let output = file?.pointee.UserData?.assumingMemoryBound(to: [UInt8].self) else {
                    return 0
                }
                output.pointee.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                return count
            }, &code)
        guard let file else { throw Self.failure(code) }
        EGifSetGifVersion(file, true)
        let map = try Self.colorMap([Color](repeating: .black, count: GIFPalette.capacity))
        defer { GifFreeMapObject(map) }
        try check(EGifPutScreenDesc(file, Int32(size.width), Int32(size.height), 8, 0, map))
        try writeLoopExtension(file)
    }

    deinit {
        var code: Int32 = 0
        if let file { EGifCloseFile(file, &code) }
        output.deinitialize(count: 1)
        output.deallocate()
    }

    /// Writes one frame, shown for `hundredths` (0 to 65535) of a second and then left in place; with its unchanged pixels
    /// transparent if that takes fewer bytes.
    func write(_ frame: GIFFrameData, hundredths: Int) throws(ImageFileError) {
        let start = output.pointee.count
        try write(frame, frame.indices, transparentPlace: nil, hundredths: hundredths)
        guard let sparse = frame.sparseIndices else { return }
        let end = output.pointee.count
        try write(frame, sparse, transparentPlace: GIFPalette.transparentPlace, hundredths: hundredths)
        if output.pointee.count - end < end - start {
            output.pointee.removeSubrange(start..<end)
        } else {
            output.pointee.removeSubrange(end...)
        }
    }

    private func write(
        _ frame: GIFFrameData, _ indices: [UInt8], transparentPlace: UInt8?, hundredths: Int
    ) throws(ImageFileError) {
        guard let file else { throw Self.failure(E_GIF_ERR_NOT_WRITEABLE) }
        var control = GraphicsControlBlock(
            DisposalMode: DISPOSE_DO_NOT, UserInputFlag: false, DelayTime: Int32(hundredths),
            TransparentColor: transparentPlace.map { Int32($0) } ?? NO_TRANSPARENT_COLOR)
        var block = [UInt8](repeating: 0, count: 4)
        EGifGCBToExtension(&control, &block)
        try check(EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, 4, block))
        var map: UnsafeMutablePointer<ColorMapObject>?
        if let palette = frame.palette {
            map = try Self.colorMap(palette)
        } else {
            // giflib takes the bits of a code from the palette.
            file.pointee.SColorMap?.pointee.BitsPerPixel = Int32(Self.bits(of: Int(indices.max() ?? 0) + 1))
        }
        defer { GifFreeMapObject(map) }
        let area = frame.rectangle
        try check(
            EGifPutImageDesc(
                file, Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height), false, map))
        var row = [UInt8](repeating: 0, count: area.width)
        for y in 0..<area.height {
            // giflib masks the pixels in place, so it gets a copy of the row.
            row.replaceSubrange(0..<area.width, with: indices[y * area.width..<(y + 1) * area.width])
            try check(EGifPutLine(file, &row, Int32(area.width)))
        }
    }

    /// The fewest bits that tell a number of colours apart, 1 to 8.
    private static func bits(of count: Int) -> Int {
        (1..<8).first { count <= 1 << $0 } ?? 8
    }

    /// Ends the file and returns its bytes with the palette filled in.
    func finish(palette: [Color]) throws(ImageFileError) -> [UInt8] {
        guard let file else { throw Self.failure(E_GIF_ERR_CLOSE_FAILED) }
        self.file = nil
        var code: Int32 = 0
        guard EGifCloseFile(file, &code) == GIF_OK else { throw Self.failure(code) }
        var bytes = output.pointee
        for (place, color) in palette.prefix(GIFPalette.capacity).enumerated() {
            bytes[Self.paletteOffset + 3 * place] = color.red
            bytes[Self.paletteOffset + 3 * place + 1] = color.green
            bytes[Self.paletteOffset + 3 * place + 2] = color.blue
        }
        let bits = Self.bits(of: palette.count)
        let end = Self.paletteOffset + 3 * GIFPalette.capacity
        bytes.removeSubrange((Self.paletteOffset + 3 * (1 << bits))..<end)
        // The lowest three bits are those of the palette's places, less one.
        bytes[Self.flagsOffset] = bytes[Self.flagsOffset] & 0xF8 | UInt8(bits - 1)
        return bytes
    }

    /// The application extension that makes viewers repeat the frames forever (Netscape 2.0, count 0).
    private func writeLoopExtension(_ file: UnsafeMutablePointer<GifFileType>) throws(ImageFileError) {
        try check(EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE))
        try check(EGifPutExtensionBlock(file, 11, Array("NETSCAPE2.0".utf8)))
        try check(EGifPutExtensionBlock(file, 3, [1, 0, 0] as [UInt8]))
        try check(EGifPutExtensionTrailer(file))
    }

    /// A palette of as many places as the fewest bits give that hold the colours; those without a colour are black.
    ///
    /// To be freed by `GifFreeMapObject`.
    private static func colorMap(_ colors: [Color]) throws(ImageFileError) -> UnsafeMutablePointer<ColorMapObject> {
        guard let map = GifMakeMapObject(1 << Int32(bits(of: colors.count)), nil) else {
            throw failure(E_GIF_ERR_NOT_ENOUGH_MEM)
        }
        for (place, color) in colors.prefix(GIFPalette.capacity).enumerated() {
            map.pointee.Colors[place] = GifColorType(Red: color.red, Green: color.green, Blue: color.blue)
        }
        return map
    }

    private func check(_ result: Int32) throws(ImageFileError) {
        guard result == GIF_OK else { throw Self.failure(file?.pointee.Error ?? E_GIF_ERR_WRITE_FAILED) }
    }

    private static func failure(_ code: Int32) -> ImageFileError {
        ImageFileError(
            operation: .encode, format: "GIF", reason: GIF.message(code), fix: "Report this as a bug")
    }
}

import Glibc
import LinuxSystem
import PixelGraphics

/// Reads image files to show them: distinguished by their first bytes, and scaled to the size of an area while
/// they are read, so that a large file needs little memory.
///
/// Functions of their arguments (and the file) alone, with results that any thread may take: meant to be called off the
/// thread that draws. What a file declares is checked against the limits before memory is taken. In a program that begins with
/// `SignRunner.prepareProcess` each image is decoded in a process of its own, which can do nothing but compute, so that a hole in
/// a library of images is none in the program.
///
/// Times and rounds are those of web browsers: frames of 10 ms or less are shown for 100 ms; a GIF file that asks for n
/// repetitions is shown n + 1 times, one that asks for 0 forever, one that does not say once. Pixels whose alpha is below one
/// half are transparent. The libraries of JPEG and WebP are loaded with the first file of that kind.
public enum ImageLoader {
    /// Reads a file of that path; anything but a regular file is refused, so that no FIFO makes it wait.
    ///
    /// - Parameters:
    ///   - fit: how it is scaled to the area.
    ///   - area: where it will be shown; nil leaves its size.
    ///   - scaling: what its pixels are made of where it is reduced.
    /// - Throws: `ImageFileError` with the path.
    public static func read(
        path: String, limits: ImageLimits = .shown, fit: ImageFit = .natural, area: Size? = nil,
        scaling: ImageScaling = .mean
    ) throws(ImageFileError) -> DecodedImage {
        try read(path: path, limits: limits, ImageFitting(fit, area, scaling))
    }

    package static func read(
        path: String, limits: ImageLimits = .shown, _ fitting: ImageFitting
    ) throws(ImageFileError) -> DecodedImage {
        guard let process = ImageProcess.shared else {
            let bytes = try FileBytes.read(path: path, limit: limits.maximumFileBytes)
            return try ImageFileError.about(path) { () throws(ImageFileError) in
                try decode(bytes, limits: limits, fitting)
            }
        }
        // The other process reads the file, so that it is not in memory here.
        let (file, beginning) = try FileBytes.open(
            path: path, limit: limits.maximumFileBytes, beginning: ImageFormat.beginning)
        defer { close(file) }
        return try ImageFileError.about(path) { () throws(ImageFileError) in
            try process.decode(
                file: file, ImageRequest(probe(beginning, limits: limits, fitting).format, limits, fitting))
        }
    }

    /// Reads the bytes of a file.
    ///
    /// - Throws: `ImageFileError`.
    public static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .shown, fit: ImageFit = .natural, area: Size? = nil,
        scaling: ImageScaling = .mean
    ) throws(ImageFileError) -> DecodedImage {
        try decode(bytes, limits: limits, ImageFitting(fit, area, scaling))
    }

    package static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .shown, _ fitting: ImageFitting
    ) throws(ImageFileError) -> DecodedImage {
        guard bytes.count <= limits.maximumFileBytes else {
            throw ImageFileError(operation: .decode, .tooLarge(limit: limits.maximumFileBytes))
        }
        let format = try probe(bytes, limits: limits, fitting).format
        if let process = ImageProcess.shared {
            return try process.decode(bytes, ImageRequest(format, limits, fitting))
        }
        return try format.decode(bytes, limits, fitting)
    }

    /// Checks that a regular file exists, begins like an image file, and declares no picture beyond the limits; reads only
    /// its beginning.
    ///
    /// Of a folder all images are checked.
    ///
    /// - Throws: `ImageFileError` with the path.
    package static func probe(
        path: String, limits: ImageLimits = .shown, _ fitting: ImageFitting = ImageFitting()
    ) throws(ImageFileError) {
        guard !ImageSlides.isPath(path) else {
            for file in try ImageSlides.files(in: path) { try probe(path: file, limits: limits, fitting) }
            return
        }
        let bytes = try FileBytes.beginning(path: path, maximum: ImageFormat.beginning)
        try ImageFileError.about(path) { () throws(ImageFileError) in
            _ = try probe(bytes, limits: limits, fitting)
        }
    }

    /// Checks that bytes begin like an image file, and declare no picture beyond the limits.
    ///
    /// - Returns: the format, and the size that is declared; nil for a size that is further back.
    @discardableResult
    package static func probe(
        _ beginning: [UInt8], limits: ImageLimits = .shown, _ fitting: ImageFitting = ImageFitting()
    ) throws(ImageFileError) -> (format: ImageFormat, size: Size?) {
        guard let format = ImageFormat.of(beginning) else { throw unknownFormat(beginning) }
        return (format, try format.check(beginning, limits, fitting))
    }

    private static func unknownFormat(_ bytes: [UInt8]) -> ImageFileError {
        let neither = "neither \(ImageFormat.names(joinedBy: "nor"))"
        guard let format = FileFormat(of: bytes) else {
            return ImageFileError(
                operation: .decode, reason: bytes.isEmpty ? "the file is empty" : "the file is \(neither)",
                fix: "Give a \(ImageFormat.names) file")
        }
        return ImageFileError(
            operation: .decode, reason: "the file is \(format.words), \(neither)",
            fix: "Convert it to \(ImageFormat.names)")
    }
}

/// A format of images that can be shown: how its files are called and recognized, and what reads them.
package struct ImageFormat: Sendable {
    /// The format, which knows its first bytes and its name.
    let format: FileFormat
    /// How names of its files end, behind the point and in small letters.
    package let endings: [String]
    /// Loads what reading needs, before a process gives up its rights; nil for nothing.
    var load: (@Sendable () throws(ImageFileError) -> Void)?
    /// The size that the beginning of a file declares; nil if it does not reach that far.
    ///
    /// - Throws: if it is too large, or takes too much memory.
    let check: @Sendable (_ beginning: [UInt8], ImageLimits, ImageFitting) throws(ImageFileError) -> Size?
    /// Reads a whole file, and scales its frames to an area.
    let read: @Sendable (UnsafeBufferPointer<UInt8>, ImageLimits, ImageFitting) throws(ImageFileError) -> DecodedImage

    /// All formats.
    static let all = [
        ImageFormat(format: .png, endings: ["png"], check: PNG.check) {
            (bytes, limits, fitting) throws(ImageFileError) in
            DecodedImage(try PNG.decode(bytes, limits: limits, fitting))
        },
        ImageFormat(format: .gif, endings: ["gif"], check: GIF.check) {
            (bytes, limits, fitting) throws(ImageFileError) in
            try GIF.decode(bytes, limits: limits, fitting)
        },
        ImageFormat(format: .jpeg, endings: ["jpg", "jpeg"], load: JPEG.load, check: JPEG.check) {
            (bytes, limits, fitting) throws(ImageFileError) in
            DecodedImage(try JPEG.decode(bytes, limits: limits, fitting))
        },
        ImageFormat(format: .webP, endings: ["webp"], load: WebP.load, check: WebP.check) {
            (bytes, limits, fitting) throws(ImageFileError) in
            try WebP.decode(bytes, limits: limits, fitting)
        },
    ]

    /// The bytes from the start of a file that declare the extent of nearly all pictures: in front of that of JPEG pictures there are
    /// facts about cameras and colours.
    package static let beginning = 1 << 17

    /// What the format is called in headers of HTTP, such as "image/png".
    package var mediaType: String { "image/" + format.name.lowercased() }

    /// Reads a whole file from memory, and scales its frames to an area.
    func decode(
        _ bytes: [UInt8], _ limits: ImageLimits, _ fitting: ImageFitting
    ) throws(ImageFileError) -> DecodedImage {
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(ImageFileError) in try read(buffer, limits, fitting) }
        }
        return try result.get()
    }

    /// The format of a file by its first bytes; nil if it cannot be shown.
    static func of(_ bytes: [UInt8]) -> ImageFormat? {
        FileFormat(of: bytes).flatMap { found in all.first { $0.format == found } }
    }

    /// The types of all formats.
    package static let mediaTypes = all.map(\.mediaType)

    /// Whether bytes begin like those of an image that can be shown.
    package static func recognizes(_ bytes: [UInt8]) -> Bool { of(bytes) != nil }

    /// How names of files end, behind the point and in small letters.
    package static let endings = all.flatMap(\.endings)

    /// The names of all formats: "PNG or GIF".
    package static let names = names(joinedBy: "or")

    /// The names of all formats as a sentence lists them, such as "PNG nor GIF" with "nor".
    package static func names(joinedBy conjunction: String) -> String { all.map(\.format.name).listed(conjunction) }
}

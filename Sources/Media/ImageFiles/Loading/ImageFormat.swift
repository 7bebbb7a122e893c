import LinuxSystem
import PixelGraphics

/// A format of images that can be shown: how its files are called and recognized, and what reads them.
package struct ImageFormat: Sendable {
    /// The format, which knows its first bytes and its name.
    let format: FileFormat
    /// How names of its files end, behind the point and in small letters.
    let endings: [String]
    /// The extent of the picture that the beginning of a file declares; nil if it does not reach that far.
    let declaredSize: @Sendable (_ beginning: [UInt8]) -> Size?
    /// Reads a whole file, and scales its frames to an area.
    let decode: @Sendable ([UInt8], ImageLimits, ImageFit, Size?) throws(ImageFileError) -> DecodedImage

    /// All formats.
    static let all = [
        ImageFormat(format: .png, endings: ["png"], declaredSize: PNG.declaredSize) {
            (bytes, limits, fit, area) throws(ImageFileError) in
            DecodedImage(try PNG.decode(bytes, limits: limits, fit: fit, area: area))
        },
        ImageFormat(format: .gif, endings: ["gif"], declaredSize: GIF.declaredSize) {
            (bytes, limits, fit, area) throws(ImageFileError) in
            DecodedImage(try GIF.decode(bytes, limits: limits, fit: fit, area: area))
        },
    ]

    /// The format of a file by its first bytes; nil if it cannot be shown.
    static func of(_ bytes: [UInt8]) -> ImageFormat? {
        FileFormat(of: bytes).flatMap { found in all.first { $0.format == found } }
    }
}

extension ImageFormat {
    /// Whether bytes begin like those of an image that can be shown.
    package static func recognizes(_ bytes: [UInt8]) -> Bool { of(bytes) != nil }

    /// How names of files end, behind the point and in small letters.
    package static let endings = all.flatMap(\.endings)

    /// The names of all formats: "PNG or GIF".
    package static let names = names(joinedBy: "or")

    /// The names of all formats as a sentence lists them, such as "PNG nor GIF" with "nor".
    static func names(joinedBy conjunction: String) -> String { all.map(\.format.rawValue).listed(conjunction) }
}

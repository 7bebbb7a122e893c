import Glibc
import LinuxSystem
import PixelGraphics

/// A folder of images, shown one after the other: its path ends with a slash.
package enum ImageSlides {
    /// The order of the images.
    package enum Order: String, CaseIterable, Hashable, Sendable {
        /// By their names.
        case name
        /// The one that was written last comes first.
        case newest
        /// By chance, and the same for the same names.
        case shuffle
    }

    /// The most images of a folder.
    private static let maximumImages = 256

    /// Whether a path is that of a folder of images.
    package static func isPath(_ path: String) -> Bool { path.hasSuffix("/") }

    /// Reads all images of a folder that have the ending of a format, each around the middle of the largest one.
    ///
    /// - Throws: `ImageFileError` with the path of the first image that cannot be shown, or of the folder.
    package static func read(
        path: String, _ order: Order, limits: ImageLimits = .shown, _ fitting: ImageFitting
    ) throws(ImageFileError) -> [DecodedImage] {
        var images: [DecodedImage] = []
        var (size, frames) = (Size(width: 1, height: 1), 0)
        for file in try files(in: path, order) {
            let image = try ImageLoader.read(path: file, limits: limits, fitting)
            size = Size(width: max(size.width, image.size.width), height: max(size.height, image.size.height))
            frames += image.frames.count
            images.append(image)
            try ImageFileError.about(path) { () throws(ImageFileError) in
                try limits.check(
                    width: size.width, height: size.height, frames: frames, operation: .decode, format: "images")
            }
        }
        return images.map { image in
            let frames = image.frames.map { frame in
                DecodedImage.Frame(picture: frame.picture.centered(in: size), milliseconds: frame.milliseconds)
            }
            return DecodedImage(size: size, frames: frames, loops: image.loops)
        }
    }

    /// The paths of its images, in order.
    static func files(in path: String, _ order: Order = .name) throws(ImageFileError) -> [String] {
        let names: [String]
        do throws(FileReadingError) {
            names = try Folder.names(in: path)
        } catch {
            throw ImageFileError(path: path, operation: .read, error)
        }
        let images = names.filter { name in
            !name.hasPrefix(".") && ImageFormat.endings.contains { name.lowercased().hasSuffix("." + $0) }
        }
        guard !images.isEmpty, images.count <= maximumImages else {
            throw ImageFileError(
                path: path, operation: .read,
                reason: images.isEmpty
                    ? "the folder has no file that ends in \(ImageFormat.endings.map { "." + $0 }.listed("or"))"
                    : "the folder has more than \(maximumImages) images",
                fix: images.isEmpty ? "Put images into it" : "Take some out of it")
        }
        return order.sorted(images.map { path + $0 })
    }
}

extension ImageSlides.Order {
    /// Brings paths, in the order of their names, into this one.
    fileprivate func sorted(_ paths: [String]) -> [String] {
        let keys: [Int]
        switch self {
        case .name: return paths
        case .newest: keys = paths.map { -Self.written($0) }
        case .shuffle: keys = paths.map(Self.scattered)
        }
        return zip(keys, paths).sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
    }

    /// When a file was written, in nanoseconds; 0 if it is gone.
    private static func written(_ path: String) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0 }
        return status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
    }

    /// A number that looks like one of chance (FNV-1a of the name).
    private static func scattered(_ path: String) -> Int {
        let name = path.split(separator: "/").last ?? ""
        let hash = name.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Int(hash >> 1)
    }
}

extension MaskedBitmap {
    /// The same in the middle of a size, at least its own.
    fileprivate func centered(in size: Size) -> MaskedBitmap {
        guard size != bitmap.size else { return self }
        var whole = MaskedBitmap(size: size)
        let place = Point(x: (size.width - bitmap.width) / 2, y: (size.height - bitmap.height) / 2)
        whole.bitmap.blit(bitmap, at: place)
        whole.mask.blit(mask, at: place)
        return whole
    }
}

import Foundation
import Glibc
import LinuxSystem
import PixelGraphics
import SignTestSupport
import Testing

@testable import ImageFiles

/// Decoding in a process of its own.
@Suite struct ImageProcessTests {
    private let limits = ImageLimits(maximumSide: 64, maximumPixels: 4_000, maximumFrames: 8, maximumFileBytes: 1 << 16)

    /// The command of this build, which begins like every program that runs signs.
    static var program: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("ledsign").path
    }

    private var process: ImageProcess { ImageProcess(executable: Self.program) }

    /// What both ways make of bytes: an image, or the words of an error.
    private func outcomes(_ bytes: [UInt8], _ fitting: ImageFitting) throws -> [Result<DecodedImage, ImageFileError>] {
        let format = try #require(ImageFormat.of(bytes))
        let request = ImageRequest(format, limits, fitting)
        return [
            Result { () throws(ImageFileError) in try format.decode(bytes, limits, fitting) },
            Result { () throws(ImageFileError) in try process.decode(bytes, request) },
        ]
    }

    @Test(
        "E9: frames in one byte a pixel, and those of more than 256 colours, are the same in both processes and as whole ones"
    )
    func indexed() throws {
        let size = Size(width: 30, height: 20)
        let encoder = try WebPEncoder(size: size)
        for colors in [4, 250, 500, 3] {
            try encoder.append(
                RGBBitmap(size: size, pixels: (0..<600).map { Color(rawValue: UInt32($0 % colors) * 0x1_3577) }),
                time: 50)
        }
        let bytes = try encoder.finish()
        var limits = limits
        let whole = try ImageLoader.decode(bytes, limits: limits)
        limits.indexesFrames = true
        let format = try #require(ImageFormat.of(bytes))
        let request = try #require(ImageRequest(words: ImageRequest(format, limits, ImageFitting()).words[...]))
        for image in [try format.decode(bytes, limits, ImageFitting()), try process.decode(bytes, request)] {
            expectEqual(image.frames.map(\.picture), whole.frames.map(\.picture))
            expectEqual(image.frames.map(\.milliseconds), [50, 50, 50, 50])
            // 600 places and four bytes for each colour, or four for each pixel.
            expectEqual(image.frames.map(\.byteCount), [616, 1_600, 2_400, 612])
        }
        limits.maximumPixels = 1_306
        #expect(throws: ImageFileError.self) { try format.decode(bytes, limits, ImageFitting()) }
        limits.maximumPixels = 1_307
        expectEqual(try format.decode(bytes, limits, ImageFitting()).frames.count, 4)
    }

    @Test("E8: an image of any format is the same out of another process, and so is what is wrong with it")
    func same() throws {
        let folder = try DecodedFolder(
            """
            def make(folder):
                frames = [Image.new('RGBA', (21, 9), (250, 40 * k, 9, 255 if k else 0)) for k in range(3)]
                for ending in ('png', 'gif', 'webp', 'jpg'):
                    name = 'a.' + ending
                    if ending in ('gif', 'webp'):
                        frames[0].save(folder + '/' + name, save_all=True, append_images=frames[1:], duration=70, loop=2)
                    else:
                        frames[1].convert('RGB').save(folder + '/' + name)
                    yield name, Image.open(folder + '/' + name)
                frames[1].convert('RGB').convert('CMYK').save(folder + '/b.jpg')
                yield 'b.jpg', Image.open(folder + '/b.jpg').convert('RGB')
            """)
        defer { folder.remove() }
        for file in folder.files {
            let bytes = try folder.bytes(of: file)
            for fitting in [ImageFitting(), ImageFitting(.contain, Size(width: 7, height: 7), .nearest)] {
                let both = try outcomes(bytes, fitting)
                expectEqual(both[1], both[0], "\(file.name)")
                if case .failure = both[0] { expectEqual(file.name, "b.jpg") }
            }
            let format = try #require(ImageFormat.of(bytes))
            let opened = open(folder.folder.appendingPathComponent(file.name).path, O_RDONLY)
            defer { close(opened) }
            let request = ImageRequest(format, limits, ImageFitting())
            let byFile = Result { () throws(ImageFileError) in try process.decode(file: opened, request) }
            try expectEqual(byFile, outcomes(bytes, ImageFitting())[0], "the file \(file.name)")
            let cut = try outcomes(Array(bytes.prefix(bytes.count / 2)), ImageFitting())
            expectEqual(cut[1], cut[0], "half of \(file.name)")
        }
    }

    /// What a program says instead, as the script of a shell.
    private func answer(_ script: String) throws -> String {
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("reader").path
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
        expectEqual(chmod(path, 0o700), 0)
        let format = try #require(ImageFormat.all.first)
        let request = ImageRequest(format, limits, ImageFitting())
        let failure = Sample.failure { try ImageProcess(executable: path).decode([1], request) }
        return failure?.description ?? "an image"
    }

    @Test("E8: a process that crashes, lies or writes without end is a problem of that image alone")
    func broken() throws {
        for (script, words) in [
            ("kill -SEGV $$", "the process that decodes it was ended by signal 11. Give an undamaged or smaller file."),
            ("exit 3", "the process that decodes it ended with status 3. Give an undamaged or smaller file."),
            ("yes", "the process that decodes it was ended by signal 9. Give an undamaged or smaller file."),
            ("", "the process that decodes it has broken. Give an undamaged file."),
            ("printf '\\1\\0\\0\\0bad\\033[2J\\nfix'", "bad\\u{1b}[2J. fix."),
            ("printf '\\2\\0\\0\\0'", "the process that decodes it has broken. Give an undamaged file."),
            // One pixel, three times.
            (
                "printf '\\0\\0\\0\\0\\1\\0\\0\\0\\1\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0\\5\\0\\0\\0\\0\\0\\0\\0\\1\\2\\3\\1'",
                "an image"
            ),
            (
                "printf '\\0\\0\\0\\0\\1\\0\\0\\0\\1\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0\\5\\0\\0\\0\\0\\0\\0\\0\\1\\2\\3\\1\\0'",
                "the process that decodes it has broken. Give an undamaged file."
            ),
            (
                "printf '\\0\\0\\0\\0\\1\\0\\0\\0\\1\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\1\\2\\3\\1'",
                "the process that decodes it has broken. Give an undamaged file."
            ),
            // One pixel of one colour; then a place without a colour, and too many colours.
            (
                "printf '\\0\\0\\0\\0\\1\\0\\0\\0\\1\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0\\5\\0\\0\\0\\1\\0\\0\\0\\1\\2\\3\\1\\0'",
                "an image"
            ),
            (
                "printf '\\0\\0\\0\\0\\1\\0\\0\\0\\1\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0\\5\\0\\0\\0\\1\\0\\0\\0\\1\\2\\3\\1\\1'",
                "the process that decodes it has broken. Give an undamaged file."
            ),
            (
                "printf '\\0\\0\\0\\0\\1\\0\\0\\0\\1\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0\\5\\0\\0\\0\\1\\1\\0\\0'; head -c 1029 /dev/zero",
                "the process that decodes it has broken. Give an undamaged file."
            ),
            (
                "printf '\\0\\0\\0\\0\\377\\377\\377\\377\\1\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0'",
                "the picture of 4294967295x1 is larger than 64 pixels a side. Scale it down."
            ),
            (
                "printf '\\0\\0\\0\\0\\50\\0\\0\\0\\50\\0\\0\\0\\0\\0\\0\\0\\3\\0\\0\\0'",
                "3 frames of 40x40 have more than 4000 pixels. Scale it down, leave frames out or fit it to its area (fit: contain)."
            ),
        ] {
            let expected = words == "an image" ? words : "cannot decode PNG: " + words
            try expectEqual(answer(script), expected, "\(script)")
        }
        let request = ImageRequest(try #require(ImageFormat.all.first), limits, ImageFitting())
        expectEqual(
            Sample.failure { try ImageProcess(executable: "/nowhere").decode([1], request) }?.reason,
            "the process that decodes it cannot be started: No such file or directory")
    }

    @Test("A request is the same after it was words")
    func words() throws {
        for format in ImageFormat.all {
            for fitting in [ImageFitting(), ImageFitting(.cover, Size(width: 64, height: 0), .nearest)] {
                let words = ImageRequest(format, limits, fitting).words
                let request = try #require(ImageRequest(words: words[...]))
                #expect(
                    request.format.format == format.format && request.limits == limits && request.fitting == fitting)
                #expect(ImageRequest(words: words.dropLast()) == nil)
                #expect(ImageRequest(words: ["TIFF"] + words.dropFirst()) == nil)
            }
        }
    }
}

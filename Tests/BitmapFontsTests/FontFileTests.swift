import CZlib
import Foundation
import SignTestSupport
import Testing

@testable import BitmapFonts

@Suite struct FontFileTests {
    /// One gzip member, by zlib's own deflate.
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        let version = ZLIB_VERSION
        let size = Int32(MemoryLayout<z_stream>.size)
        let started = deflateInit2_(
            &stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY, version, size)
        expectEqual(started, Z_OK)
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count + 1000)
        let capacity = output.count
        let produced = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(capacity)
                let result = deflate(&stream, Z_FINISH)
                expectEqual(result, Z_STREAM_END)
                return capacity - Int(stream.avail_out)
            }
        }
        return Array(output[..<produced])
    }

    private let plain = Array(bdf(dotGlyph).utf8)

    @Test("A compressed font reads as the plain one does, in one member or several, with bytes after the end")
    func compressed() throws {
        let halves = Self.gzip(Array(plain[..<20])) + Self.gzip(Array(plain[20...])) + Self.gzip([])
        for bytes in [Self.gzip(plain), halves, Self.gzip(plain) + [0, 0, 0], Self.gzip(plain) + [0x1F]] {
            try expectEqual(FontFile.read(bytes: bytes, name: "test").glyphCount, 1)
        }
    }

    @Test("A compressed font that ends early is an error at its end, whatever is missing")
    func truncatedGzip() {
        let bytes = Self.gzip(plain)
        for count in 2..<bytes.count {
            let expected = FontError.Finding(place: .byte(count), reason: .endsInside("the gzip-compressed data"))
            expectEqual(fontError(Array(bytes[..<count]))?.problems, [expected])
        }
    }

    @Test("A compressed font with a wrong checksum is an error")
    func wrongChecksum() {
        var bytes = Self.gzip(plain)
        bytes[bytes.count - 6] ^= 1
        expectEqual(fontError(bytes)?.problems.first?.reason, .damagedGzip)
    }

    @Test("What grows beyond 64 MiB is refused, and before it is all unpacked")
    func bomb() {
        let bytes = Self.gzip([UInt8](repeating: 0x0A, count: (64 << 20) + 1))
        #expect(bytes.count < 100_000)
        expectEqual(
            fontError(bytes)?.problems.first?.reason, .tooLarge(what: "the decompressed file", limit: 64 << 20))
    }

    @Test("A compressed file inside a compressed file is no font")
    func nested() {
        let bytes = Self.gzip(Self.gzip(plain))
        guard case .unknownFormat = fontError(bytes)?.problems.first?.reason else {
            Issue.record("a nested file was read")
            return
        }
    }

    @Test(
        "Content that is not a font is named by its first bytes",
        arguments: [
            [], [0], [0x36], [0x01, 0x66, 0x63], Array("hello".utf8), Array("0041".utf8), Array(":00".utf8),
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00],
        ] as [[UInt8]])
    func unknown(bytes: [UInt8]) {
        let expected = FontError.Finding(place: .file, reason: .unknownFormat(firstBytes: Array(bytes.prefix(8))))
        expectEqual(fontError(bytes)?.problems, [expected])
    }

    @Test("Messages name the file, the bytes and the fix")
    func wording() {
        expectEqual(
            fontError([0x89, 0x50, 0x4E])?.description,
            "test: is not a font: it begins with the bytes 89 50 4e; "
                + "give a BDF, PCF, PSF, Unifont .hex, TrueType or OpenType file, plain or gzip-compressed")
        expectEqual(
            fontError([0x36, 0x04, 0])?.description,
            "test: byte 3: the file ends inside the header; get an undamaged copy of the file")
    }

    @Test("Files that cannot be read say why")
    func unreadable() throws {
        let folder = NSTemporaryDirectory()
        for (path, code) in [("\(folder)/no-such-font.bdf", ENOENT), (folder, EISDIR)] {
            do throws(FontError) {
                _ = try FontFile.load(path: path)
                Issue.record("\(path) was read")
            } catch {
                expectEqual(error.problems, [FontError.Finding(place: .file, reason: .unreadable(errno: code))])
                expectEqual(error.source, path)
            }
        }
    }

    @Test("A FIFO and a device are refused without being read")
    func notRegular() throws {
        let fifo = NSTemporaryDirectory() + "/ledsign-\(UUID().uuidString).bdf"
        expectEqual(mkfifo(fifo, 0o600), 0)
        defer { unlink(fifo) }
        for (path, kind) in [(fifo, "a FIFO"), ("/dev/zero", "a device")] {
            let expected = "\(path): is \(kind), not a regular file; give the path of a regular file"
            #expect { try FontFile.load(path: path) } throws: { ($0 as? FontError)?.description == expected }
        }
    }

    @Test("Content of each format is recognized as that format and as no other")
    func formats() {
        let contents: [(name: String, bytes: [UInt8])] = [
            ("BDF", plain), ("PCF", [0x01, 0x66, 0x63, 0x70, 0, 0, 0, 0]),
            ("PSF", PSFReaderTests.version1(mode: 0, height: 8)),
            ("PSF", PSFReaderTests.version2(count: 1, bytesPerGlyph: 8, height: 8, width: 8, body: [])),
            ("Unifont .hex", Array("0041:0000".utf8)),
        ]
        for content in contents {
            expectEqual(FontFormat.all.filter { $0.recognizes(content.bytes) }.map(\.name), [content.name])
        }
    }

    @Test("A file is read from its path and named after it")
    func load() throws {
        let path = NSTemporaryDirectory() + "/ledsign-\(UUID().uuidString).psf.gz"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let font = PSFReaderTests.version1(mode: 0, height: 8)
        try Data(Self.gzip(font)).write(to: URL(fileURLWithPath: path))
        let read = try FontFile.load(path: path)
        expectEqual(read.glyphCount, 256)
        expectEqual(read.source, path)
        #expect(path.hasSuffix("/\(read.name).psf.gz"))
    }

    @Test(
        "A file of another kind is named by its first bytes, whatever its name says",
        arguments: [
            (Array("wOFF\0".utf8), "a WOFF font"), (Array("wOF2\0".utf8), "a WOFF2 font"),
            ([0x89, 0x50, 0x4E, 0x47, 13], "a PNG image"), ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG image"),
        ])
    func others(bytes: [UInt8], words: String) throws {
        let wanted = "give a BDF, PCF, PSF, Unifont .hex, TrueType or OpenType file, plain or gzip-compressed"
        for content in [bytes, Self.gzip(bytes)] {
            let text = fontError(content)?.description ?? ""
            expectEqual(text, "test: is \(words), not a font that can be read; \(wanted)")
        }
    }

    @Test(
        "An outline font that is damaged is an error, compressed or not",
        arguments: [
            [0, 1, 0, 0, 0, 15], Array("true\0".utf8), Array("OTTO\0".utf8), Array("ttcf\0".utf8),
        ])
    func damagedOutlines(bytes: [UInt8]) throws {
        for content in [bytes, Self.gzip(bytes)] {
            var text = ""
            do throws(FontError) {
                _ = try FontFile.read(bytes: content, name: "test", size: .capitals(9))
            } catch {
                text = error.description
            }
            expectEqual(text, "test: the outlines are damaged or of an unknown kind; get an undamaged copy of the file")
        }
    }
}

import Foundation
import ImageFiles
import PixelGraphics
import SignTestSupport
import Testing

/// Sign files with images, as the commands see them.
@Suite struct SignImageCommandTests {
    private func folder(_ sign: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try Data(sign.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        return folder
    }

    @Test("E8: check reports missing and broken images with their places")
    func check() throws {
        let folder = try folder("messages:\n  - {image: ./none.png}\n  - image: ./sign.yaml\n")
        let run = try CommandRunner.ledsign("check", folder.path("sign.yaml"))
        expectEqual(run.status, 3)
        let lines = run.errors.split(separator: "\n").map { $0.replacing(folder.url.path + "/", with: "") }
        expectEqual(
            lines,
            [
                "sign.yaml:2:13: none.png: cannot read: No such file or directory. Check the path.",
                "sign.yaml:3:12: sign.yaml: cannot decode: the file is neither PNG, GIF, JPEG nor WebP. Give a PNG, GIF, JPEG or WebP file.",
            ])
    }

    @Test("E8: render waits for the images of files, and shows them by their own frames")
    func render() throws {
        let folder = try folder("message: {image: ./a.gif, valign: top}\n")
        let encoder = try GIFEncoder(size: Size(width: 3, height: 1))
        for (place, hundredths) in [(0, 20), (2, 30)] {
            var picture = RGBBitmap(size: encoder.size)
            picture[place, 0] = .white
            try encoder.append(picture, hundredths: hundredths)
        }
        try encoder.write(path: folder.path("a.gif"))
        let run = try CommandRunner.ledsign(
            "render", "--sign", folder.path("sign.yaml"), "--board", "sim-32x8", "--for", "600ms", "--fps", "10",
            "--out",
            folder.path("out.txt"))
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let rows = try folder.text("out.txt").components(separatedBy: "\n\n").map { $0.prefix(4) }
        expectEqual(rows, ["#...", "#...", "..#.", "..#.", "..#.", "#..."])
    }

    @Test("E8: render fetches an image from a server without a warning")
    func server() throws {
        let url = try LocalServer.shared.get().url("image")
        let folder = try folder("idle: {text: A}\nmessages: [{image: \"\(url)\", valign: top, align: right}]\n")
        let run = try CommandRunner.ledsign(
            "render", "--sign", folder.path("sign.yaml"), "--board", "sim-32x8", "--at", "1s", "--out",
            folder.path("out.txt"))
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let expected = String(repeating: ".", count: 30) + "##"
        #expect(try folder.text("out.txt").hasPrefix(expected + "\n"))
    }

    /// Writes a large PNG file whose halves are white and black, without having it in memory.
    private static let largePicture = """
        import struct, sys, zlib
        def chunk(name, data):
            return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
        row = b'\\0' + b'\\xff' * 2048 * 3 + b'\\0' * 2048 * 3
        with open(sys.argv[1], 'wb') as file:
            file.write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 4096, 4096, 8, 2, 0, 0, 0)))
            file.write(chunk(b'IDAT', zlib.compress(row * 4096, 1)) + chunk(b'IEND', b''))
        """

    /// Runs a program, and prints its exit code and the most memory that it had resident, in MB.
    private static let measure = """
        import resource, subprocess, sys
        code = subprocess.run(sys.argv[1:], capture_output=True).returncode
        print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
        """

    @Test(
        "E8: a picture of 4096x4096 that is fitted to 64x32 never is in memory as a whole; check says what images need")
    func memory() throws {
        let folder = try folder("message: {image: ./a.png, fit: stretch}\n")
        let made = try CommandRunner.python(Self.largePicture, folder.path("a.png"))
        expectEqual(made.status, 0, "\(made.errors)")
        let check = try CommandRunner.ledsign("check", folder.path("sign.yaml"), "--board", "sim-64x32")
        #expect(
            check.output.hasSuffix(
                "ok, 1 message on sim-64x32; its images need 0.1 MiB of memory, of 24.0 MiB at most\n"),
            "\(check.output)\(check.errors)")
        let program = CommandRunner.products.appendingPathComponent("ledsign").path
        let run = try CommandRunner.python(
            Self.measure, program, "render", "--sign", folder.path("sign.yaml"), "--board", "sim-64x32", "--out",
            folder.path("out.txt"))
        let numbers = run.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        // The picture alone would be 67 MB; the program itself has some 45.
        #expect(numbers.count == 2 && numbers[0] == 0 && numbers[1] < 90, "\(run.output) \(run.errors)")
        let row = String(repeating: "#", count: 32) + String(repeating: ".", count: 32) + "\n"
        try expectEqual(folder.text("out.txt"), String(repeating: row, count: 32))
    }

    @Test("E8: check refuses a picture that needs too much memory, and says how much and what helps")
    func tooLarge() throws {
        let folder = try folder("message: {image: ./a.png}\n")
        _ = try CommandRunner.python(Self.largePicture, folder.path("a.png"))
        let check = try CommandRunner.ledsign("check", folder.path("sign.yaml"), "--board", "sim-64x32")
        expectEqual(check.status, 3)
        #expect(
            check.errors.contains(
                "a.png: cannot decode PNG: the picture of 4096x4096 has more than 6291456 pixels (64.0 MiB of "),
            "\(check.errors)")
        #expect(check.errors.contains("fit: contain"))
    }
}

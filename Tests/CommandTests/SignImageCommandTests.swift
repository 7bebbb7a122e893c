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
                "sign.yaml:3:12: sign.yaml: cannot decode: the file is neither PNG nor GIF. Give a PNG or GIF file.",
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
        try GIF.write(encoder, path: folder.path("a.gif"))
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
}

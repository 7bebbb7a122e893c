import Foundation
import SignTestSupport
import Testing

/// What unused kinds of fonts cost: nothing, not even a look at their files.
@Suite struct FontFilesTests {
    /// The files of outline fonts and emoji that the program opens to draw a sign, as strace(1) sees it.
    private func opened(_ text: String) throws -> Set<String> {
        let folder = try ScratchFolder()
        try Data("message: {text: \"\(text)\", color: red}\n".utf8)
            .write(to: folder.url.appendingPathComponent("sign.yaml"))
        let program = CommandRunner.products.appendingPathComponent("ledsign").path
        let trace = folder.path("trace")
        let run = try CommandRunner.run(
            "/usr/bin/strace",
            [
                "-f", "--seccomp-bpf", "-qq", "-o", trace, "-e", "trace=open,openat", program, "render", "--sign",
                "sign.yaml",
                "--board", "sim-64x32", "--at", "0s", "--out", "picture.txt",
            ], folder: folder.url)
        expectEqual(run.status, 0, "\(run.errors)")
        let names = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\"")
        #expect(names.contains { $0.hasSuffix("ledsign-16-bold.bdf") }, "strace saw no font")
        let files = names.filter { name in [".ttf", ".otf", ".ttc"].contains { name.lowercased().hasSuffix($0) } }
        return Set(files.compactMap { $0.split(separator: "/").last.map(String.init) })
    }

    @Test("A sign opens no file of emoji or outlines that it does not show")
    func unused() throws {
        try expectEqual(opened("Fresh bread, Größe 12 €, <icon=sun> دی"), [])
        try expectEqual(opened("Pizza 🍕"), ["NotoColorEmoji.ttf"])
        try expectEqual(opened("<font=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf@12px>Hi</>"), ["DejaVuSans.ttf"])
    }
}

import Foundation
import ImageFiles
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

@Suite("ledsign decode: boards")
struct DecodeBoardTests {
    private func write(_ board: String, _ folder: ScratchFolder) throws {
        let text = "summary: A board\nkind: max7219\ndevice: simulated\nclock: 8 MHz\nled_color: red\n" + board + "\n"
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("b.yaml"))
    }

    @Test(
        "decode shows what render draws, however the modules are wired and hang",
        arguments: [
            "modules: 6\nrows: 2\nmodule_type: generic\nrotation: 90\npath: serpentine\nfirst_module: bottom-left",
            "modules: 6\nrows: 3\nmodule_type: parola\nrotation: 270\npath: straight\nfirst_module: bottom-right",
            "modules: 4\nrows: 2\nmodule_type: icstation\npath: serpentine-upright\nfirst_module: top-left",
            "modules: 4\nmodule_type: dr0cr0rr1\nrotation: 180\nfirst_module: top-left",
            "modules: 4\nrows: 4\nmodule_type: fc16\npath: serpentine\nfirst_module: top-right",
        ])
    func layouts(board: String) throws {
        let folder = try ScratchFolder()
        try write(board, folder)
        for file in ["r.txt", "a.vcd"] {
            let rendered = try CommandRunner.ledsign(
                "render", "F7G%", "--board", folder.path("b.yaml"), "--at", "0.4s", "--scroll", "always", "--out",
                folder.path(file))
            expectEqual(rendered.status, 0, "\(rendered.errors)")
        }
        let decoded = try CommandRunner.ledsign(
            "decode", folder.path("a.vcd"), "--board", folder.path("b.yaml"), "--out", folder.path("d.txt"))
        #expect(decoded.status == 0 && decoded.errors.isEmpty, "\(decoded.errors)")
        let picture = try folder.text("d.txt")
        #expect(picture.contains("#"))
        try expectEqual(picture, folder.text("r.txt"))
    }

    /// A capture in which the words of one transfer after the other are sent, the farthest module's first.
    private func capture(_ transfers: [[UInt16]]) -> [UInt8] {
        var trace = WireTrace.spi()
        var time: Int64 = 1_000
        func set(_ wire: Int, _ level: Bool) {
            time += 1_000
            trace.edge(on: wire, to: level, at: time)
        }
        for words in transfers {
            set(SPIWires.chipSelect, false)
            for word in words {
                for bit in 0..<16 {
                    set(SPIWires.data, word << bit & 0x8000 != 0)
                    set(SPIWires.clock, true)
                    set(SPIWires.clock, false)
                }
            }
            set(SPIWires.chipSelect, true)
        }
        return trace.vcd
    }

    @Test("modules that are darker than others, or off, are named and look so")
    func brightness() throws {
        let folder = try ScratchFolder()
        try write("modules: 3\nmodule_type: fc16", folder)
        let bytes = capture([
            [0x0A0F, 0x0A00, 0x0A0F], [0x01FF, 0x01FF, 0x01FF], [0x0B00, 0x0B00, 0x0B00], [0x0C01, 0x0C01, 0x0000],
        ])
        try Data(bytes).write(to: folder.url.appendingPathComponent("a.vcd"))
        let decoded = try CommandRunner.ledsign(
            "decode", folder.path("a.vcd"), "--board", folder.path("b.yaml"), "--style", "pixels", "--out",
            folder.path("a.png"))
        expectEqual(decoded.status, 0)
        let lines = decoded.errors.split(separator: "\n").map { String($0) }
        expectEqual(lines.count, 2, "\(decoded.errors)")
        expectEqual(
            lines.first?.hasSuffix(
                "module 1 of the data wire (column 3, row 1) is off while the brightest are at 100 %"),
            true)
        expectEqual(
            lines.last?.hasSuffix(
                "module 2 of the data wire (column 2, row 1) is at 21 % while the brightest are at 100 %"),
            true)
        let image = try ImageLoader.read(path: folder.path("a.png")).frames[0].picture.bitmap
        expectEqual(image.size, Size(width: 24, height: 8))
        let bright = image[0, 0].red
        let dim = image[8, 0].red
        #expect(bright == 255 && (50...56).contains(dim), "\(bright) \(dim)")
        #expect(image[16, 0] == .black && image[0, 1] == .black)
    }
}

import BitmapFonts
import Foundation
import SignTestSupport
import Testing

@Suite("Finding fonts")
struct LayoutSearchTests {
    /// A folder that is gone after the test.
    private final class Folder {
        let path: String

        init(_ files: [String]) throws {
            path = FileManager.default.temporaryDirectory.path + "/fonts-" + UUID().uuidString
            for file in files {
                let url = URL(fileURLWithPath: path + "/" + file)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data().write(to: url)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test(
        "names lose their endings",
        arguments: [
            ("/a/ter-u16b.pcf.gz", "ter-u16b"), ("x.BDF", "x"), ("Lat15-Fixed16.psf.gz", "Lat15-Fixed16"),
            ("a.b.psfu", "a.b"), ("./unifont.hex", "unifont"),
        ])
    func names(path: String, name: String) throws {
        let location = try #require(FontLocation(path: path))
        expectEqual(location.name, name)
        expectEqual(location.path, path)
    }

    @Test(
        "other files are no fonts", arguments: ["a.txt", "a.gz", ".bdf", ".bdf.gz", "bdf", "", "/", "a.woff", "a.bdf/"])
    func others(path: String) {
        #expect(FontLocation(path: path) == nil)
    }

    @Test("all fonts of all folders and subfolders are listed in order, and no other files")
    func list() throws {
        let first = try Folder(["b.bdf", "a.pcf.gz", "README.md", "deep/er/c.psf", ".hidden.bdf", "d.bdf/inside.txt"])
        let second = try Folder(["z.hex"])
        let search = FontSearch(folders: [first.path, "/no/such/folder", second.path, first.path])
        expectEqual(
            search.list().map(\.path),
            [
                first.path + "/a.pcf.gz", first.path + "/b.bdf", first.path + "/deep/er/c.psf", second.path + "/z.hex",
            ])
    }

    @Test("a folder that links to itself ends")
    func loop() throws {
        let folder = try Folder(["a.bdf"])
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/again", withDestinationPath: folder.path)
        let found = FontSearch(folders: [folder.path]).list()
        expectEqual(found.first?.path, folder.path + "/a.bdf")
        #expect(found.count <= 4)
    }

    @Test("a font is found by name, by file name, in either case, and by path; the first folder wins")
    func find() throws {
        let first = try Folder(["ledsign-8.bdf", "both.bdf", "Clock.bdf"])
        let second = try Folder(["both.pcf.gz", "Lat15-Fixed16.psf.gz", "clock.psf"])
        let search = FontSearch(folders: [first.path, second.path])
        try expectEqual(search.find("ledsign-8").path, first.path + "/ledsign-8.bdf")
        try expectEqual(search.find("both").path, first.path + "/both.bdf")
        try expectEqual(search.find("clock").path, second.path + "/clock.psf")
        try expectEqual(search.find("CLOCK").path, first.path + "/Clock.bdf")
        try expectEqual(search.find("both.pcf.gz").path, second.path + "/both.pcf.gz")
        try expectEqual(search.find("lat15-fixed16").path, second.path + "/Lat15-Fixed16.psf.gz")
        try expectEqual(search.find(second.path + "/both.pcf.gz").path, second.path + "/both.pcf.gz")
    }

    @Test("an unknown name is an error with the nearest names and the folders that are there")
    func unknown() throws {
        let folder = try Folder(["ledsign-8.bdf", "ledsign-16.bdf", "unifont.hex", "note.txt"])
        let search = FontSearch(folders: ["/no/such/folder", folder.path])
        let ending =
            "; searched \(folder.path); `ledsign font list --all` lists all fonts, and the path of a font file works too"
        for (name, similar) in [
            ("ledsing-8", "; similar: ledsign-8, ledsign-16"), ("helvetica", ""), ("uni", "; similar: unifont"),
        ] {
            expectEqual(message { try search.find(name) }, "unknown font \"\(name)\"\(similar)\(ending)")
        }
        for missing in [folder.path + "/x.bdf", folder.path + "/"] {
            expectEqual(message { try search.find(missing) }, "missing font file \"\(missing)\"; check the path")
        }
        #expect(message { try search.find(folder.path + "/note.txt") }?.contains("is not a font file") ?? false)
        expectEqual(
            message { try FontSearch(folders: ["/no/such/folder"]).find("x") },
            "unknown font \"x\"; no font folder exists; `ledsign font list --all` lists all fonts, and the path of a font "
                + "file works too")
    }

    @Test(
        "what stands behind the @ of a known font and is no factor is said so", arguments: ["2.5", "0", "17", "x2", ""])
    func factor(given: String) throws {
        let folder = try Folder(["ledsign-8.bdf"])
        let search = FontSearch(folders: [folder.path])
        for font in ["ledsign-8", folder.path + "/ledsign-8.bdf"] {
            expectEqual(
                message { try search.load("\(font)@\(given)") },
                "the factor behind the @ of \"\(font)@\(given)\" is a whole number from 1 to 16, such as \(font)@2")
        }
        #expect(message { try search.load("x@2.5") }?.hasPrefix("unknown font \"x@2.5\"; searched ") ?? false)
    }

    @Test("the machine's folders are the program's, the user's, then Debian's")
    func systemFolders() {
        let search = FontSearch(dataFolder: "/data", environment: ["HOME": "/home/pi", "XDG_DATA_HOME": "/x"])
        expectEqual(
            Array(search.folders.prefix(4)), ["/data/fonts", "/x/fonts", "/home/pi/.fonts", "/usr/local/share/fonts"])
        #expect(search.folders.contains("/usr/share/consolefonts"))
        let plain = FontSearch(dataFolder: nil, environment: ["HOME": "/home/pi", "XDG_DATA_HOME": ""])
        expectEqual(plain.folders.first, "/home/pi/.local/share/fonts")
        expectEqual(FontSearch(dataFolder: "", environment: [:]).folders.first, "/usr/local/share/fonts")
    }

    @Test("Debian's fonts are found by name where its packages put them")
    func debian() throws {
        let search = FontSearch(dataFolder: nil, environment: [:])
        try expectEqual(search.find("unifont").path, "/usr/share/fonts/X11/misc/unifont.pcf.gz")
        try expectEqual(search.find("ter-u16b").path, "/usr/share/fonts/X11/misc/ter-u16b_unicode.pcf.gz")
        try expectEqual(search.find("Lat15-Fixed16").path, "/usr/share/consolefonts/Lat15-Fixed16.psf.gz")
        try expectEqual(search.find("helvR12").path, "/usr/share/fonts/X11/75dpi/helvR12.pcf.gz")
    }

    @Test("a path to another file is an error that says what the file is")
    func others() throws {
        let folder = try Folder(["type1.pfa", "picture.png"])
        let search = FontSearch(folders: [])
        func words(_ name: String, _ bytes: [UInt8]) throws -> String {
            try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/" + name))
            let words = message { try search.find(folder.path + "/" + name) }
            return try #require(words).replacingOccurrences(of: folder.path, with: "")
        }
        let typeOne = try words("type1.pfa", Array("%!PS-AdobeFont-1.0".utf8))
        #expect(
            typeOne.hasPrefix("\"/type1.pfa\" is a PostScript Type 1 font, not a font that can be read"), "\(typeOne)")
        try expectEqual(
            words("picture.png", [0x89, 0x50, 0x4E, 0x47]),
            "\"/picture.png\" is a PNG image, not a font that can be read; give a BDF, PCF, PSF, Unifont .hex, TrueType or "
                + "OpenType file, plain or gzip-compressed")
        try expectEqual(
            words("note.txt", Array("a note".utf8)),
            "\"/note.txt\" is not a font file; its name must end in .bdf, .pcf, .psf, .psfu, .hex, .ttf, .otf, .ttc or .otc, "
                + "or one of these and .gz"
        )
    }
}

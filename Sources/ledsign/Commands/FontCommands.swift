import ArgumentParser
import BitmapFonts
import Foundation
import ImageFiles
import PixelGraphics

/// `ledsign font`: the fonts that the program ships, and the system's.
struct FontCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "font", abstract: "List and show fonts, and check which characters they have.",
        subcommands: [FontList.self, FontShow.self, FontCoverage.self])
}

/// `ledsign font list`.
struct FontList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the shipped fonts and the bitmap fonts of this system.")

    @Flag(help: "Only the fonts that the program ships.")
    var shipped = false

    func run() throws {
        try reporting {
            let fonts = try FontCatalog.list(shippedOnly: shipped)
            let width = fonts.map(\.name.count).max() ?? 0
            for font in fonts {
                print(font.name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + font.path)
            }
        }
    }
}

/// `ledsign font show`.
struct FontShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a font: its measures, and a sheet of its characters.")

    @Argument(
        help: ArgumentHelp("A font by name or path.", valueName: "font"),
        completion: .custom { _, _, _ in FontCatalog.completions() })
    var font: String

    @Option(
        help: ArgumentHelp("Write a sheet of all characters to a PNG.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var out: String?

    @Option(help: ArgumentHelp("A text to show in the font, as rows of # and .", valueName: "text"))
    var text: String?

    mutating func validate() throws {
        if let out, !out.lowercased().hasSuffix(".png") {
            throw ValidationError("--out is \"\(out)\", and has to end in .png")
        }
    }

    func run() throws {
        try reporting {
            let font = try FontCatalog.load(self.font)
            print("\(font.name), \(font.glyphCount) characters, from \(font.source)")
            print("height: \(font.lineHeight) (\(font.ascent) above the base line, \(font.descent) below)")
            print("codes: \(font.isUnicode ? "Unicode" : font.charset)")
            if let text {
                let strip = try TextLayout(fonts: FontChain([font])).strip(text)
                var canvas = Canvas(size: strip.bitmap.size, format: .mono)
                canvas.stamp(strip.bitmap, columns: 0..<strip.bitmap.width, at: .zero, ink: .white)
                print(TextPicture.text(canvas), terminator: "")
            }
            guard let out else { return }
            let sheet = FontSheet(font)
            try PNG.write(sheet.picture(), path: out)
            if sheet.shownCount < font.glyphCount {
                Messages.warn("\(out) shows the first \(sheet.shownCount) of \(font.glyphCount) characters")
            }
        }
    }
}

/// `ledsign font coverage`.
struct FontCoverage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Check which characters of a text a font has.",
        discussion: "Exits with 3 where characters are missing.")

    @Argument(
        help: ArgumentHelp("A font by name or path.", valueName: "font"),
        completion: .custom { _, _, _ in FontCatalog.completions() })
    var font: String

    @Argument(help: ArgumentHelp("The text; several words are joined by blanks.", valueName: "text"))
    var words: [String]

    @Option(help: ArgumentHelp("Fonts to fall back on, in order; may be repeated.", valueName: "font"))
    var fallback: [String] = []

    func run() throws {
        try reporting {
            let chain = FontChain(try ([font] + fallback).map(FontCatalog.load))
            let report = CoverageReport(of: words.joined(separator: " "), fonts: chain)
            print(report)
            if !report.isComplete { throw ExitCodes.findings }
        }
    }
}

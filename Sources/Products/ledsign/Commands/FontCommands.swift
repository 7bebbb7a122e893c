import ArgumentParser
import BitmapFonts
import Foundation
import ImageFiles
import PixelGraphics
import SignHost

/// `ledsign font`: the fonts of the program and of the system.
struct FontCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "font", abstract: "List and show fonts, and check which characters they contain.",
        subcommands: [FontList.self, FontShow.self, FontCoverage.self])
}

struct FontList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the fonts of the program, and with --all those of this system.")

    @Flag(help: "Also list the fonts of this system, before those of the program.")
    var all = false

    @Flag(help: ArgumentHelp("Only list the fonts of the program, which is the default.", visibility: .hidden))
    var shipped = false

    func validate() throws {
        if all, shipped { throw ValidationError("--all and --shipped cannot be used together") }
    }

    func run() throws {
        let own = try FontCatalog.list(shippedOnly: true)
        // The end of a long list is what a terminal shows.
        let others = all ? Array(try FontCatalog.list(shippedOnly: false).dropFirst(own.count)) : []
        (others + own).map { [$0.name, $0.path] }.lines().forEach { print($0) }
    }
}

struct FontShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the size of a font, and a sheet of its characters.")

    @Argument(help: ArgumentHelp("A font by name or path.", valueName: "font"), completion: .fonts)
    var font: String

    @Option("Write a sheet of all characters to a PNG file.", value: "file", completion: .file(extensions: ["png"]))
    var out: String?

    @Option("Show this text in the font, as rows of # and .", value: "text")
    var text: String?

    mutating func validate() throws {
        if let out, !out.lowercased().hasSuffix(".png") {
            throw ValidationError("--out must end in .png, not \"\(out)\"")
        }
    }

    func run() throws {
        let font = try FontCatalog.load(self.font)
        print("\(font.name), \(font.glyphCount) characters, from \(font.source)")
        let capitals = font.capitals.map { ", capitals of \($0) rows" } ?? ""
        print("height: \(font.lineHeight) (\(font.ascent) above the base line, \(font.descent) below)\(capitals)")
        print("codes: \(font.isUnicode ? "Unicode" : font.charset)")
        if let text {
            let strip = try TextLayout(fonts: FontChain([font])).strip(text)
            var canvas = Canvas(size: strip.bitmap.size, format: .mono)
            canvas.stamp(strip.bitmap, columns: 0..<strip.bitmap.width, at: .zero, ink: .white)
            print(canvas.text, terminator: "")
        }
        guard let out else { return }
        let (sheet, count) = try font.sheet()
        try PNG.write(sheet, path: out)
        if count < font.glyphCount {
            Messages.warn("\(out) shows the first \(count) of \(font.glyphCount) characters")
        }
    }
}

struct FontCoverage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Check whether a font contains the characters of a text.",
        discussion: "The exit code is 3 if characters are missing.")

    @Argument(help: ArgumentHelp("A font by name or path.", valueName: "font"), completion: .fonts)
    var font: String

    @Argument(help: ArgumentHelp("The text; several words are joined by spaces.", valueName: "text"))
    var words: [String]

    @Option(help: ArgumentHelp("A fallback font; may be repeated, the first one is tried first.", valueName: "font"))
    var fallback: [String] = []

    func run() throws {
        let chain = FontChain(try ([font] + fallback).map(FontCatalog.load))
        let report = CoverageReport(of: words.joined(separator: " "), fonts: chain)
        print(report)
        if !report.isComplete { throw ExitCode.findings }
    }
}

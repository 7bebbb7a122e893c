import BitmapFonts

extension Workload {
    /// What is done once for a text or a font.
    static let text = [
        rasterize("rasterize-54", SampleText.short),
        rasterize("rasterize-200", String(SampleText.long)),
        Workload(name: "load-pcf", summary: "load the font file that the last argument names") {
            repetitions, arguments in
            guard let path = arguments.last else {
                throw FrameCosts.UsageError(description: "load-pcf needs a font file")
            }
            try repetitions.run { _ in try FontFile.load(path: path).glyphs.count }
        },
    ]

    private static func rasterize(_ name: String, _ text: String) -> Workload {
        Workload(name: name, summary: "lay out and rasterize \(text.count) characters") { repetitions, _ in
            let layout = try SampleText.layout("ledsign-8")
            try repetitions.run { _ in try layout.strip(text).bitmap.width }
        }
    }
}

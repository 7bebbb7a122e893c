import PixelGraphics

/// Pictures as text: one line a row, `#` for a lit pixel and `.` for a dark one.
public enum TextPicture {
    /// Returns the picture of a canvas, each row ended by a line feed; a pixel of an RGB canvas is lit when it is not
    /// black.
    public static func text(_ canvas: Canvas) -> String {
        var text = ""
        text.reserveCapacity(canvas.size.height * (canvas.size.width + 1))
        for y in 0..<canvas.size.height {
            for x in 0..<canvas.size.width {
                let isLit = canvas.format == .mono ? canvas.mono[x, y] : canvas.rgb[x, y] != .black
                text += isLit ? "#" : "."
            }
            text += "\n"
        }
        return text
    }

    /// Returns several pictures one after the other, separated by a blank line.
    public static func text(_ canvases: [Canvas]) -> String {
        canvases.map { text($0) }.joined(separator: "\n")
    }

    /// Writes text into a file; an existing one is replaced.
    public static func write(_ text: String, path: String) throws(ImageFileError) {
        try FileBytes.write(Array(text.utf8), path: path)
    }
}

/// Why pixel mappers cannot be used.
public enum PixelMapperError: Error, Hashable, Sendable {
    /// No mapper has this name; `nearest` is a known one that looks like it.
    case unknownMapper(given: String, nearest: String?)
    /// A mapper's parameter is missing or wrong.
    case malformedParameter(given: String, expected: String)
    /// The mapper does not fit the panels.
    case unsuitableLayout(mapper: String, needs: String, layout: PanelLayout)
    /// Two tiles, counted from 1, cover the same pixel of the picture.
    case overlappingTiles(mapper: String, first: Int, second: Int)
    /// The visible picture would have more than 2^24 pixels.
    case tooLarge(mapper: String)
}

extension PixelMapperError: CustomStringConvertible {
    /// What was given, what was expected, and the fix.
    public var description: String {
        switch self {
        case .unknownMapper(let given, let nearest):
            let hint = nearest.map { name in "; did you mean \"\(name)\"? Expected" } ?? "; expected"
            return "unknown pixel mapper \"\(Self.short(given))\"\(hint) "
                + PixelMapperChain.names.joined(separator: ", ")
        case .malformedParameter(let given, let expected):
            return "pixel mapper \"\(Self.short(given))\" cannot be read; expected \(expected)"
        case .unsuitableLayout(let mapper, let needs, let layout):
            return "pixel mapper \"\(Self.short(mapper))\" needs \(needs); the matrix is \(layout.size) with "
                + Self.panels(layout)
        case .overlappingTiles(let mapper, let first, let second):
            return "pixel mapper \"\(Self.short(mapper))\" overlaps its tiles \(first) and \(second); "
                + "expected every visible pixel on one panel"
        case .tooLarge(let mapper):
            return "pixel mapper \"\(Self.short(mapper))\" makes a picture of more than \(PixelMap.mostPixels) pixels"
        }
    }

    private static func panels(_ layout: PanelLayout) -> String {
        let panels = layout.chain == 1 ? "1 panel" : "\(layout.chain) panels"
        return layout.parallel == 1 ? "1 chain of \(panels)" : "\(layout.parallel) chains of \(panels) each"
    }

    private static func short(_ text: String) -> String {
        let shown = text.prefix(80)
        return shown.endIndex == text.endIndex ? text : shown + "..."
    }
}

import LinuxSystem
import Settings

extension PixelStreamStatus {
    /// Why nothing can be done about pixels, and the fix.
    package static let noPixels =
        "the sign takes no pixels over the network; add `pixels: {}` to the sign file and restart ledsign"

    /// The members that `pixels` and `state` have.
    ///
    /// - Parameter isShown: whether the stream is what its zone shows.
    package func members(isShown: Bool) -> [JSONMember] {
        [
            JSONMember("width", .integer(size.width)), JSONMember("height", .integer(size.height)),
            JSONMember("shown", .bool(isShown)), JSONMember("owner", owner?.json ?? .null),
            JSONMember("stopped", stopped?.json ?? .null),
            JSONMember("others", .list(others.prefix(Self.maximumOthers).map(\.json))),
            JSONMember("frames", .integer(frames)), JSONMember("packets", .integer(packets)),
            JSONMember("dropped", .integer(dropped)),
        ]
    }

    /// The members that the statistics of the sign have.
    var counts: [JSONMember] {
        let others = others.prefix(Self.maximumOthers).map(\.words).joined(separator: ", ")
        return [
            JSONMember("pixels-from", owner.map { .text($0.words) } ?? .null),
            JSONMember("pixels-frames", .integer(frames)), JSONMember("pixels-packets", .integer(packets)),
            JSONMember("pixels-dropped", .integer(dropped)),
        ] + (others.isEmpty ? [] : [JSONMember("pixels-others", .text(others))])
    }
}

extension PixelStreamStatus.Sender {
    /// For people, in a line without control characters: names come from foreign programs.
    package var words: String { PrintableText.line("\(name) (\(proto))") }

    var json: JSONValue {
        .object([
            JSONMember("name", .text(PrintableText.line(name))), JSONMember("protocol", .text(proto)),
        ])
    }
}

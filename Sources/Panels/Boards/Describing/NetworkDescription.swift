import PixelProtocols

extension NetworkBoard {
    /// A description for people, by lines: where the pictures go, how, and how much that is.
    var descriptionLines: [String] {
        var way = "\(`protocol`.rawValue) to \(receiver)"
        if hasUniverses {
            let last = universe + universes - 1
            way +=
                ", universe\(universes == 1 ? " \(universe)" : "s \(universe) to \(last)") of \(universePixels) pixels"
        }
        if order != .rows { way += ", order \(order.rawValue)" }
        let packets = packets(name: "", identity: PixelSenderKey(.e131, high: 0, low: 0))
        let (count, bytes) = (packets.packets.count, packets.bytes.count)
        return [
            "device: \(way)",
            "gamma: \(gammaText) at the receiver" + (gammaHundredths == 220 ? ", as pictures are made" : ""),
            "picture: \(count) packet\(count == 1 ? "" : "s"), \(bytes) bytes; at most \(limit) a second, at least one",
        ]
    }

    private var hasUniverses: Bool { `protocol` == .e131 || `protocol` == .artNet }

    private var gammaText: String {
        let (whole, places) = gammaHundredths.quotientAndRemainder(dividingBy: 100)
        let text = places < 10 ? "0\(places)" : "\(places)"
        return places == 0 ? "\(whole)" : "\(whole).\(text.hasSuffix("0") ? String(text.dropLast()) : text)"
    }
}

import LinuxSystem
import PanelDrivers
import PixelGraphics
import PixelProtocols
import Settings

/// A panel that belongs to another device of the network, which gets pictures in packets.
package struct NetworkBoard: Hashable, Sendable {
    package let size: Size
    package let `protocol`: PixelProtocol
    /// The receiver; nil for the groups of the universes, with E1.31.
    package let destination: PixelDestination?
    /// The first universe of E1.31 or Art-Net.
    package let universe: Int
    /// How many pixels a universe has.
    package let universePixels: Int
    /// Where the receiver has the pixels that come one after the other.
    package let order: PixelOrder
    /// The exponent by which the receiver makes light of a level, times 100.
    package let gammaHundredths: Int
    /// The most pictures a second.
    package let limit: Int
    /// The file with the token of the receiver, of HTTP; nil for one that needs none.
    package let token: String?

    /// Where the pictures go, in words.
    package var receiver: String {
        destination.map(\.description) ?? "the groups of the universes \(universe) to \(universe + universes - 1)"
    }

    /// How many universes a picture has.
    package var universes: Int { (size.width * size.height + universePixels - 1) / universePixels }

    /// The exponent by which the receiver makes light of a level.
    package var gamma: Double { Double(gammaHundredths) / 100 }

    /// The packets of a picture.
    ///
    /// - Parameters:
    ///   - name: who sends, by E1.31.
    ///   - identity: what distinguishes this sender from others, by E1.31.
    ///   - token: that of the receiver, of HTTP.
    package func packets(name: String, identity: PixelSenderKey, token: String? = nil) -> PreparedPackets {
        var packets = PixelPackets(
            `protocol`, size: size, sender: E131Packet.Sender(cid: identity, name: name))
        packets.universe = universe
        packets.universePixels = universePixels
        packets.request.host = destination?.description ?? ""
        packets.request.token = token
        return PreparedPackets(packets)
    }

    /// Reads the token of the receiver; nil where it needs none.
    ///
    /// - Throws: what is wrong with the file, and the fix.
    package func readToken() throws -> String? {
        guard let token else { return nil }
        func refusal(_ words: String) -> WordedError { WordedError("the token file \(token) \(words)") }
        let content: [UInt8]
        let isOpen: Bool
        do throws(FileReadingError) {
            content = try RegularFile.read(path: token, limit: Self.maximumTokenBytes)
            isOpen = try RegularFile.isReadableByEveryone(path: token)
        } catch {
            throw refusal("cannot be read: \(error.descriptionWithFix)")
        }
        guard !isOpen else { throw refusal(RegularFile.readableByEveryone) }
        var line = content[...]
        while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
        guard !line.isEmpty, line.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw refusal("must have the token of the receiver in one line, without blanks")
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// What makes pictures of frames.
    package var encoder: LevelEncoder { LevelEncoder(size: size, order: order, gamma: gamma) }
}

extension NetworkBoard {
    /// The keys that only protocols with universes have, and those with an order of pixels.
    private static let universeKeys = ["universe", "universe_pixels"]
    private static let limits = 1...120
    /// The most bytes of a token file.
    private static let maximumTokenBytes = 512
    /// The port at which signs take HTTP.
    private static let signPort: UInt16 = 8_080
    /// More packets than that for a picture are a burst that no receiver of these protocols takes.
    private static let maximumUniverses = 256

    /// Reads the keys of boards with `kind: network`; nil if there are problems.
    init?(_ fields: inout BoardFields) {
        let size = fields.value("size", as: .pictureSize)
        let given: PixelProtocol? = fields.value("protocol", as: .word)
        let isGroup = given == .e131 && !fields.has("to")
        let destination = isGroup ? nil : fields.value("to", as: Self.destination(given))
        let hasUniverses = given == .e131 || given == .artNet
        var universe = given == .artNet ? 0 : 1
        var (universePixels, order, gamma, limit) = (170, PixelOrder.rows, 220, 40)
        let universes = given == .artNet ? 0...32_767 : E131Packet.universes
        var isRight = fields.read("universe", in: universes, into: &universe)
        isRight = fields.read("universe_pixels", in: 1...170, into: &universePixels) && isRight
        fields.read("order", into: &order)
        fields.read("gamma", as: Self.gammas, into: &gamma)
        fields.read("limit", in: Self.limits, into: &limit)
        let path = fields.path
        var token: String?
        fields.read(
            "token", as: .path("the path of a file with the token of the receiver").map { $0.path(givenBy: path) },
            into: &token)
        if let given {
            for key in Self.universeKeys where !hasUniverses {
                Self.refuse(key, of: "e131 or art-net", given, &fields)
            }
            if !given.hasOrder { Self.refuse("order", of: "ddp, e131 or art-net", given, &fields) }
            if given != .http { Self.refuse("token", of: "http", given, &fields) }
        }
        fields.recordUnknownKeys()
        guard let size, let given, isRight, isGroup || destination != nil else { return nil }
        self.init(
            size: size, protocol: given, destination: destination, universe: universe, universePixels: universePixels,
            order: order, gammaHundredths: gamma, limit: limit, token: token)
        guard hasUniverses else { return }
        let last = universe + self.universes - 1
        if self.universes > Self.maximumUniverses || last > universes.upperBound {
            fields.record(
                .tooManyUniverses(
                    count: self.universes, maximum: Self.maximumUniverses, last: last, highest: universes.upperBound),
                at: fields.place(of: "size"))
            return nil
        }
    }

    private static func refuse(
        _ key: String, of protocols: String, _ given: PixelProtocol, _ fields: inout BoardFields
    ) {
        guard let place = fields.keyPlace(of: key) else { return }
        fields.record(.keyOfOtherProtocol(key, protocols: protocols, given: given.rawValue), at: place)
    }

    private static func destination(_ given: PixelProtocol?) -> BoardFields.ValueForm<PixelDestination> {
        let port = given?.port ?? signPort
        let words =
            given == .http
            ? "the name or address of the sign without http://, with :port if it is not \(signPort), such as sign.local; https is not possible"
            : "the name or address of the receiver, with :port if it is not the default one, such as wled.local"
        return .text(words) {
            try? PixelDestination($0, defaultPort: port)
        }
    }

    /// A number from 1 to 4 with up to two decimal places, in hundredths.
    private static var gammas: BoardFields.ValueForm<Int> {
        let words = "the receiver's exponent from 1 to 4 such as 2.2; 1 where a level is light"
        return BoardFields.ValueForm(words, isNumber: true) { text in
            let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let isDecimal = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
            guard parts.count <= 2, isDecimal, parts.count == 1 || parts[1].utf8.count <= 2, parts[0].utf8.count <= 3
            else { return .wrongType }
            let places = parts.count == 2 ? parts[1] + (parts[1].utf8.count == 1 ? "0" : "") : "00"
            guard let value = Int(parts[0] + places), (100...400).contains(value) else { return .outOfRange }
            return .value(value)
        }
    }
}

extension NetworkBoard {
    /// A description for people, by lines: where the pictures go, how, and how much that is.
    var descriptionLines: [String] {
        var device = "\(`protocol`.rawValue) to \(receiver)"
        if hasUniverses {
            let last = universe + universes - 1
            device +=
                ", universe\(universes == 1 ? " \(universe)" : "s \(universe) to \(last)") of \(universePixels) pixels"
        }
        if let token { device += ", token in \(token)" }
        if order != .rows { device += ", order \(order.rawValue)" }
        let packets = packets(name: "", identity: PixelSenderKey(.e131, high: 0, low: 0))
        let (count, bytes) = (packets.packets.count, packets.bytes.count)
        let kind = `protocol` == .http ? "request" : "packet"
        return [
            "device: \(device)",
            "gamma: \(gammaText) at the receiver" + (gammaHundredths == 220 ? ", as pictures are made" : ""),
            "picture: \(count) \(kind)\(count == 1 ? "" : "s"), \(bytes) bytes; at most \(limit) a second, at least one",
        ]
    }

    private var hasUniverses: Bool { `protocol` == .e131 || `protocol` == .artNet }

    private var gammaText: String {
        let (whole, places) = gammaHundredths.quotientAndRemainder(dividingBy: 100)
        let text = places < 10 ? "0\(places)" : "\(places)"
        return places == 0 ? "\(whole)" : "\(whole).\(text.hasSuffix("0") ? String(text.dropLast()) : text)"
    }
}

import PixelGraphics
import PixelProtocols
import Settings
import Timelines

/// Who may send pixels to a sign over the network, how, and where they are shown.
package struct PixelSettings: Equatable, Sendable {
    /// What is listened for, each once; none for HTTP alone.
    package var protocols = PixelProtocol.ofPackets
    /// The zone in which they are shown; nil for the whole sign.
    package var zone: String?
    /// As that of a message, 0 to 9.
    package var priority = 5
    /// How long nothing may come before the stream has ended.
    package var timeout = Nanoseconds.milliseconds(2_500)
    /// The first universe of E1.31, 1 to 63,999.
    package var universe = 1
    /// The first universe of Art-Net, 0 to 32,767.
    package var artNetUniverse = 0
    /// How many whole pixels a universe has, 1 to 170; to 128 with a white.
    package var universePixels = 170
    /// How many channels of pixels a universe has, 1 to 512, whole pixels or not; nil for those of `universePixels`.
    package var universeChannels: Int?
    package var order = PixelOrder.rows
    /// Whether the pixels of universes have a white behind red, green and blue.
    package var hasWhite = false
    /// Who may send; none for everyone of the local networks.
    package var from: [AddressRange] = []
    /// The network interface for groups; nil for the one that the system chooses.
    package var interface: String?
    /// Whether a stream lights a sign that was switched off by a brightness of 0.
    package var wakes = true

    /// All protocols, over the whole sign.
    package init() {}

    static let universes = 1...63_999
    static let artNetUniverses = 0...32_767
    static let maximumChannels = 512
    static let timeouts = Nanoseconds.milliseconds(100)...Nanoseconds.seconds(3_600)
    /// How many address ranges there may be.
    static let maximumRanges = 64
    /// The bytes of an interface's name (IFNAMSIZ without the end).
    static let maximumInterfaceLength = 15
}

extension PixelSettings {
    /// Reads the keys of `pixels`; wrong ones count as missing.
    init(_ fields: inout SignFields) {
        self.init()
        let names = PixelProtocol.ofPackets.map(\.rawValue)
        fields.readList(
            "protocols",
            as: .words("a list of \(names.joined(separator: ", ")); [] takes pixels over HTTP alone", of: names) {
                word in
                PixelProtocol.ofPackets.first { $0.rawValue == word }
            }, into: &protocols)
        protocols = PixelProtocol.ofPackets.filter(protocols.contains)
        fields.read("zone", as: .nonEmpty("the name of a zone of the sign"), into: &zone)
        fields.read("priority", in: SignMessage.priorities, into: &priority)
        fields.read("timeout", as: .time("a time from 100ms to 1h such as 2500ms", in: Self.timeouts), into: &timeout)
        fields.read("universe", in: Self.universes, into: &universe)
        // Art-Net counts from 0: what E1.31 calls universe 1 is its port address 0.
        artNetUniverse = min(universe - 1, Self.artNetUniverses.upperBound)
        fields.read("art-net-universe", in: Self.artNetUniverses, into: &artNetUniverse)
        readOrders(&fields)
        universePixels = Self.maximumChannels / (hasWhite ? 4 : 3)
        fields.read("universe-pixels", in: 1...universePixels, into: &universePixels)
        fields.read("channels", in: 1...Self.maximumChannels, into: &universeChannels)
        fields.excludes("channels", ["universe-pixels"])
        fields.readList(
            "from",
            as: .text("an address or a network such as 192.168.1.0/24, or a list of them") { AddressRange($0) },
            maximum: Self.maximumRanges, of: "networks", into: &from)
        fields.read(
            "interface",
            as: .text("the name of a network interface such as eth0") { Self.isInterface($0) ? $0 : nil },
            into: &interface)
        fields.read("wakes", into: &wakes)
    }

    /// Reads where pixels lie and what their channels are: a word of either, or one of each.
    private mutating func readOrders(_ fields: inout SignFields) {
        let known = PixelOrder.allCases.map(\.rawValue) + ["rgb", "rgbw"]
        let expected = "one of \(known.joined(separator: ", ")), or a list of two such as [serpentine, rgbw]"
        var words: [String] = []
        fields.readList("order", as: .words(expected, of: known) { known.contains($0) ? $0 : nil }, into: &words)
        let orders = words.compactMap(PixelOrder.init)
        let channels = words.filter { PixelOrder(rawValue: $0) == nil }
        guard orders.count <= 1, channels.count <= 1 else {
            fields.recordProblem(
                .wrongType(key: "order", expected: expected, found: words.joined(separator: " and ")),
                at: fields.place(of: "order"))
            return
        }
        (order, hasWhite) = (orders.first ?? order, channels == ["rgbw"])
    }

    /// Whether Linux would take a text as the name of a network interface.
    private static func isInterface(_ text: String) -> Bool {
        (1...maximumInterfaceLength).contains(text.utf8.count) && text != "." && text != ".."
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
    }

    /// Records a zone that the sign does not have.
    func recordUnknownZone(_ zones: [SignZone], _ fields: inout SignFields) {
        guard let reason = zones.reason(againstName: zone) else { return }
        fields.recordProblem(reason, at: fields.valueNode(of: "pixels")?.place(of: "zone"))
    }
}

extension [SignZone] {
    /// Why a key `zone` cannot name a zone; nil if it can, or names none.
    func reason(againstName zone: String?) -> SettingsReason? {
        let names = compactMap(\.name)
        guard let zone, !names.contains(zone) else { return nil }
        let nearest = NearestName.find(zone, among: names)
        return names.isEmpty
            ? .wrongType(key: "zone", expected: "omitted on a sign without named zones", found: ShownText.quoted(zone))
            : .unknownValue(key: "zone", found: zone, known: names, nearest: nearest)
    }
}

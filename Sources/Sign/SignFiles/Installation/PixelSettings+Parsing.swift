import PixelGraphics
import Settings
import Timelines

extension PixelSettings {
    /// Reads the keys of `pixels`; nil if there are problems.
    init?(_ fields: inout SignFields) {
        self.init()
        let protocols = Self.protocols(&fields)
        let zone = fields.optional("zone", expected: "the name of a zone of the sign") {
            $0.isEmpty ? .wrongType : .value($0)
        }
        let priority = fields.integer("priority", in: SignMessage.priorities, default: priority)
        let timeout = fields.parsed("timeout", expected: "a time from 100ms to 1h such as 2500ms", default: timeout) {
            text -> SignFields.Outcome<Nanoseconds> in
            guard case .value(let time) = SignFields.time(text) else { return .wrongType }
            return Self.timeouts.contains(time) ? .value(time) : .outOfRange
        }
        let universe = fields.integer("universe", in: Self.universes, default: universe)
        let artNet = fields.optionalInteger("art-net-universe", in: Self.artNetUniverses)
        let orders = Self.orders(&fields)
        let most = Self.mostChannels / (orders?.coding ?? coding).channels
        let pixels = fields.integer("universe-pixels", in: 1...most, default: most)
        let channels = fields.optionalInteger("channels", in: 1...Self.mostChannels)
        let isOneLength = !fields.has("channels") || fields.excludes("channels", ["universe-pixels"])
        let from = Self.ranges(&fields)
        let interface = fields.optional("interface", expected: "the name of a network interface such as eth0") {
            Self.isInterface($0) ? .value($0) : .wrongType
        }
        let wakes = fields.flag("wakes", default: wakes)
        guard let protocols, let zone, let priority, let timeout, let universe, let artNet, let pixels,
            let channels, let orders, isOneLength, let from, let interface, let wakes
        else { return nil }
        (self.protocols, self.zone, self.priority, self.timeout) = (protocols, zone, priority, timeout)
        (self.universe, universePixels, universeChannels) = (universe, pixels, channels)
        (order, coding) = orders
        // Art-Net counts from 0: what E1.31 calls universe 1 is its port address 0.
        artNetUniverse = artNet ?? min(universe - 1, Self.artNetUniverses.upperBound)
        (self.from, self.interface, self.wakes) = (from, interface, wakes)
        zonePlace.place = fields.place(of: "zone")
    }

    private static func protocols(_ fields: inout SignFields) -> [PacketProtocol]? {
        let key = "protocols"
        let names = PacketProtocol.allCases.map(\.rawValue)
        let isGiven = fields.has(key)
        let expected = "a list of \(names.joined(separator: ", ")); [] takes pixels over HTTP alone"
        let found = fields.parsedList(key, expected: expected) { word -> SignFields.Outcome<PacketProtocol> in
            if let found = PacketProtocol(rawValue: word) { return .value(found) }
            let nearest = NearestName.find(word, among: names)
            return .refused(.settings(.unknownValue(key: key, found: word, known: names, nearest: nearest)))
        }
        guard let found, isGiven else { return found.map { _ in PacketProtocol.allCases } }
        return PacketProtocol.allCases.filter { one in found.contains { $0.value == one } }
    }

    /// Where pixels lie and what their channels are: a word of either, or one of each.
    private static func orders(_ fields: inout SignFields) -> (order: Order, coding: Coding)? {
        let key = "order"
        let (orders, codings) = (Order.allCases.map(\.rawValue), Coding.allCases.map(\.rawValue))
        let known = orders + codings
        let expected = "one of \(known.joined(separator: ", ")), or a list of two such as [serpentine, rgbw]"
        let found = fields.parsedList(key, expected: expected) { word -> SignFields.Outcome<String> in
            guard !known.contains(word) else { return .value(word) }
            let nearest = NearestName.find(word, among: known)
            return .refused(.settings(.unknownValue(key: key, found: word, known: known, nearest: nearest)))
        }
        guard let words = found?.map(\.value) else { return nil }
        let (order, coding) = (words.compactMap(Order.init), words.compactMap(Coding.init))
        guard order.count <= 1, coding.count <= 1 else {
            let problem = SettingsReason.wrongType(
                key: key, expected: expected, found: words.joined(separator: " and "))
            fields.noteProblem(problem, at: fields.place(of: key))
            return nil
        }
        return (order.first ?? .rows, coding.first ?? .rgb)
    }

    private static func ranges(_ fields: inout SignFields) -> [AddressRange]? {
        let expected = "an address or a network such as 192.168.1.0/24, or a list of them"
        guard
            let found = fields.parsedList(
                "from", expected: expected,
                { text in
                    AddressRange(text).map { .value($0) } ?? .wrongType
                })
        else { return nil }
        guard found.count <= mostRanges else {
            let problem = SettingsReason.outOfRange(
                key: "from", expected: "at most \(mostRanges) networks", found: "\(found.count)")
            fields.noteProblem(problem, at: fields.place(of: "from"))
            return nil
        }
        return found.map(\.value)
    }

    /// Whether Linux would take a text as the name of a network interface.
    private static func isInterface(_ text: String) -> Bool {
        (1...longestInterface).contains(text.utf8.count) && text != "." && text != ".."
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
    }

    /// Notes a zone that the sign does not have.
    func noteUnknownZone(_ zones: [SignZone], _ fields: inout SignFields) {
        let names = zones.compactMap(\.name)
        guard let zone, !names.contains(zone) else { return }
        let nearest = NearestName.find(zone, among: names)
        let reason: SettingsReason =
            names.isEmpty
            ? .wrongType(
                key: "zone", expected: "left out on a sign that has no zones with names", found: ShownText.quoted(zone))
            : .unknownValue(key: "zone", found: zone, known: names, nearest: nearest)
        fields.noteProblem(reason, at: zonePlace.place)
    }
}

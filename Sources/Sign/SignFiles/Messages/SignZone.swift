import PixelGraphics
import Settings

/// A part of the sign with its own messages.
package struct SignZone: Equatable, Sendable {
    /// What the zone is called; nil for one without a name.
    package var name: String?
    /// Its place on the sign in pixels; nil for the whole sign.
    package var area: Rectangle?
    /// Its place among rows and columns of zones; nil for one with an area, or for the whole sign.
    package internal(set) var slot: SignZoneSlot?
    /// The order of its messages.
    package var playlist = SignPlaylist()
    /// Whether its turns begin when those of the other zones in step do.
    package var isInStep = false
    /// What it shows, in the order of the file.
    package var messages: [SignMessage] = []
    /// Where its name stands in the file.
    package internal(set) var namePlace = FilePlace()
    /// Where its area stands in the file.
    package internal(set) var areaPlace = FilePlace()
    /// Where the zone as a whole stands in the file.
    package internal(set) var place = FilePlace()

    /// Whether it has no place of its own.
    package var isWhole: Bool { area == nil && slot == nil }

    /// The names, zones and messages that a sign file may have.
    static let maximumZones = 64
    static let maximumMessages = 5_000

    /// Creates a zone of the whole sign.
    package init(_ messages: [SignMessage] = []) {
        self.messages = messages
    }
}

extension SignZone {
    /// Reads the keys of a zone; wrong values have their defaults.
    init(_ fields: inout SignFields, context: SignContext) {
        self.init()
        fields.read("name", as: .name, into: &name)
        fields.readArea(places: 0...65_535, extents: 1...65_536, into: &area)
        var inner = context
        inner.readStyle(&fields)
        fields.read("in-step", into: &isInStep)
        readContent(&fields, context: inner)
        (namePlace.place, areaPlace.place) = (fields.place(of: "name"), fields.place(of: "area"))
        place.place = fields.beginning
    }

    /// Reads what a zone and a file without zones have in common: the messages and their order.
    mutating func readContent(_ fields: inout SignFields, context: SignContext) {
        let words = "order, repeat, separator and seed of the messages"
        fields.readKeys("playlist", expected: words, into: &playlist) { SignPlaylist(&$0) }
        guard fields.has("messages") else {
            let message = fields.keys("message", expected: "a text, or keys such as text", textKey: "text") {
                SignMessage(&$0, context: context)
            }
            fields.accept("messages")
            messages = [message].compactMap { $0 }.filter { !$0.isDisabled }
            return
        }
        fields.accept("message")
        fields.excludes("messages", ["message"])
        messages =
            fields.list(
                "messages", expected: "a list of messages: texts, or keys such as text", textKey: "text",
                maximum: Self.maximumMessages, keepsOthers: true
            ) { SignMessage(&$0, context: context) } ?? []
        fields.recordRepeatedNames(of: messages, called: "message") { ($0.name, $0.places.name) }
        messages.removeAll(where: \.isDisabled)
    }
}

/// In which order the messages of a zone take turns.
package struct SignPlaylist: Equatable, Sendable {
    /// The ways in which messages follow each other.
    package enum Order: String, CaseIterable, Sendable {
        /// One after the other as they stand in the file.
        case inTurn = "in-turn"
        /// In random order, a new one for every round.
        case shuffle
        /// Each as often as its weight says, spread evenly.
        case weighted
        /// All on one line, with a separator between them.
        case together
    }

    package var order = Order.inTurn
    /// How many rounds there are; nil for no limit.
    package var rounds: Int?
    /// What stands between messages on one line; nil for a gap.
    package var separator: String?
    /// What an order by chance starts from: the same number gives the same order.
    package var seed = 1

    /// The numbers of rounds, turns and cycles that a file may ask for.
    static let counts = 1...1_000_000

    /// Creates a playlist that repeats in turn without end.
    package init() {}
}

extension SignPlaylist {
    /// Reads the playlist of a file or zone; what is missing or wrong has its default.
    fileprivate init(_ fields: inout SignFields) {
        fields.read("order", into: &order)
        fields.read("repeat", in: Self.counts, into: &rounds)
        let separators = SignFields.ValueForm<String>("a text such as \" * \"") {
            $0.unicodeScalars.count <= 100 ? .value($0) : .outOfRange
        }
        fields.read("separator", as: separators, into: &separator)
        fields.read("seed", in: 0...Int(Int32.max), into: &seed)
    }
}

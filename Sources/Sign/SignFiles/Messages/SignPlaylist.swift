import Settings

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
    /// Reads the playlist of a file or zone; the default one where it is missing, nil if there are problems.
    static func reading(_ fields: inout SignFields) -> SignPlaylist? {
        fields.accept("playlist")
        guard fields.has("playlist") else { return SignPlaylist() }
        return fields.keys("playlist", expected: "order, repeat, separator and seed of the messages") {
            SignPlaylist(&$0)
        }
    }

    private init?(_ fields: inout SignFields) {
        let order = fields.choice("order", default: Order.inTurn)
        let rounds = fields.optionalInteger("repeat", in: Self.counts)
        let separator = fields.parsed(
            "separator", expected: "a text such as \" * \"", default: String?.none
        ) { $0.unicodeScalars.count <= 100 ? .value($0) : .outOfRange }
        let seed = fields.integer("seed", in: 0...Int(Int32.max), default: 1)
        guard let order, let rounds, let separator, let seed else { return nil }
        (self.order, self.rounds, self.separator, self.seed) = (order, rounds, separator, seed)
    }
}

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
    /// Reads the playlist of a file or zone; what is missing or wrong has its default.
    static func reading(_ fields: inout SignFields) -> SignPlaylist {
        var playlist: SignPlaylist?
        fields.readKeys("playlist", expected: "order, repeat, separator and seed of the messages", into: &playlist) {
            SignPlaylist(&$0)
        }
        return playlist ?? SignPlaylist()
    }

    private init(_ fields: inout SignFields) {
        fields.read("order", into: &order)
        fields.read("repeat", in: Self.counts, into: &rounds)
        let separators = SignFields.ValueForm<String>("a text such as \" * \"") {
            $0.unicodeScalars.count <= 100 ? .value($0) : .outOfRange
        }
        fields.read("separator", as: separators, into: &separator)
        fields.read("seed", in: 0...Int(Int32.max), into: &seed)
    }
}

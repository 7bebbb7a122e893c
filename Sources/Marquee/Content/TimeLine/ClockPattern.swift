/// What a digital clock shows, in digits: `HH:mm`, `H:mm:ss`, `dd.MM.`, `h:mm a`.
///
/// H and h are hours (of 24 and 12), m minutes, s seconds, d days, M months, y years, a is AM or PM; a field written
/// with two letters has two digits. Everything else stands as it is, letters between apostrophes: `H'h'mm`.
public struct ClockPattern: Hashable, Sendable {
    /// What changes with the time.
    public enum Field: Character, Hashable, Sendable, CaseIterable {
        /// Hours of a day, 0 to 23.
        case hour = "H"
        /// Hours of half a day, 12 and 1 to 11.
        case hourOfHalfDay = "h"
        /// Minutes of the hour, 0 to 59.
        case minute = "m"
        /// Seconds of the minute, 0 to 59.
        case second = "s"
        /// Days of the month, from 1.
        case day = "d"
        /// Months of the year, from 1.
        case month = "M"
        /// Years of the Gregorian calendar.
        case year = "y"
        /// AM before noon, PM from noon.
        case halfDay = "a"
    }

    /// One piece of a pattern.
    public enum Piece: Hashable, Sendable {
        /// A text that stands as it is.
        case literal(String)
        /// A number with at least so many digits.
        case field(Field, digits: Int)
    }

    /// The pieces from the left.
    public let pieces: [Piece]
    /// The most characters that a pattern may have.
    public static let longest = 40

    /// Reads a pattern; nil where it is too long, has no field, or has a letter that is none.
    public init?(_ text: String) {
        guard text.unicodeScalars.count <= Self.longest else { return nil }
        var pieces: [Piece] = []
        var literal = ""
        var isQuoted = false
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "'" {
                isQuoted.toggle()
            } else if isQuoted || !character.isLetter {
                literal.append(character)
            } else {
                guard let field = Field(rawValue: character) else { return nil }
                let more = rest.prefix { $0 == character }.count
                rest = rest.dropFirst(more)
                guard more < (field == .year ? 4 : field == .halfDay ? 1 : 2) else { return nil }
                if !literal.isEmpty { pieces.append(.literal(literal)) }
                literal = ""
                pieces.append(.field(field, digits: more + 1))
            }
        }
        guard !isQuoted, !(pieces.isEmpty) else { return nil }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        self.pieces = pieces
    }

    /// The pattern without its seconds, and without what stands before them: `HH:mm` of `HH:mm:ss`.
    var withoutSeconds: ClockPattern {
        var kept: [Piece] = []
        for piece in pieces {
            if case .field(.second, _) = piece {
                if case .literal? = kept.last { kept.removeLast() }
            } else {
                kept.append(piece)
            }
        }
        return ClockPattern(pieces: kept)
    }

    /// Whether it changes every second.
    var showsSeconds: Bool {
        pieces.contains { if case .field(.second, _) = $0 { true } else { false } }
    }

    private init(pieces: [Piece]) {
        self.pieces = pieces
    }
}

extension ClockPattern.Field {
    /// The number that a clock shows at a time.
    func number(at time: LocalTime, digits: Int) -> Int {
        switch self {
        case .hour: time.hour
        case .hourOfHalfDay: (time.hour + 11) % 12 + 1
        case .minute: time.minute
        case .second: time.second
        case .day: time.date.day
        case .month: time.date.month
        case .year: digits == 2 ? abs(time.date.year % 100) : abs(time.date.year)
        case .halfDay: time.hour / 12
        }
    }
}

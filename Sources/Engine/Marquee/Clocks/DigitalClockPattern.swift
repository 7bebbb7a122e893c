import Timelines

/// What a digital clock shows, in digits: `HH:mm`, `H:mm:ss`, `dd.MM.`, `h:mm a`.
///
/// H and h are hours (of 24 and 12), m minutes, s seconds, d days, M months, y years, a is AM or PM; a field written
/// with two letters has two digits. Everything else stands as it is, letters between apostrophes: `H'h'mm`.
public struct DigitalClockPattern: Hashable, Sendable {
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
        /// A number with at least this number of digits.
        case field(Field, digits: Int)
    }

    /// The pieces from the left.
    public let pieces: [Piece]
    /// The most characters that a pattern may have.
    public static let maximumLength = 40
}

extension DigitalClockPattern {
    /// Reads a pattern; nil if it is too long, has no field, or has an unknown letter.
    public init?(_ text: String) {
        let letters = String(Field.allCases.map(\.rawValue))
        guard text.unicodeScalars.count <= Self.maximumLength, let pattern = try? ClockPattern(text, letters: letters)
        else {
            return nil
        }
        var pieces: [Piece] = []
        for part in pattern.parts {
            switch part {
            case .text(let text): pieces.append(.literal(text))
            case .field(let letter, let count):
                guard let field = Field(rawValue: letter), count <= field.maximumDigits else { return nil }
                pieces.append(.field(field, digits: count))
            }
        }
        self.pieces = pieces
    }

    /// The pattern as it is written.
    package var text: String {
        pieces.map { piece in
            switch piece {
            case .field(let field, let digits): String(repeating: field.rawValue, count: digits)
            case .literal(let text): ClockPattern.quoted(text)
            }
        }.joined()
    }

    /// The pattern without its seconds, and without what stands before them: `HH:mm` of `HH:mm:ss`.
    var withoutSeconds: DigitalClockPattern {
        var kept: [Piece] = []
        for piece in pieces {
            if case .field(.second, _) = piece {
                if case .literal? = kept.last { kept.removeLast() }
            } else {
                kept.append(piece)
            }
        }
        return DigitalClockPattern(pieces: kept)
    }

    /// Whether it changes every second.
    var showsSeconds: Bool {
        pieces.contains { if case .field(.second, _) = $0 { true } else { false } }
    }
}

extension DigitalClockPattern.Field {
    /// How often its letter may be repeated.
    fileprivate var maximumDigits: Int {
        switch self {
        case .year: 4
        case .halfDay: 1
        default: 2
        }
    }

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

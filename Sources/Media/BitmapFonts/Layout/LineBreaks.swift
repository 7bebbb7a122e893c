import CGLib

/// Where lines of a text may end: the rules of Unicode (Standard Annex 14, version 15.1), and four for signs.
///
/// - A slash is no place to break at, nor is a dash before a number: `km/h`, `8–12`.
/// - A hyphen at the start of a word stays with it, and a point before digits with them: `-b`, `.5` (version 16).
/// - Without a dictionary of Thai and Lao, syllables begin for certain at the vowels that stand in front of their consonants.
/// - Other letters of scripts without spaces are letters like those of Latin.
struct LineBreaks {
    private let scalars: ArraySlice<Unicode.Scalar>
    /// The class of each character; a mark has that of its letter.
    private var classes: [BreakClass]
    /// Whether a character belongs to the one before.
    private var isAttached: [Bool]

    /// What is before the place in question: the last letter or sign that is no mark, and the one before it.
    private var last: Int?
    private var beforeLast: Int?
    /// The last one that is no space.
    private var lastInk: BreakClass?
    /// Whether that is a quotation mark that opens.
    private var isQuoteOpen = false
    private var number = Number.none
    /// The letters of flags in a row.
    private var regionCount = 0

    /// How far a number has come that ends at the place in question.
    private enum Number {
        case none, digits, closed
    }

    /// Returns for each character of a paragraph whether a line may end behind it; O(characters).
    static func ends(of scalars: ArraySlice<Unicode.Scalar>) -> [Bool] {
        var breaks = LineBreaks(scalars)
        return breaks.ends()
    }

    private init(_ scalars: ArraySlice<Unicode.Scalar>) {
        self.scalars = scalars
        classes = scalars.map(BreakClass.init)
        isAttached = [Bool](repeating: false, count: classes.count)
        for index in classes.indices where [.mark, .joiner].contains(classes[index]) {
            let hasLetter = index > 0 && ![.space, .zeroWidthSpace].contains(classes[index - 1])
            isAttached[index] = hasLetter
            classes[index] = hasLetter ? classes[index - 1] : .letter
        }
    }

    private mutating func ends() -> [Bool] {
        var ends = [Bool](repeating: false, count: classes.count)
        for index in classes.indices where !isAttached[index] {
            if index > 0 {
                let isJoined = scalar(index - 1) == "\u{200D}"
                ends[index - 1] = canBreak(before: index, isJoined: isJoined)
            }
            pass(index)
        }
        return ends
    }

    private func scalar(_ index: Int) -> Unicode.Scalar { scalars[scalars.startIndex + index] }

    /// The class of what follows, marks left out; nil at the end.
    private func classBehind(_ index: Int) -> BreakClass? {
        let next = isAttached[(index + 1)...].firstIndex(of: false)
        return next.map { classes[$0] }
    }

    /// Notes a character that is passed.
    private mutating func pass(_ index: Int) {
        let this = classes[index]
        if this == .quotation, scalar(index).properties.generalCategory == .initialPunctuation {
            isQuoteOpen =
                last.map { [.space, .zeroWidthSpace, .glue, .opening, .quotation].contains(classes[$0]) } ?? true
        } else if this != .space {
            isQuoteOpen = false
        }
        switch this {
        case .digit: number = .digits
        case .infix, .slash: break
        case .closing, .parenthesis: number = number == .digits ? .closed : .none
        default: number = .none
        }
        regionCount = this == .region ? regionCount + 1 : 0
        if this != .space { lastInk = this }
        (beforeLast, last) = (last, index)
    }

    /// Whether a line may end before a character; each line of code names its rule of the annex.
    private func canBreak(before index: Int, isJoined: Bool) -> Bool {
        guard let last else { return false }
        let (this, next) = (classes[last], classes[index])
        if next == .space || next == .zeroWidthSpace { return false }  // LB7
        if lastInk == .zeroWidthSpace { return true }  // LB8
        if isJoined || next == .wordJoiner || this == .wordJoiner || this == .glue { return false }  // LB8a, 11, 12
        if next == .glue, ![.space, .breakAfter, .hyphen].contains(this) { return false }  // LB12a
        if [.closing, .parenthesis, .exclamation, .slash].contains(next) { return false }  // LB13
        if lastInk == .opening || isQuoteOpen || closesQuote(index) { return false }  // LB14, 15a, 15b
        if next == .infix { return this == .space && classBehind(index) == .digit }  // LB15c, 15d
        if next == .nonStarter, lastInk == .closing || lastInk == .parenthesis { return false }  // LB16
        if next == .dash, lastInk == .dash { return false }  // LB17
        if this == .space { return true }  // LB18
        if next == .quotation || this == .quotation { return false }  // LB19
        if next == .object || this == .object { return true }  // LB20
        if [.breakAfter, .hyphen, .nonStarter].contains(next) || this == .breakBefore { return false }  // LB21
        if this == .hyphen || this == .breakAfter { return canBreak(behindHyphen: last, before: next) }
        return canBreak(this, next, index)
    }

    /// Whether a quotation mark closes: behind it is the end, a space or a sign (LB15b).
    private func closesQuote(_ index: Int) -> Bool {
        guard classes[index] == .quotation, scalar(index).properties.generalCategory == .finalPunctuation else {
            return false
        }
        let signs: [BreakClass] = [
            .space, .glue, .wordJoiner, .closing, .quotation, .parenthesis, .exclamation, .infix, .slash,
            .zeroWidthSpace,
        ]
        return classBehind(index).map(signs.contains) ?? true
    }

    /// Whether a line may end behind a hyphen or what else one may end behind, which no hyphen follows.
    private func canBreak(behindHyphen index: Int, before next: BreakClass) -> Bool {
        let code = scalar(index).value
        let isDash = [0x2D, 0x058A, 0x2010, 0x2012, 0x2013].contains(code)
        if next == .inseparable || isDash && next == .digit { return false }  // LB22, 25
        let before = beforeLast.map { classes[$0] } ?? .space
        if before == .hebrew { return false }  // LB21a
        return !(isDash && next.isLetter && [.space, .zeroWidthSpace, .object, .glue].contains(before))  // LB20a
    }

    /// Whether a line may end between two characters that are neither spaces nor marks of punctuation.
    private func canBreak(_ this: BreakClass, _ next: BreakClass, _ index: Int) -> Bool {
        let (code, before) = (scalar(index).value, last.map { scalar($0).value } ?? 0)
        switch (this, next) {
        case (_, .inseparable): return false  // LB22
        case (.letter, .letter), (.digit, .letter):  // LB28, 23
            return Self.isLeadingVowel(code) && !Self.isLeadingVowel(before)
        case (.slash, _) where next.isLetter: return false
        case (_, .digit) where this.isLetter, (.digit, _) where next.isLetter: return false  // LB23
        case (.prefix, _) where next.isPictograph, (_, .postfix) where this.isPictograph: return false  // LB23a
        case (.prefix, _) where next.isLetter, (.postfix, _) where next.isLetter: return false  // LB24
        case (_, .prefix) where this.isLetter, (_, .postfix) where this.isLetter: return false
        case (_, .prefix) where number != .none, (_, .postfix) where number != .none: return false  // LB25
        case (.prefix, .digit), (.postfix, .digit), (.infix, .digit), (.dash, .digit), (.digit, .digit): return false
        case (.slash, .digit): return number == .none
        case (.prefix, .opening), (.postfix, .opening): return classBehind(index) != .digit
        case (.jamoL, .jamoL), (.jamoL, .jamoV), (.jamoL, .syllableLV), (.jamoL, .syllableLVT): return false  // LB26
        case (.jamoV, .jamoV), (.jamoV, .jamoT), (.syllableLV, .jamoV), (.syllableLV, .jamoT): return false
        case (.jamoT, .jamoT), (.syllableLVT, .jamoT): return false
        case (_, .postfix) where this.isKorean, (.prefix, _) where next.isKorean: return false  // LB27
        case _ where this.isLetter && next.isLetter: return false  // LB28
        case (.infix, _) where next.isLetter: return false  // LB29
        case (_, .opening) where this.isLetter || this == .digit: return Self.isWide(code)  // LB30
        case (.parenthesis, .digit): return Self.isWide(before)
        case (.parenthesis, _) where next.isLetter: return Self.isWide(before)
        case (.region, .region): return regionCount.isMultiple(of: 2)  // LB30a
        case (.emojiBase, .emojiModifier): return false  // LB30b
        default: return true
        }
    }

    /// Whether it is a vowel with which a syllable of Thai or Lao begins.
    private static func isLeadingVowel(_ code: UInt32) -> Bool {
        (0x0E40...0x0E44).contains(code) || (0x0EC0...0x0EC4).contains(code)
    }

    /// Whether a bracket is as wide as an ideograph (East_Asian_Width F, H or W).
    private static func isWide(_ code: UInt32) -> Bool {
        switch code {
        case 0x2329...0x232A, 0x3000...0x303F, 0xFE10...0xFE6F, 0xFF00...0xFFEF: true
        default: false
        }
    }
}

/// What a character means for the breaking of lines, in GLib's order: the classes of Unicode.
private enum BreakClass: UInt8 {
    case mandatory, carriageReturn, lineFeed, mark, surrogate, zeroWidthSpace, inseparable, glue
    /// A picture.
    case object
    case space, breakAfter, breakBefore
    /// An em dash, on both sides of which a line may end.
    case dash
    case hyphen, nonStarter, opening, closing, quotation, exclamation, ideograph, digit
    /// A comma, point or colon, as they stand within numbers.
    case infix
    case slash, letter, prefix, postfix
    /// A letter of Thai, Lao, Khmer or Myanmar.
    case southEastAsian
    case ambiguous, unknown, nextLine, wordJoiner, jamoL, jamoV, jamoT, syllableLV, syllableLVT, parenthesis
    /// A small kana.
    case smallKana
    case hebrew, region, emojiBase, emojiModifier, joiner

    /// The class of a character, those without rules of their own replaced (LB1).
    init(_ scalar: Unicode.Scalar) {
        switch BreakClass(rawValue: UInt8(clamping: g_unichar_break_type(scalar.value))) ?? .letter {
        case .mandatory, .carriageReturn, .lineFeed, .nextLine, .surrogate, .ambiguous, .unknown: self = .letter
        case .southEastAsian: self = scalar.extendsCluster ? .mark : .letter
        case .smallKana: self = .nonStarter
        case let known: self = known
        }
    }

    var isLetter: Bool { self == .letter || self == .hebrew }
    var isPictograph: Bool { [.ideograph, .emojiBase, .emojiModifier].contains(self) }
    var isKorean: Bool { [.jamoL, .jamoV, .jamoT, .syllableLV, .syllableLVT].contains(self) }
}

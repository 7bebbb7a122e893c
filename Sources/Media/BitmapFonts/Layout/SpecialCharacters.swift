/// The characters that layout treats in a way of their own.
extension Unicode.Scalar {
    /// The modifiers that give the emoji before them a colour of skin.
    private static let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF

    /// Whether it gives the emoji before it a colour of skin.
    var isSkinTone: Bool { Self.skinTones.contains(value) }

    /// Whether it ends a line: LF, VT, FF, CR, NEL, and the line and paragraph separators.
    var endsLine: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: return true
        default: return false
        }
    }

    /// Whether it is white space that may be left out at the end of a line.
    var isBreakingSpace: Bool {
        switch value {
        case 0x09, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: return true
        default: return false
        }
    }

    /// Whether it is a control character (category Cc).
    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// Whether it only controls the text and is never drawn, even if a font has a picture for it: joiners, direction marks,
    /// variation selectors, skin tones of emoji, the word joiner, the byte order mark, and a soft hyphen inside a line.
    var isIgnorable: Bool {
        if value < 0x034F { return value == 0xAD }
        switch value {
        case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF: return true
        case Self.skinTones: return true
        case 0x3400...0x9FFF, 0xAC00...0xD7A3: return false
        default: return properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether it belongs to the character before it: combining marks and zero width joiners.
    var extendsCluster: Bool {
        if value < 0x0300 { return false }
        if value == 0x200D || Self.skinTones.contains(value) { return true }
        switch value {
        case 0x0370...0x0482, 0x048A...0x0590, 0x3400...0xA66E, 0xAC00...0xFB1D, 0x20000...0x3FFFF: return false
        default: return isMark || properties.generalCategory == .spacingMark
        }
    }

    /// Whether it is drawn over its base: categories Mn and Me.
    var isMark: Bool {
        guard value >= 0x0300 else { return false }
        return [.nonspacingMark, .enclosingMark].contains(properties.generalCategory)
    }

    /// The ASCII character that may be drawn instead of another kind of space or hyphen.
    var plainEquivalent: UInt32? {
        switch value {
        case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return 0x20
        case 0x2010, 0x2011: return 0x2D
        default: return nil
        }
    }
}

extension Unicode.Scalar {
    /// The script of a letter or mark by the name that Unicode gives it, such as `Devanagari`; nil for other characters.
    package var letterScript: String? {
        guard properties.isAlphabetic || isMark, let name = properties.name else { return nil }
        if name.hasPrefix("CJK") { return "Han" }
        let kinds: Set<Substring> = [
            "LETTER", "CAPITAL", "SMALL", "VOWEL", "SIGN", "SYLLABLE", "CONSONANT", "CHARACTER", "UNIFIED", "COMBINING",
            "INDEPENDENT", "CHOSEONG", "JUNGSEONG", "JONGSEONG",
        ]
        let words = name.split(separator: " ").prefix { !kinds.contains($0) }
        return words.isEmpty ? nil : words.map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined(separator: " ")
    }
}

extension String {
    /// The names of the scripts in it whose letters are joined or made one by tables of fonts, which fonts of pixels do not have.
    ///
    /// Each once, in the order of the text; O(length).
    /// Arabic is joined, and Jamo are put together, by characters of their own; Thai and Lao need neither, because they are stored in
    /// the order in which they are seen. Digits and punctuation of a script need no shaping and do not count.
    package var unshapedScripts: [String] {
        var names: [String] = []
        for scalar in unicodeScalars where scalar.value >= 0x0700 {
            guard let name = scalar.unshapedScript, !names.contains(name) else { continue }
            names.append(name)
        }
        return names
    }
}

extension Unicode.Scalar {
    fileprivate var unshapedScript: String? {
        guard let block = Self.unshapedBlocks.first(where: { $0.codes.contains(value) }) else { return nil }
        switch properties.generalCategory {
        case .otherLetter, .lowercaseLetter, .uppercaseLetter, .modifierLetter, .nonspacingMark, .spacingMark,
            .enclosingMark:
            return block.name
        default: return nil
        }
    }

    /// The blocks of Unicode 15.0 whose scripts reorder vowels, form conjuncts or join their letters (chapters
    /// 9, 12 to 17 of the standard).
    private static let unshapedBlocks: [(codes: ClosedRange<UInt32>, name: String)] = [
        (0x0700...0x074F, "Syriac"), (0x07C0...0x07FF, "N’Ko"), (0x0840...0x085F, "Mandaic"),
        (0x0860...0x086F, "Syriac"), (0x0900...0x097F, "Devanagari"), (0x0980...0x09FF, "Bengali"),
        (0x0A00...0x0A7F, "Gurmukhi"), (0x0A80...0x0AFF, "Gujarati"), (0x0B00...0x0B7F, "Odia"),
        (0x0B80...0x0BFF, "Tamil"), (0x0C00...0x0C7F, "Telugu"), (0x0C80...0x0CFF, "Kannada"),
        (0x0D00...0x0D7F, "Malayalam"), (0x0D80...0x0DFF, "Sinhala"), (0x0F00...0x0FFF, "Tibetan"),
        (0x1000...0x109F, "Myanmar"), (0x1780...0x17FF, "Khmer"),
        (0x1800...0x18AF, "Mongolian"), (0x1900...0x194F, "Limbu"), (0x1A00...0x1A1F, "Buginese"),
        (0x1A20...0x1AAF, "Tai Tham"), (0x1B00...0x1B7F, "Balinese"), (0x1B80...0x1BBF, "Sundanese"),
        (0x1BC0...0x1BFF, "Batak"), (0x1C00...0x1C4F, "Lepcha"), (0x1CD0...0x1CFF, "Vedic"),
        (0xA800...0xA82F, "Syloti Nagri"), (0xA840...0xA87F, "Phags-pa"), (0xA880...0xA8DF, "Saurashtra"),
        (0xA8E0...0xA8FF, "Devanagari"), (0xA930...0xA95F, "Rejang"),
        (0xA980...0xA9DF, "Javanese"), (0xA9E0...0xA9FF, "Myanmar"), (0xAA00...0xAA5F, "Cham"),
        (0xAA60...0xAA7F, "Myanmar"), (0xAAE0...0xAAFF, "Meetei Mayek"), (0xABC0...0xABFF, "Meetei Mayek"),
        (0x10A00...0x10A5F, "Kharoshthi"), (0x10AC0...0x10AFF, "Manichaean"),
        (0x10B80...0x10BAF, "Psalter Pahlavi"), (0x10D00...0x10D3F, "Hanifi Rohingya"), (0x10F30...0x10F6F, "Sogdian"),
        (0x10FB0...0x10FDF, "Chorasmian"), (0x11000...0x1107F, "Brahmi"), (0x11080...0x110CF, "Kaithi"),
        (0x11100...0x1114F, "Chakma"), (0x11180...0x111DF, "Sharada"), (0x11200...0x1124F, "Khojki"),
        (0x11280...0x112AF, "Multani"), (0x112B0...0x112FF, "Khudawadi"), (0x11300...0x1137F, "Grantha"),
        (0x11400...0x1147F, "Newa"), (0x11480...0x114DF, "Tirhuta"), (0x11580...0x115FF, "Siddham"),
        (0x11600...0x1165F, "Modi"), (0x11680...0x116CF, "Takri"), (0x11700...0x1174F, "Ahom"),
        (0x11800...0x1184F, "Dogra"), (0x11900...0x1195F, "Dives Akuru"), (0x119A0...0x119FF, "Nandinagari"),
        (0x11A00...0x11A4F, "Zanabazar Square"), (0x11A50...0x11AAF, "Soyombo"), (0x11B00...0x11B5F, "Devanagari"),
        (0x11C00...0x11C6F, "Bhaiksuki"), (0x11C70...0x11CBF, "Marchen"), (0x11D00...0x11D5F, "Masaram Gondi"),
        (0x11D60...0x11DAF, "Gunjala Gondi"), (0x11EE0...0x11EFF, "Makasar"), (0x11F00...0x11F5F, "Kawi"),
        (0x1E900...0x1E95F, "Adlam"),
    ]
}

/// The characters that layout treats in a way of their own.
enum SpecialCharacters {
    /// A tab.
    static let tab: UInt32 = 0x09
    /// A soft hyphen: a place where a word may be broken, drawn only there.
    static let softHyphen: UInt32 = 0xAD

    /// The modifiers that give the emoji before them a colour of skin.
    private static let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF

    /// Returns whether a scalar ends a line: LF, VT, FF, CR, NEL, and the line and paragraph separators.
    static func endsLine(_ code: UInt32) -> Bool {
        switch code {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: return true
        default: return false
        }
    }

    /// Returns whether a scalar is a control character (category Cc).
    static func isControl(_ code: UInt32) -> Bool { code < 0x20 || (0x7F...0x9F).contains(code) }

    /// Returns whether a scalar only controls the text and is never drawn, even if a font has a picture for it:
    /// joiners, direction marks, variation selectors, skin tones of emoji, the word joiner, the byte order mark.
    static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
        let code = scalar.value
        if code < 0x034F { return code == softHyphen }
        switch code {
        case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF: return true
        case skinTones: return true
        case 0x3400...0x9FFF, 0xAC00...0xD7A3: return false
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Returns whether a scalar belongs to the character before it: combining marks and zero width joiners.
    static func extendsCluster(_ scalar: Unicode.Scalar) -> Bool {
        let code = scalar.value
        if code < 0x0300 { return false }
        if code == 0x200D || skinTones.contains(code) { return true }
        switch code {
        case 0x0370...0x0482, 0x048A...0x0590, 0x3400...0xA66E, 0xAC00...0xFB1D, 0x20000...0x3FFFF: return false
        default: return isMark(scalar) || scalar.properties.generalCategory == .spacingMark
        }
    }

    /// Returns whether a scalar is drawn over its base: categories Mn and Me.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x0300 { return false }
        let category = scalar.properties.generalCategory
        return category == .nonspacingMark || category == .enclosingMark
    }

    /// Returns the ASCII character that may be drawn instead of another kind of space or hyphen.
    static func plainEquivalent(of code: UInt32) -> UInt32? {
        switch code {
        case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return 0x20
        case 0x2010, 0x2011: return 0x2D
        default: return nil
        }
    }
}

import CFriBidi

/// The directions of one paragraph, and which letters are joined, by FriBidi (UAX #9).
struct BidiParagraph {
    /// The embedding level of each scalar; odd levels run from right to left.
    let levels: [FriBidiLevel]
    /// Whether each scalar is joined to the next one in reading order.
    let joinsNext: [Bool]
    private let types: [FriBidiCharType]
    private let baseDirection: FriBidiParType

    /// Whether the paragraph runs from right to left.
    var isRightToLeft: Bool { baseDirection.rawValue & 1 == 1 }

    /// Returns whether a left-to-right paragraph of these scalars needs no reordering and no shaping.
    ///
    /// The ranges hold every scalar whose bidirectional class is R, AL, AN or an explicit mark; none of the others
    /// can change the order of such a paragraph.
    static func isPlain(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        scalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x590, 0x900..<0x200F, 0x2010..<0x202A, 0x202F..<0x2066, 0x206A..<0xFB1D: return true
            case 0xFE00..<0xFE70, 0xFF00..<0x10800, 0x11000..<0x1E800, 0x1F000...0x10FFFF: return true
            default: return false
            }
        }
    }

    /// Analyses a paragraph; nil if FriBidi has no memory for it.
    ///
    /// O(n), times at most 125 for nested embeddings (the depth limit of UAX #9) and at most `isolateLimit` for isolates:
    /// FriBidi looks through the paragraph for each, so from that number on isolates count as neutral characters.
    init?(_ scalars: ArraySlice<Unicode.Scalar>, direction: TextDirection) {
        let codes = scalars.map(\.value)
        let count = FriBidiStrIndex(codes.count)
        var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: codes.count)
        var brackets = [FriBidiBracketType](repeating: 0, count: codes.count)
        var levels = [FriBidiLevel](repeating: 0, count: codes.count)
        fribidi_get_bidi_types(Self.withoutIsolates(codes, beyond: Self.isolateLimit), count, &types)
        fribidi_get_bracket_types(codes, count, types, &brackets)
        var base = Self.request(direction)
        guard fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, &levels) != 0 else { return nil }

        var joining = [FriBidiArabicProp](repeating: 0, count: codes.count)
        fribidi_get_joining_types(codes, count, &joining)
        fribidi_join_arabic(types, count, levels, &joining)
        joinsNext = joining.map { $0 & Self.joinsLeft != 0 }
        self.types = types
        self.levels = levels
        baseDirection = base
    }

    /// Returns the indices of a line's scalars from left to right (rules L1 and L2 of UAX #9).
    func visualOrder(of line: Range<Int>) -> [Int] {
        var levels = Array(levels[line])
        var map = (0..<line.count).map { FriBidiStrIndex($0) }
        let highest = fribidi_reorder_line(
            0, Array(types[line]), FriBidiStrIndex(line.count), 0, baseDirection, &levels, nil, &map)
        guard highest != 0 else { return Array(line) }
        return map.map { line.lowerBound + Int($0) }
    }

    /// The direction that the first strong character outside of isolates gives a paragraph (rules P2 and P3); automatic if
    /// it has none.
    ///
    /// FriBidi's own function for it does not leave isolates out. O(n).
    static func direction(of scalars: ArraySlice<Unicode.Scalar>) -> TextDirection {
        var depth = 0
        for scalar in scalars {
            switch scalar.value {
            case 0x2066...0x2068: depth += 1
            case 0x2069: depth = max(0, depth - 1)
            case _ where depth > 0: continue
            default:
                switch fribidi_get_bidi_type(scalar.value) {
                case FRIBIDI_TYPE_LTR: return .leftToRight
                case FRIBIDI_TYPE_RTL, FRIBIDI_TYPE_AL: return .rightToLeft
                default: continue
                }
            }
        }
        return .automatic
    }

    /// The most isolates of one paragraph that are honoured.
    static let isolateLimit = 512

    /// Returns the scalars with all isolate characters behind the given number of isolates made zero width spaces.
    private static func withoutIsolates(_ codes: [UInt32], beyond limit: Int) -> [UInt32] {
        var count = 0
        var result = codes
        for (index, code) in codes.enumerated() where (0x2066...0x2069).contains(code) {
            if code != 0x2069 { count += 1 }
            if count > limit { result[index] = 0x200B }
        }
        return result
    }

    /// FRIBIDI_MASK_JOINS_LEFT of fribidi-joining-types.h: the next letter in reading order is joined.
    private static let joinsLeft: FriBidiArabicProp = 0x2

    /// What to ask FriBidi for.
    private static func request(_ direction: TextDirection) -> FriBidiParType {
        switch direction {
        case .automatic: return FRIBIDI_PAR_ON
        case .leftToRight: return FRIBIDI_PAR_LTR
        case .rightToLeft: return FRIBIDI_PAR_RTL
        }
    }
}

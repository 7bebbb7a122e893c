/// Finds the columns whose levels may change the result of a survey, in the codes of their planes.
struct OpenPlanes {
    /// The bits of the bytes of planes that no level should have.
    private let planes: SIMD2<UInt64>
    /// The bits of the bytes of planes that every level should have together with the next plane, or not at all.
    private let pairs: SIMD2<UInt64>

    /// Notes what a survey waits for.
    @inline(__always)
    init(_ survey: LevelSurvey) {
        planes = ShiftCodes.mask(planes: survey.openPlanes)
        pairs = ShiftCodes.mask(planes: survey.openPairs)
    }

    /// Whether any pixel of 1 or of 8 columns changes the result, or may change it.
    ///
    /// - Parameter codes: those of the first chain; those of the others follow.
    @inline(__always)
    func occur(in codes: UnsafePointer<ShiftCodes>, count: Int, _ matrix: HUB75Matrix) -> Bool {
        var place = UnsafeRawPointer(codes)
        var lit = SIMD2<UInt64>(repeating: 0)
        var unequal = lit
        Self.add(place, count, &lit, &unequal)
        var chain = 1
        while chain < matrix.chains {
            place += MemoryLayout<ShiftCodes>.stride &* matrix.columns
            Self.add(place, count, &lit, &unequal)
            chain &+= 1
        }
        let open = lit & planes | unequal & pairs
        return open[0] | open[1] != 0
    }

    @inline(__always)
    private static func add(
        _ codes: UnsafeRawPointer, _ count: Int, _ lit: inout SIMD2<UInt64>, _ unequal: inout SIMD2<UInt64>
    ) {
        add(codes, &lit, &unequal)
        guard count == 8 else { return }
        add(codes + 16, &lit, &unequal)
        add(codes + 32, &lit, &unequal)
        add(codes + 48, &lit, &unequal)
        add(codes + 64, &lit, &unequal)
        add(codes + 80, &lit, &unequal)
        add(codes + 96, &lit, &unequal)
        add(codes + 112, &lit, &unequal)
    }

    /// Adds a column.
    ///
    /// Its bytes from the second one on are those of the next planes, and a byte that is no plane's.
    @inline(__always)
    private static func add(_ codes: UnsafeRawPointer, _ lit: inout SIMD2<UInt64>, _ unequal: inout SIMD2<UInt64>) {
        let column = codes.load(as: SIMD2<UInt64>.self)
        lit |= column
        unequal |= column ^ codes.loadUnaligned(fromByteOffset: 1, as: SIMD2<UInt64>.self)
    }
}

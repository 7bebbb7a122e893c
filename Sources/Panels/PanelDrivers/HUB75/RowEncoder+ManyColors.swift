/// Rows of many colours: the bit planes or thresholds of the values of all columns.
extension RowEncoder {
    /// Makes the plan of a row pair with many colours, and the codes of all columns; returns its number.
    mutating func valuePlan(phase: Int) -> Int {
        let plan = EncoderMemory.planCount
        let rule = enter(survey(shown: setup.shown[phase]), as: plan)
        if rule.isThresholds {
            findThresholdCodes(rule, shown: setup.shown[phase])
            findColumnCodes(memory.pointee.thresholdCodes)
            hasPlaneColumns = false
        }
        return plan
    }

    /// Looks at the levels of the row pair, until more of them make no difference.
    private mutating func survey(shown: Int) -> LevelSurvey {
        var survey = newSurvey(shown: shown)
        findPlaneColumns()
        if surveyPlanes(&survey) { survey.leaveOutTimes() } else { surveyTimes(&survey) }
        return survey
    }

    /// Takes the times of all columns into account, or of the first ones that have too many.
    private func surveyTimes(_ survey: inout LevelSurvey) {
        memory.pointee.isMet.update(repeating: 0, count: 256)
        var column = 0
        while column < setup.matrix.columns, !survey.hasManyTimes {
            for lane in 0..<lanes { meet(memory.pointee.lanePixels[lane][column], &survey) }
            column &+= 1
        }
    }

    /// Looks at the columns whose planes may change the result: eight columns are asked at once.
    ///
    /// - Returns: whether these columns alone have more times than there are planes; else they may, too.
    private func surveyPlanes(_ survey: inout LevelSurvey) -> Bool {
        let codes = UnsafePointer(memory.pointee.columnCodes)
        let end = codes + setup.matrix.columns
        var open = OpenPlanes(survey)
        var column = codes
        var met: UInt64 = 0
        while column < end {
            if column + 8 <= end, !open.occur(in: column, count: 8, setup.matrix) {
                column += 8
                continue
            }
            while column < end, !open.occur(in: column, count: 1, setup.matrix) { column += 1 }
            if column < end {
                met |= meetPlanes(column: column - codes, &survey)
                if !survey.isOpen { break }
                open = OpenPlanes(survey)
                column += 1
            }
        }
        // Without dithering a level is its time. Darkness, which is the lowest bit, is none.
        return setup.planes.ditherBits == 0 && (met & ~1).nonzeroBitCount > PlaneTiming.planeCount
    }

    /// Takes the planes of a column into account.
    ///
    /// A function of its own, because few columns come here and the loop over all of them is faster without it.
    ///
    /// - Returns: the hashes of the levels as bits: there are as many levels at least.
    @inline(never)
    private func meetPlanes(column: Int, _ survey: inout LevelSurvey) -> UInt64 {
        let levels = memory.pointee.levels
        var met: UInt64 = 0
        var pixels = memory.pointee.lanePixels
        let end = pixels + lanes
        while pixels < end {
            let color = pixels.pointee[column]
            met |= Self.bit(survey.insert(planes: Int(levels[Int(color >> 16 & 0xFF)])))
            met |= Self.bit(survey.insert(planes: Int(levels[Int(color >> 8 & 0xFF)])))
            met |= Self.bit(survey.insert(planes: Int(levels[Int(color & 0xFF)])))
            pixels += 1
        }
        return met
    }

    /// One of 64 bits for a level, the lowest one for darkness.
    @inline(__always)
    private static func bit(_ level: Int) -> UInt64 {
        1 &<< (UInt64(truncatingIfNeeded: level) &* 0x9E37_79B9_7F4A_7C15 &>> 58)
    }

    /// Takes the times of a colour into account.
    @inline(__always)
    private func meet(_ color: UInt32, _ survey: inout LevelSurvey) {
        meet(value: Int(color >> 16 & 0xFF), &survey)
        meet(value: Int(color >> 8 & 0xFF), &survey)
        meet(value: Int(color & 0xFF), &survey)
    }

    @inline(__always)
    private func meet(value: Int, _ survey: inout LevelSurvey) {
        guard memory.pointee.isMet[value] == 0 else { return }
        memory.pointee.isMet[value] = 1
        survey.insert(timeOf: Int(memory.pointee.levels[value]))
    }

    private func findThresholdCodes(_ rule: ShiftPlan, shown: Int) {
        for value in 0..<256 where memory.pointee.isMet[value] != 0 {
            memory.pointee.thresholdCodes[value] = rule.codes(
                level: Int(memory.pointee.levels[value]), shown: shown, planes: setup.planes)
        }
    }

    /// The codes of the columns' planes, once for each row pair.
    private mutating func findPlaneColumns() {
        guard !hasPlaneColumns else { return }
        findColumnCodes(memory.pointee.planeCodes)
        hasPlaneColumns = true
    }

    private func findColumnCodes(_ values: UnsafeMutablePointer<ShiftCodes>) {
        let columns = setup.matrix.columns
        for chain in 0..<setup.matrix.chains {
            let upper = memory.pointee.lanePixels[2 &* chain]
            let lower = memory.pointee.lanePixels[2 &* chain &+ 1]
            let codes = memory.pointee.columnCodes + chain &* columns
            for column in 0..<columns {
                codes[column] = ShiftCodes(upper: upper + column, lower: lower + column, values: values)
            }
        }
    }

    /// Which byte of the codes has the bits of a shift.
    func slot(shift: Int) -> Int {
        guard hasPlaneColumns else { return shift }
        let plan = EncoderMemory.planCount &* ShiftPlan.memorySize
        return memory.pointee.planNumbers[plan &+ ShiftPlan.maximumShifts &+ shift]
    }
}

/// Finds the columns whose levels may change the result of a survey, in the codes of their planes.
struct OpenPlanes {
    /// The bits of the bytes of planes that no level should have.
    private let planes: SIMD2<UInt64>
    /// The bits of the bytes of planes that every level should have together with the next plane, or not at all.
    private let pairs: SIMD2<UInt64>

    /// Records what a survey waits for.
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

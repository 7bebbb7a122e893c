extension RowEncoder {
    /// Makes the plan of a row pair with many colours, and the codes of all columns; returns its number.
    mutating func valuePlan(phase: Int) -> Int {
        let plan = EncoderMemory.planCount
        let rule = enter(survey(shown: setup.shown[phase]), as: plan)
        if rule.isThresholds {
            findThresholdCodes(rule, shown: setup.shown[phase])
            findColumnCodes(memory.pointee.thresholdCodes)
            hasPlaneColumns = false
        } else if !hasPlaneColumns {
            findPlaneCodes()
            findColumnCodes(memory.pointee.planeCodes)
            hasPlaneColumns = true
        }
        return plan
    }

    /// Looks at the levels of the row pair, until more of them make no difference.
    private func survey(shown: Int) -> LevelSurvey {
        var survey = newSurvey(shown: shown)
        memory.pointee.isMet.update(repeating: 0, count: 256)
        if lanes == 2 {
            surveyChain(&survey)
            return survey
        }
        for column in 0..<setup.matrix.columns {
            for lane in 0..<lanes { meet(memory.pointee.lanePixels[lane][column], &survey) }
            if survey.isComplete { break }
        }
        return survey
    }

    /// One chain, the usual case: columns that cannot change the result are left out.
    private func surveyChain(_ survey: inout LevelSurvey) {
        let upper = memory.pointee.lanePixels[0]
        let lower = memory.pointee.lanePixels[1]
        let levels = memory.pointee.levels
        let columns = setup.matrix.columns
        meet(0, &survey)
        var column = 0
        while column < columns, !survey.hasManyTimes {
            meet(upper[column], &survey)
            meet(lower[column], &survey)
            column &+= 1
        }
        var open = survey.open
        while column < columns, open != 0 {
            let planes = Self.levels(upper[column], levels) | Self.levels(lower[column], levels)
            if Int(planes) & open != 0 { open = meet(upper[column], lower[column], &survey) }
            column &+= 1
        }
    }

    /// Takes a column into account; returns the planes that are open then.
    ///
    /// A function of its own, because few columns come here and the loop over all of them is faster without it.
    @inline(never)
    private func meet(_ upper: UInt32, _ lower: UInt32, _ survey: inout LevelSurvey) -> Int {
        meet(upper, &survey)
        meet(lower, &survey)
        return survey.open
    }

    /// The planes of a colour's three levels together.
    @inline(__always)
    private static func levels(_ color: UInt32, _ levels: UnsafeMutablePointer<UInt16>) -> UInt16 {
        levels[Int(color >> 16 & 0xFF)] | levels[Int(color >> 8 & 0xFF)] | levels[Int(color & 0xFF)]
    }

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
        survey.insert(Int(memory.pointee.levels[value]))
    }

    private func findThresholdCodes(_ rule: ShiftPlan, shown: Int) {
        for value in 0..<256 where memory.pointee.isMet[value] != 0 {
            memory.pointee.thresholdCodes[value] = rule.codes(
                level: Int(memory.pointee.levels[value]), shown: shown, planes: setup.planes)
        }
    }

    /// The planes of every value, once for each brightness.
    private func findPlaneCodes() {
        guard !memory.pointee.state.pointee.hasPlaneCodes else { return }
        memory.pointee.state.pointee.hasPlaneCodes = true
        let planes = ShiftPlan.allPlanes
        for value in 0..<256 {
            memory.pointee.planeCodes[value] = ShiftPlan.codes(
                level: Int(memory.pointee.levels[value]), planes: planes)
        }
    }

    private func findColumnCodes(_ values: UnsafeMutablePointer<ShiftCodes>) {
        let columns = setup.matrix.columns
        for chain in 0..<setup.matrix.chains {
            let upper = memory.pointee.lanePixels[2 &* chain]
            let lower = memory.pointee.lanePixels[2 &* chain &+ 1]
            let codes = memory.pointee.columnCodes + chain &* columns
            for column in 0..<columns {
                codes[column] = ShiftCodes(upper: upper[column], lower: lower[column], values: values)
            }
        }
    }

    /// Which byte of the codes has the bits of a shift.
    func slot(shift: Int) -> Int {
        guard kind == .values, hasPlaneColumns else { return shift }
        let plan = EncoderMemory.planCount &* ShiftPlan.memorySize
        return memory.pointee.planNumbers[plan &+ ShiftPlan.mostShifts &+ shift]
    }
}

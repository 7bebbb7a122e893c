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
        var survey = LevelSurvey(shown: shown, planes: setup.planes, memory: memory.pointee.survey)
        memory.pointee.isMet.update(repeating: 0, count: 256)
        for column in 0..<setup.matrix.columns {
            for lane in 0..<lanes {
                let color = memory.pointee.lanePixels[lane][column]
                meet(Int(color >> 16 & 0xFF), &survey)
                meet(Int(color >> 8 & 0xFF), &survey)
                meet(Int(color & 0xFF), &survey)
            }
            if survey.isComplete { break }
        }
        return survey
    }

    @inline(__always)
    private func meet(_ value: Int, _ survey: inout LevelSurvey) {
        guard memory.pointee.isMet[value] == 0 else { return }
        memory.pointee.isMet[value] = 1
        survey.insert(Int(memory.pointee.levels[value]))
    }

    private func findThresholdCodes(_ rule: ShiftPlan, shown: Int) {
        for value in 0..<256 where memory.pointee.isMet[value] != 0 {
            memory.pointee.thresholdCodes[value] = ShiftCodes(
                members: rule.members(level: Int(memory.pointee.levels[value]), shown: shown, planes: setup.planes))
        }
    }

    /// The planes of every value, once for each brightness.
    private func findPlaneCodes() {
        guard !memory.pointee.state.pointee.hasPlaneCodes else { return }
        memory.pointee.state.pointee.hasPlaneCodes = true
        for value in 0..<256 {
            memory.pointee.planeCodes[value] = ShiftCodes(members: UInt32(memory.pointee.levels[value]))
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

    /// Which of a code's shifts has the bits of a shift of such a row pair.
    func slot(shift: Int) -> Int {
        guard hasPlaneColumns else { return shift }
        let plan = EncoderMemory.planCount &* ShiftPlan.memorySize
        return memory.pointee.planNumbers[plan &+ ShiftPlan.mostShifts &+ shift]
    }
}

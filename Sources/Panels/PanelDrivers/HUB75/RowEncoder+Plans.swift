extension RowEncoder {
    /// The plan for the colours that occur, from those that are kept or made again.
    mutating func palettePlan(phase: Int) -> Int {
        let key = UInt64(present) | UInt64(truncatingIfNeeded: phase &+ 1) << 32
        let last = memory.pointee.phases[phase].plan
        if last < EncoderMemory.planCount, memory.pointee.planKeys[last] == key { return last }
        var plan = 0
        while plan < EncoderMemory.planCount {
            if memory.pointee.planKeys[plan] == key { return plan }
            plan &+= 1
        }
        plan = memory.pointee.state.pointee.nextPlan
        memory.pointee.state.pointee.nextPlan = (plan + 1) % EncoderMemory.planCount
        memory.pointee.planKeys[plan] = key
        memory.pointee.shadePlans[plan] = .none
        makePlan(plan, shown: setup.shown[phase])
        return plan
    }

    private mutating func makePlan(_ plan: Int, shown: Int) {
        var survey = newSurvey(shown: shown)
        var remaining = present
        while remaining != 0 {
            let color = memory.pointee.palette[remaining.trailingZeroBitCount]
            remaining &= remaining &- 1
            survey.insert(level(color >> 16))
            survey.insert(level(color >> 8))
            survey.insert(level(color))
        }
        let rule = enter(survey, as: plan)
        let upper = memory.pointee.planCodes + 2 &* EncoderMemory.paletteSize &* plan
        let lower = upper + EncoderMemory.paletteSize
        remaining = present
        while remaining != 0 {
            let number = remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            let codes = codes(memory.pointee.palette[number], rule, shown: shown)
            upper[number] = codes
            lower[number] = codes.lowered
        }
    }

    /// The codes of a colour in an upper pixel.
    func codes(_ color: UInt32, _ rule: ShiftPlan, shown: Int) -> ShiftCodes {
        ShiftCodes(
            red: rule.codes(level: level(color >> 16), shown: shown, planes: setup.planes),
            green: rule.codes(level: level(color >> 8), shown: shown, planes: setup.planes),
            blue: rule.codes(level: level(color), shown: shown, planes: setup.planes))
    }

    /// Looks up the codes of the changing columns, or of all columns.
    mutating func findPaletteCodes(plan: Int) {
        let upper = memory.pointee.planCodes + 2 &* EncoderMemory.paletteSize &* plan
        let lower = upper + EncoderMemory.paletteSize
        let count = eventCount
        for chain in 0..<setup.matrix.chains {
            let codes = memory.pointee.columnCodes + chain &* setup.matrix.columns
            var numbers = memory.pointee.eventNumbers + 2 &* chain
            var event = 0
            if hasGaps {
                while event < count {
                    codes[event] = upper[Int(numbers[0])] | lower[Int(numbers[1])]
                    numbers += lanes
                    event &+= 1
                }
                continue
            }
            let columns = memory.pointee.eventColumns
            let end = setup.matrix.columns
            var column = 0
            while event < count {
                let code = upper[Int(numbers[0])] | lower[Int(numbers[1])]
                numbers += lanes
                event &+= 1
                // A code counts from its column to the next one that changes.
                let next = event < count ? Int(columns[event]) : end
                repeat {
                    codes[column] = code
                    column &+= 1
                } while column < next
            }
        }
    }

    /// A survey of levels of this brightness.
    func newSurvey(shown: Int) -> LevelSurvey {
        LevelSurvey(
            shown: shown, highest: level(255), planes: setup.planes, memory: memory.pointee.survey)
    }

    /// Chooses how the levels are shown, and notes the shifts of a plan.
    func enter(_ survey: LevelSurvey, as plan: Int) -> ShiftPlan {
        let rule = ShiftPlan(
            survey, planes: setup.planes, timing: setup.timing,
            memory: memory.pointee.planNumbers + plan &* ShiftPlan.memorySize)
        memory.pointee.planShifts[plan] = rule.count
        return rule
    }

    /// The level of a value in the lowest eight bits.
    @inline(__always)
    func level(_ value: UInt32) -> Int { Int(memory.pointee.levels[Int(value & 0xFF)]) }
}

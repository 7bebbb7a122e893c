extension RowEncoder {
    /// The plan for the colours that occur, from those that are kept or made anew.
    func palettePlan(phase: Int) -> Int {
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
        makePlan(plan, shown: setup.shown[phase])
        return plan
    }

    private func makePlan(_ plan: Int, shown: Int) {
        var survey = LevelSurvey(shown: shown, planes: setup.planes, memory: memory.pointee.survey)
        var remaining = present
        while remaining != 0 {
            let color = memory.pointee.palette[remaining.trailingZeroBitCount]
            remaining &= remaining &- 1
            survey.insert(level(color >> 16))
            survey.insert(level(color >> 8))
            survey.insert(level(color))
        }
        let rule = enter(survey, as: plan)
        remaining = present
        while remaining != 0 {
            let number = remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            let color = memory.pointee.palette[number]
            let red = rule.members(level: level(color >> 16), shown: shown, planes: setup.planes)
            let green = rule.members(level: level(color >> 8), shown: shown, planes: setup.planes)
            let blue = rule.members(level: level(color), shown: shown, planes: setup.planes)
            for shift in 0..<rule.count {
                let bit = UInt32(truncatingIfNeeded: shift)
                let bits = red &>> bit & 1 | (green &>> bit & 1) << 1 | (blue &>> bit & 1) << 2
                enter(Int(bits), plan: plan, shift: shift, number: number)
            }
        }
    }

    /// Enters the lines of a colour of the palette in one shift, for every lane.
    @inline(__always)
    private func enter(_ bits: Int, plan: Int, shift: Int, number: Int) {
        var lane = 0
        while lane < lanes {
            let place = EncoderMemory.table(plan: plan, shift: shift, lane: lane, lanes: lanes) &+ number
            memory.pointee.planLow[place] = memory.pointee.laneLow[8 &* lane &+ bits]
            memory.pointee.planHigh[place] = memory.pointee.laneHigh[8 &* lane &+ bits]
            lane &+= 1
        }
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

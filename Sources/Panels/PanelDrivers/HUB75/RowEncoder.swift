import PixelGraphics

/// Encodes one frame: walks the row pairs, finds what they show, chooses how, and writes the words.
///
/// It lives for one call, on the memory of its encoder. What its mutating methods call is marked `mutating` too, even where
/// it changes nothing: for other methods Swift copies the whole structure first.
struct RowEncoder {
    let setup: EncoderSetup
    let memory: UnsafePointer<EncoderMemory>
    let lanes: Int
    /// Whether the present row pair is read by the values of its channels: the palette does not hold its colours.
    private var hasManyColors = false
    /// Few colours: the changing columns, and which colours occur.
    var eventCount = 0
    var present: UInt32 = 0
    /// Few colours: whether there are codes of the changing columns only.
    var hasGaps = false
    /// Many colours: whether `columnCodes` are those of planes.
    var hasPlaneColumns = false

    init(setup: EncoderSetup, memory: UnsafePointer<EncoderMemory>) {
        self.setup = setup
        self.memory = memory
        lanes = setup.lanes
    }

    /// Encodes all row pairs of a canvas whose RGB pixels are these; nil for canvases that are read pixel by pixel.
    ///
    /// The programs' words lie at `bases`.
    mutating func encode(_ canvas: Canvas, pixels: UnsafePointer<UInt32>?) {
        let phases = setup.planes.phases
        let isInterlaced = setup.settings.isInterlaced
        for phase in 0..<phases { memory.pointee.phases[phase] = PhaseState() }
        for place in 0..<setup.matrix.rowPairs {
            let row = isInterlaced ? setup.order[place] : place
            locate(row, in: canvas, pixels: pixels)
            analyse()
            for phase in 0..<phases {
                let state = memory.pointee.phases + phase
                state.pointee.plan = plan(phase: phase)
                write(row, place: place, state: state, base: memory.pointee.bases[phase])
            }
        }
        for phase in 0..<phases {
            let state = memory.pointee.phases + phase
            memory.pointee.bases[phase][state.pointee.count] =
                ScanWord(.waitAfterStart, UInt32(truncatingIfNeeded: setup.timing.refreshPeriod)).rawValue
            state.pointee.count += 1
        }
    }

    /// Finds out what the row pair shows.
    private mutating func analyse() {
        hasPlaneColumns = false
        // Usually the row pair after one of many colours has many, too.
        if hasManyColors, certainlyHasManyColors() { return }
        hasManyColors = !findEvents()
        // A column of many costs less than one that is looked for among them.
        hasGaps = !hasManyColors && 2 &* eventCount < setup.matrix.columns
    }

    private mutating func plan(phase: Int) -> Int {
        guard !hasManyColors else { return valuePlan(phase: phase) }
        let plan = palettePlan(phase: phase)
        findPaletteCodes(plan: plan)
        return plan
    }

    /// Records where the pixels of a row pair's lanes are, after gathering those that lie apart.
    @inline(__always)
    private mutating func locate(_ row: Int, in canvas: Canvas, pixels: UnsafePointer<UInt32>?) {
        let columns = setup.matrix.columns
        var lane = 0
        while lane < lanes {
            memory.pointee.lanePixels[lane] = setup.pixels(
                lane: row &* lanes &+ lane, in: canvas, pixels, gathered: memory.pointee.pixels + lane &* columns)
            lane &+= 1
        }
    }

    /// A survey of levels of this brightness.
    func newSurvey(shown: Int) -> LevelSurvey {
        LevelSurvey(
            shown: shown, highest: level(255), planes: setup.planes, memory: memory.pointee.survey)
    }

    /// Chooses how the levels are shown, and records the shifts of a plan.
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

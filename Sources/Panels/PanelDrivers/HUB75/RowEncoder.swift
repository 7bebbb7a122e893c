import PixelGraphics

/// Encodes one frame: walks the row pairs, finds what they show, chooses how, and writes the words.
///
/// It lives for one call, on the memory of its encoder. What its mutating methods call is marked `mutating` too, even where
/// it changes nothing: for other methods Swift copies the whole structure first.
struct RowEncoder {
    /// What the pixels of a row pair are read as.
    enum Kind {
        /// One colour on black.
        case ink
        /// A few colours of the palette on black.
        case shades
        /// Colours of the palette.
        case palette
        /// More colours than the palette holds.
        case values
    }

    let setup: EncoderSetup
    let memory: UnsafePointer<EncoderMemory>
    let lanes: Int
    /// What the present row pair is read as.
    var kind = Kind.palette
    /// Whether the row pair shows what the one before shows.
    var isRepeated = false
    /// Ink: the bits.
    var inkBits: UnsafeMutablePointer<UInt64>
    /// Ink and shades: whether any pixel is not black.
    var hasInk = false
    /// Ink and shades: whether the upper and the lower lane have such a pixel, in this row pair or in the last one that was read.
    var isUpperLit = false
    var isLowerLit = false
    /// Palette and shades: the changing columns, and which colours occur.
    var eventCount = 0
    var present: UInt32 = 0
    /// Shades: the lanes that have any.
    var shadedLanes = ShadedLanes.none
    /// Values: whether `columnCodes` are those of planes.
    var hasPlaneColumns = false
    /// Palette and shades: whether there are codes of the changing columns only.
    var hasGaps = false

    init(setup: EncoderSetup, memory: UnsafePointer<EncoderMemory>) {
        self.setup = setup
        self.memory = memory
        lanes = setup.lanes
        inkBits = memory.pointee.ink
    }

    /// Encodes all row pairs of a canvas whose RGB pixels are these; nil for canvases that are read pixel by pixel.
    ///
    /// The programs' words lie at `bases`.
    mutating func encode(_ canvas: Canvas, pixels: UnsafePointer<UInt32>?) {
        let phases = setup.planes.phases
        let readsInk = canReadInk
        let isInterlaced = setup.settings.isInterlaced
        for phase in 0..<phases { memory.pointee.phases[phase] = PhaseState() }
        for place in 0..<setup.matrix.rowPairs {
            let row = isInterlaced ? setup.order[place] : place
            locate(row, in: canvas, pixels: pixels)
            analyse(isFirst: place == 0, readsInk: readsInk)
            for phase in 0..<phases {
                let state = memory.pointee.phases + phase
                if !isRepeated { state.pointee.plan = plan(phase: phase) }
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
    private mutating func analyse(isFirst: Bool, readsInk: Bool) {
        let wasInk = kind == .ink && !isFirst
        isRepeated = false
        if readsInk, isFirst || wasInk {
            let ink = memory.pointee.state.pointee.ink
            if findInk() {
                kind = .ink
                isRepeated = wasInk && ink == memory.pointee.state.pointee.ink && isSameInk()
                return
            }
        }
        analyseColors(isFirst: isFirst, readsInk: readsInk)
    }

    /// Finds out what the row pair shows where it follows one of several colours, or is not ink.
    ///
    /// A function of its own, so that text of one colour does without its registers.
    @inline(never)
    private mutating func analyseColors(isFirst: Bool, readsInk: Bool) {
        if kind == .values, !isFirst, hasManyColors() {
            hasPlaneColumns = false
        } else if readsInk, !isFirst, hasShades, findShades() {
            kind = .shades
        } else if readsInk, !isFirst, kind != .ink, findInk() {
            kind = .ink
        } else if findEvents() {
            kind = .palette
            // A column of many costs less than one that is looked for among them.
            hasGaps = 2 &* eventCount < setup.matrix.columns
            // Few colours are shades from now on, and cost less as such.
            if readsInk, noteShades(), findShades() { kind = .shades }
        } else {
            kind = .values
            hasPlaneColumns = false
            hasGaps = false
        }
    }

    private mutating func plan(phase: Int) -> Int {
        switch kind {
        case .ink: return hasInk ? inkPlan(phase: phase) : EncoderMemory.darkPlan
        case .shades: return shadePlan(phase: phase)
        case .palette:
            let plan = palettePlan(phase: phase)
            findPaletteCodes(plan: plan)
            return plan
        case .values: return valuePlan(phase: phase)
        }
    }

    /// Notes where the pixels of a row pair's lanes are, after gathering those that lie apart.
    @inline(__always)
    private mutating func locate(_ row: Int, in canvas: Canvas, pixels: UnsafePointer<UInt32>?) {
        let first = row &* lanes
        let starts = memory.pointee.starts + first
        let lanePixels = memory.pointee.lanePixels
        if let pixels, lanes == 2, starts[0] >= 0, starts[1] >= 0 {
            lanePixels[0] = pixels + starts[0]
            lanePixels[1] = pixels + starts[1]
            return
        }
        var lane = 0
        while lane < lanes {
            let start = starts[lane]
            if let pixels, start >= 0 {
                lanePixels[lane] = pixels + start
            } else {
                gather(first &+ lane, lane: lane, in: canvas, pixels: pixels)
            }
            lane &+= 1
        }
    }

    @inline(never)
    private mutating func gather(_ index: Int, lane: Int, in canvas: Canvas, pixels: UnsafePointer<UInt32>?) {
        let columns = setup.matrix.columns
        let gathered = memory.pointee.pixels + lane * columns
        for column in 0..<columns {
            let source = Int(setup.sources[index * columns + column])
            if source < 0 {
                gathered[column] = 0
            } else if let pixels {
                gathered[column] = pixels[source]
            } else {
                gathered[column] = Self.color(of: source, in: canvas, width: setup.visibleSize.width)
            }
        }
        memory.pointee.lanePixels[lane] = UnsafePointer(gathered)
    }

    /// A pixel of a canvas that is mono, or not of the size that is shown.
    private static func color(of index: Int, in canvas: Canvas, width: Int) -> UInt32 {
        let x = index % width
        let y = index / width
        if canvas.format == .mono { return canvas.mono[x, y] ? Color.white.rawValue : 0 }
        return canvas.rgb[x, y].rawValue
    }
}

/// The visible start and end of a line, gathered from its clusters from left to right.
struct LineEdges {
    private var ink: Range<Int>?
    /// The pen of the first cluster, if that has no ink: white space that was typed.
    private var blankStart: Int?
    /// Whether the last cluster has no ink.
    private var endsBlank = false
    /// The columns that any digit takes in the place of a digit at either end.
    private var firstFigures: Range<Int>?
    private var lastFigures: Range<Int>?
    private var isEmpty = true

    /// Adds a cluster that has ink or moves the pen; `ink` and `figures` are counted from its pen.
    mutating func add(_ columns: Range<Int>?, figures: Range<Int>?, at pen: Int) {
        let figures = figures.map { pen + $0.lowerBound..<pen + $0.upperBound }
        if isEmpty {
            blankStart = columns == nil ? pen : nil
            firstFigures = figures
        }
        isEmpty = false
        endsBlank = columns == nil
        lastFigures = figures
        guard let columns else { return }
        let placed = pen + columns.lowerBound..<pen + columns.upperBound
        let old = ink ?? placed
        ink = min(old.lowerBound, placed.lowerBound)..<max(old.upperBound, placed.upperBound)
    }

    /// The columns from the first one with ink to the last one, white space at the ends included.
    func columns(advance: Int) -> Range<Int> {
        guard let ink else { return 0..<max(0, advance) }
        let start = min(ink.lowerBound, blankStart ?? ink.lowerBound)
        return start..<max(ink.upperBound, endsBlank ? advance : ink.upperBound)
    }

    /// The same with digits at the ends as wide as any digit.
    func alignedColumns(advance: Int) -> Range<Int> {
        let columns = columns(advance: advance)
        let start = min(columns.lowerBound, firstFigures?.lowerBound ?? columns.lowerBound)
        return start..<max(columns.upperBound, lastFigures?.upperBound ?? columns.upperBound)
    }
}

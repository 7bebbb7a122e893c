/// Where the shifts, latches and pulses of a row pair lie in whole lines of a picture that a display engine scans out.
///
/// At the end of a line every wire is low for a moment: OE, which lights what is latched, and the row address. So at each end
/// of a line the latch holds zeros. What is lit lies in windows within one line: a latch, its light, further shifts under that
/// light with their latches and light, and at last a shift of zeros and its latch. A pulse that is longer than its window is
/// continued in the next one. Between windows bits are shifted in the dark, and there the line may end.
struct ScanOutBand: Sendable {
    enum Content: Hashable, Sendable {
        /// What leaves every LED dark.
        case dark
        /// A bit plane of the row pair.
        case plane(Int)
        /// A register of the driver chips.
        case register(Int)
    }

    /// Columns that are shifted one after the other within a line.
    struct Shift: Hashable, Sendable {
        let content: Content
        /// The first column, and how many there are.
        let column: Int
        let count: Int
        /// The first pixel, counted through all lines without what is not visible.
        let place: Int
        /// Whether they are shifted under the light of the plane before, which is in the registers until then.
        let isUnderLight: Bool

        /// Whether a bit plane is shifted.
        var isPlane: Bool {
            if case .plane = content { return true }
            return false
        }
    }

    /// The light of a plane in one window.
    struct Pulse: Hashable, Sendable {
        let plane: Int
        /// The pixels in which OE is low at full brightness.
        let places: Range<Int>
    }

    private(set) var shifts: [Shift] = []
    /// The pixels in which LAT is high.
    private(set) var latches: [Range<Int>] = []
    /// The pulses, those of a plane one after the other.
    private(set) var pulses: [Pulse] = []
    /// The pixels of a line.
    let width: Int
    /// The pixels that were laid out; 0 where nothing was.
    private(set) var place = 0
    private let timing: ScanOutTiming
    /// The pixels of the steps to the row, with which the first line begins.
    private let stepPixels: Int
    /// The line that was begun last.
    private var line = -1
    /// The pixel behind the last column that was shifted.
    private var shiftEnd = 0

    /// The lines that it takes.
    var lines: Int { (place + width - 1) / width }

    /// Creates a band without anything in it.
    init(timing: ScanOutTiming, stepPixels: Int = 0, width: Int) {
        self.timing = timing
        self.stepPixels = stepPixels
        self.width = width
    }

    /// Lays out a row pair in one refresh; nil where lines of that width are too short.
    static func row(
        _ lights: [ScanOutTiming.Light], timing: ScanOutTiming, address: ScanOutAddress, width: Int
    ) -> ScanOutBand? {
        var band = ScanOutBand(timing: timing, stepPixels: address.stepPixels, width: width)
        return band.append(lights) ? band : nil
    }

    /// Lays out the registers of driver chips, each followed by zeros; nil where lines of that width are too short.
    static func registers(_ chip: DriverChip, timing: ScanOutTiming, width: Int) -> ScanOutBand? {
        var band = ScanOutBand(timing: timing, width: width)
        for (number, write) in chip.initialization.enumerated() {
            guard band.append(.register(number), latchedClocks: write.latchedClocks) else { return nil }
        }
        return band
    }

    /// Lays out zeros and their latch; false where lines of that width are too short.
    mutating func appendDarkness() -> Bool {
        guard timing.column + tail + timing.latch < width else { return false }
        shiftInDark(.dark, columns: 0..<timing.columns - latchedColumns)
        beginLine()
        if place + tail + timing.latch > lineEnd { nextLine() }
        appendTail(.dark, before: place + tail)
        latch(at: place + tail)
        place += tail + timing.latch
        return true
    }

    // MARK: - Lines

    private var lineEnd: Int { (line + 1) * width }

    /// Begins the line of the place, if that was not done.
    private mutating func beginLine() {
        guard place / width > line else { return }
        let isFirst = line < 0
        line = place / width
        if isFirst { place += stepPixels }
    }

    private mutating func nextLine() {
        place = lineEnd
        beginLine()
    }

    /// The first pixel of this line in which light may begin after a latch.
    private var earliestLight: Int {
        line * width + (line == 0 ? stepPixels : 0) + timing.settle
    }

    // MARK: - What is shifted and lit

    /// Ends a latch half a column behind a place; LAT rises there, or before the clocks of the last columns that were shifted.
    private mutating func latch(at place: Int) {
        let rise = timing.latched > 0 ? shiftEnd - timing.latched : place
        latches.append(rise..<place + timing.half)
    }

    /// The columns during whose clocks LAT is high, and their pixels with one in which CLK falls: they are in the line of the latch.
    private var latchedColumns: Int { timing.latched / timing.column }
    private var tail: Int { timing.latched > 0 ? timing.latched + 1 : 0 }

    /// Shifts the last columns, where LAT is high during their clocks.
    private mutating func appendTail(_ content: Content, before latch: Int) {
        guard timing.latched > 0 else { return }
        place = latch - tail
        append(content, columns: timing.columns - latchedColumns..<timing.columns, isUnderLight: false)
        place = latch - tail
    }

    /// Shifts while the latch holds zeros: lines may end between columns.
    ///
    /// Columns before the end of a line come as late as they can, so that the shift is whole where lines are read one after
    /// the other.
    private mutating func shiftInDark(_ content: Content, columns: Range<Int>) {
        var column = columns.lowerBound
        while column < columns.upperBound {
            beginLine()
            let count = min(columns.upperBound - column, (lineEnd - place) / timing.column)
            column += count
            if column < columns.upperBound { place = lineEnd - count * timing.column }
            if count > 0 { append(content, columns: column - count..<column, isUnderLight: false) }
            place += count * timing.column
        }
        beginLine()
        place += 1
    }

    /// Shifts columns at the place, which is not moved.
    private mutating func append(_ content: Content, columns: Range<Int>, isUnderLight: Bool) {
        shifts.append(
            Shift(
                content: content, column: columns.lowerBound, count: columns.count, place: place,
                isUnderLight: isUnderLight))
        shiftEnd = place + columns.count * timing.column
    }

    private mutating func shift(_ content: Content, at place: Int, isUnderLight: Bool) {
        self.place = place
        append(content, columns: 0..<timing.columns, isUnderLight: isUnderLight)
    }

    /// The end of what is shifted and lit in this line: the latch of zeros follows, and takes effect before the line ends.
    private var windowEnd: Int { lineEnd - timing.latch }
    private var lightEnd: Int { min(windowEnd - 1 - timing.latched, lineEnd - timing.darkGap) }

    /// How long a pulse can be that begins at a place, with the shift of zeros under it or after it; nil where another window
    /// would do better.
    private func pulse(_ light: ScanOutTiming.Light, at place: Int) -> Int? {
        let length = min(light.pixels + timing.lag, lightEnd - place)
        let isWhole = length == light.pixels + timing.lag
        guard place + timing.shift <= windowEnd, isWhole || length >= timing.shift, length > timing.lag else {
            return nil
        }
        return length
    }

    private mutating func append(_ lights: [ScanOutTiming.Light]) -> Bool {
        guard stepPixels + timing.settle + tail + timing.latch + timing.column < width else { return false }
        var lights = lights
        var next = 0
        while next < lights.count {
            shiftInDark(.plane(lights[next].plane), columns: 0..<timing.columns - latchedColumns)
            beginLine()
            var start = max(place + tail + timing.latch, earliestLight)
            if pulse(lights[next], at: start) == nil {
                nextLine()
                start = max(place + tail + timing.latch, earliestLight)
            }
            appendTail(.plane(lights[next].plane), before: start - timing.latch)
            guard appendWindow(&lights, &next, at: start) else { return false }
        }
        return true
    }

    /// Appends a window whose first light begins at a place; false where it does not fit.
    private mutating func appendWindow(
        _ lights: inout [ScanOutTiming.Light], _ next: inout Int, at start: Int
    ) -> Bool {
        var start = start
        guard var length = pulse(lights[next], at: start) else { return false }
        while true {
            latch(at: start - timing.latch)
            pulses.append(Pulse(plane: lights[next].plane, places: start..<start + length))
            let end = start + max(length + 1 + timing.latched, timing.shift)
            // Where LAT is high during the last clocks, they come in the dark.
            let shiftStart = timing.latched > 0 ? end - timing.shift : start
            lights[next].pixels -= length - timing.lag
            let isDone = lights[next].pixels == 0
            if isDone { next += 1 }
            if isDone, next < lights.count, let following = pulse(lights[next], at: end + timing.latch) {
                shift(.plane(lights[next].plane), at: shiftStart, isUnderLight: true)
                start = end + timing.latch
                length = following
                continue
            }
            shift(.dark, at: shiftStart, isUnderLight: true)
            latch(at: end)
            place = end + timing.half
            return true
        }
    }

    /// Writes a register: LAT is high during its last clocks, and zeros are latched before the line ends.
    private mutating func append(_ content: Content, latchedClocks: Int) -> Bool {
        let latched = timing.columns - latchedClocks
        shiftInDark(content, columns: 0..<latched)
        let length = latchedClocks * timing.column + timing.half
        if place + length + timing.shift > windowEnd { nextLine() }
        guard place + length + timing.shift <= windowEnd else { return false }
        append(content, columns: latched..<timing.columns, isUnderLight: false)
        latches.append(place..<place + length)
        shift(.dark, at: place + length, isUnderLight: false)
        latch(at: place + timing.shift)
        place += timing.shift + timing.half
        return true
    }
}

extension ScanOutBand {
    /// The pixels of all its lines, but for the planes that are shifted, and the row address.
    func pixels(_ wires: ScanOutLines, half: Int, chip: DriverChip) -> [UInt32] {
        var pixels = [UInt32](repeating: wires.outputEnable, count: lines * width)
        for pulse in pulses {
            for place in pulse.places { pixels[place] &= ~wires.outputEnable }
        }
        for latch in latches {
            for place in latch { pixels[place] |= wires.latch }
        }
        for shift in shifts {
            for index in 0..<shift.count {
                let first = shift.place + 2 * half * index
                let colors = colors(of: shift.content, column: shift.column + index, wires, chip)
                for place in first..<first + 2 * half { pixels[place] |= colors }
                for place in first + half..<first + 2 * half { pixels[place] |= wires.clock }
            }
        }
        return pixels
    }

    /// The colour lines that are high in a column, whatever is shown.
    private func colors(of content: Content, column: Int, _ wires: ScanOutLines, _ chip: DriverChip) -> UInt32 {
        switch content {
        case .dark: return wires.darkColors
        case .plane: return 0
        case .register(let number):
            let isHigh = chip.initialization[number].pattern >> UInt16(15 - column % 16) & 1 == 1
            return isHigh ? wires.colors ^ wires.darkColors : wires.darkColors
        }
    }
}

import PixelGraphics

/// The endless sequence that a loop moves past its window: copies of one content, and after a seam copies of the next.
///
/// Coordinates are pixels along the direction of motion; the window shows `position..<position + extent`. A seam always
/// lies between two copies, so every copy belongs to one content as a whole. Pure integers.
struct StripSequence<Content> {
    /// A stretch of copies of one content.
    struct Stretch {
        /// What it shows.
        let content: Content
        /// The extent of the content along the sequence.
        let length: Int
        /// The part of it that has to fit into the window, and that is aligned where it stands still.
        let fitting: Range<Int>
        /// Where one of its copies starts.
        let anchor: Int
        /// The distance of two copies: content length and spacing; at least 1.
        let period: Int
        /// The speeds of its parts.
        let speeds: SpeedProfile

        /// Lays content; without `fitting` all of it has to fit.
        init(
            content: Content, length: Int, fitting: Range<Int>? = nil, anchor: Int = 0, spacing: Int = 0,
            speeds: SpeedProfile = SpeedProfile()
        ) {
            self.content = content
            self.speeds = speeds
            self.length = min(length, Stretch.maximumLength)
            self.fitting = (fitting ?? 0..<max(0, length)).clamped(to: -Stretch.maximumLength..<Stretch.maximumLength)
            self.anchor = anchor
            period = min(max(length.saturatingAdding(spacing), 1), Stretch.maximumLength)
        }

        init(_ stretch: Stretch, anchor: Int, spacing: Int) {
            self.init(
                content: stretch.content, length: stretch.length, fitting: stretch.fitting, anchor: anchor,
                spacing: spacing, speeds: stretch.speeds)
        }

        /// The longest content and period in pixels: far more than any picture, and far from where sums overflow.
        private static var maximumLength: Int { 1 << 24 }
    }

    /// Whether the window moves towards greater coordinates, so that new content comes in there.
    let isForward: Bool
    /// The stretches in the order in which they pass the window; never empty.
    private(set) var stretches: [Stretch]

    init(_ first: Stretch, isForward: Bool) {
        self.isForward = isForward
        stretches = [first]
    }

    /// The stretch that comes in last.
    var newest: Stretch { stretches[stretches.count - 1] }

    /// The number of the stretch that a position of the window belongs to: that of the copy at its trailing edge.
    ///
    /// On a seam the window belongs to what follows.
    func stretchNumber(at position: Int) -> Int {
        var number = stretches.count - 1
        while number > 0, isForward ? position < stretches[number].anchor : position > stretches[number].anchor {
            number -= 1
        }
        return number
    }

    /// Whether the stretch that comes in last follows another one and has not reached the window.
    func isNewestUnseen(in window: Range<Int>) -> Bool {
        stretches.count > 1
            && (isForward ? newest.anchor >= window.upperBound : newest.anchor <= window.lowerBound)
    }

    /// Appends content after the first copy boundary beyond the window; content that waits there unseen is replaced.
    mutating func append(_ stretch: Stretch, spacing: Int, window: Range<Int>) {
        if isNewestUnseen(in: window) {
            stretches.removeLast()
        }
        let last = newest
        let seam =
            isForward
            ? last.anchor + (window.upperBound - last.anchor).roundedUp(toMultipleOf: last.period)
            : last.anchor - (last.anchor - window.lowerBound).roundedUp(toMultipleOf: last.period)
        stretches.append(Stretch(stretch, anchor: seam, spacing: spacing))
    }

    /// Puts other content in place of what comes in last.
    mutating func exchangeNewest(for stretch: Stretch) {
        stretches[stretches.count - 1] = stretch
    }

    /// Lays the same copies with another spacing; the one at a position of the window stays where it is.
    mutating func respace(_ spacing: Int, at position: Int) {
        let first = stretchNumber(at: position)
        let current = stretches[first]
        let shown = (position - current.anchor).floorModulo(current.period)
        var laid = stretches.map { Stretch($0, anchor: 0, spacing: spacing) }
        let start = position - shown % laid[first].period
        let passed = (position - shown - current.anchor) / current.period
        laid[first] = Stretch(current, anchor: start - passed * laid[first].period, spacing: spacing)
        func copies(_ number: Int) -> Int {
            (stretches[number + 1].anchor - stretches[number].anchor) / stretches[number].period
        }
        for number in stretches.indices.dropFirst(first + 1) {
            let anchor = laid[number - 1].anchor + copies(number - 1) * laid[number - 1].period
            laid[number] = Stretch(stretches[number], anchor: anchor, spacing: spacing)
        }
        for number in stretches.indices.prefix(first).reversed() {
            let anchor = laid[number + 1].anchor - copies(number) * laid[number].period
            laid[number] = Stretch(stretches[number], anchor: anchor, spacing: spacing)
        }
        stretches = laid
    }

    /// Forgets stretches that have left the window.
    mutating func forget(window: Range<Int>) {
        while stretches.count > 1 {
            let seam = stretches[1].anchor
            guard isForward ? seam <= window.lowerBound : seam >= window.upperBound else { return }
            stretches.removeFirst()
        }
    }

    /// Where copies of a stretch may start: between its own seam and the next one, without end if there is none.
    func starts(ofStretch number: Int) -> Range<Int> {
        let own = number > 0 ? stretches[number].anchor : nil
        let next = number + 1 < stretches.count ? stretches[number + 1].anchor : nil
        let low = (isForward ? own : next) ?? .min
        let high = (isForward ? next : own) ?? .max
        return low..<max(low, high)
    }
}

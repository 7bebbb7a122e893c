import PixelGraphics
import Timelines

/// One effect on its way: its geometry, when it takes its steps, and its start.
///
/// Shared by reference, so that the frame path copies no tables.
final class EffectRun {
    /// A time since the start from which on the effect is at a step.
    private typealias Change = (time: Nanoseconds, step: Int)

    let start: Instant
    /// When the last step is taken.
    let end: Instant
    private let geometry: EffectGeometry
    /// How an old picture goes that a new one pushes out; nil where it stays until the new one covers it.
    private let pushed: EffectGeometry?
    private let changes: [Change]
    private let sprite: ColoredStrip
    private let light: Color
    /// The pixels that are seen of effects that take them one by one, and those of them that the picture has.
    private var mask: EffectMask?
    private var seen = MonoBitmap(size: .zero)

    init(_ settings: EffectSettings, size: Size, isLeaving: Bool, start: Instant) {
        self.start = start
        sprite = settings.effect == .sprite ? settings.sprite ?? .rocket : .empty
        light = settings.light
        geometry = EffectGeometry(
            settings.effect, size: size, isLeaving: isLeaving, spriteWidth: sprite.size.width)
        pushed = geometry.isShift && !isLeaving ? EffectGeometry(settings.effect, size: size, isLeaving: true) : nil
        let duration = geometry.steps > 0 ? min(max(settings.duration, .zero), .seconds(3600)) : .zero
        end = start + duration
        changes = Self.changes(steps: geometry.steps, duration: duration, easing: settings.easing)
    }

    /// Returns the step at an instant: 0 before the start.
    func step(at instant: Instant) -> Int {
        let count = count(until: instant)
        return count == 0 ? 0 : changes[count - 1].step
    }

    /// Returns when the next step is taken.
    func nextChange(after instant: Instant) -> Instant? {
        let count = count(until: instant)
        return count < changes.count ? start + changes[count].time : nil
    }

    /// The number of changes up to an instant, by bisection.
    private func count(until instant: Instant) -> Int {
        let elapsed = instant < start ? .zero - .one : instant - start
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].time <= elapsed { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: The picture

    /// Draws what a step makes of a picture; both canvases have the size of the effect's area.
    func paint(_ picture: Canvas, at step: Int, into canvas: inout Canvas) {
        switch geometry.effect {
        case .fade where canvas.format == .rgb: canvas.mix(picture, share: geometry.light(at: step), at: .zero)
        case _ where geometry.takesPixels: paintPixels(of: picture, at: step, into: &canvas)
        default: paintLines(of: picture, at: step, into: &canvas)
        }
    }

    /// Whether it takes pixels one by one instead of lines.
    var takesPixels: Bool { geometry.takesPixels }

    /// Draws what a step makes of a picture that takes the place of an old one, pixel by pixel; all have the same size.
    ///
    /// For effects that take pixels one by one.
    func paint(_ picture: Canvas, over old: Canvas, at step: Int, into canvas: inout Canvas) {
        if geometry.effect == .fade, canvas.format == .rgb {
            let share = geometry.light(at: step)
            canvas.mix(old, share: 256 - share, at: .zero)
            // Where both have a pixel, nothing below shines through.
            prepareMask()
            seen.takeIntersection(old.coverage, picture.coverage)
            canvas.composite(old, in: seen, at: .zero)
            canvas.mix(picture, share: share, at: .zero)
            return
        }
        prepareMask()
        guard var mask = mask.take() else { return }
        mask.go(to: step)
        seen.takeDifference(old.coverage, mask.bitmap)
        canvas.composite(old, in: seen, at: .zero)
        seen.takeIntersection(mask.bitmap, picture.coverage)
        canvas.composite(picture, in: seen, at: .zero)
        self.mask = mask
    }

    /// Draws what a step makes of an area of a picture that takes the place of an old one, line by line.
    ///
    /// - Parameters:
    ///   - corner: the top left pixel of the area in both pictures.
    ///   - canvas: one that keeps coverage; its current area is cleared.
    func paint(_ picture: Canvas, over old: Canvas, corner: Point, at step: Int, into canvas: inout Canvas) {
        let away = pushed?.displacement(ofLine: 0, at: step) ?? .zero
        // What lies beside the area in the pictures is not seen in it.
        canvas.withArea(Rectangle(geometry.size).offset(dx: away.x, dy: away.y)) { canvas in
            canvas.composite(old, at: Point(x: -corner.x, y: -corner.y))
        }
        paintLines(of: picture, at: step, corner: corner, covers: true, into: &canvas)
    }

    /// - Parameters:
    ///   - corner: the top left pixel of the area in the picture.
    ///   - covers: whether a line hides what is below it also where the picture has no pixel.
    private func paintLines(
        of picture: Canvas, at step: Int, corner: Point = .zero, covers: Bool = false, into canvas: inout Canvas
    ) {
        let count = geometry.lineCount
        var first = 0
        while first < count {
            let displacement = geometry.displacement(ofLine: first, at: step)
            var end = first + 1
            while end < count, geometry.displacement(ofLine: end, at: step) == displacement { end += 1 }
            if let displacement {
                let lines = area(ofLine: first, count: end - first)
                canvas.withArea(lines.offset(dx: displacement.x, dy: displacement.y)) { canvas in
                    if covers { canvas.clear() }
                    canvas.composite(picture, at: Point(x: -lines.x - corner.x, y: -lines.y - corner.y))
                }
            }
            first = end
        }
        for line in 0..<count where geometry.isLight(line: line, at: step) {
            canvas.fill(area(ofLine: line, count: 1), with: Ink(light))
        }
        if geometry.effect == .sprite, step > 0 {
            let corner = Point(
                x: step - sprite.size.width, y: (geometry.size.height - sprite.size.height) / 2)
            sprite.draw(at: corner, into: &canvas)
        }
    }

    private func area(ofLine line: Int, count: Int) -> Rectangle {
        geometry.areLinesRows
            ? Rectangle(x: 0, y: line, width: geometry.size.width, height: count)
            : Rectangle(x: line, y: 0, width: count, height: geometry.size.height)
    }

    private func prepareMask() {
        guard mask == nil else { return }
        mask = geometry.mask()
        seen = MonoBitmap(size: geometry.size)
    }

    private func paintPixels(of picture: Canvas, at step: Int, into canvas: inout Canvas) {
        prepareMask()
        guard var mask = mask.take() else { return }
        mask.go(to: step)
        seen.takeIntersection(mask.bitmap, picture.coverage)
        self.mask = mask
        canvas.composite(picture, in: seen, at: .zero)
    }
}

/// When an effect takes each of its steps.
///
/// Linear progress reaches step k of n after exactly `ceil(k * duration / n)`. Other easings are taken at 256 to 4096
/// evenly spaced times (about every 4 ms), so that curves that turn back need no special case.
extension EffectRun {
    /// The changes of a way; the last one is the last step, at the end of the duration (at once for none).
    private static func changes(steps: Int, duration: Nanoseconds, easing: Easing) -> [Change] {
        guard steps > 0, duration > .zero else { return [(.zero, steps)] }
        switch easing {
        case .linear: return linear(steps: steps, duration: duration)
        case .step: return [(duration, steps)]
        default: return sampled(steps: steps, duration: duration, easing: easing)
        }
    }

    private static func linear(steps: Int, duration: Nanoseconds) -> [Change] {
        var changes: [Change] = []
        for step in 1...steps {
            let time = (Int128(step) * Int128(duration.count) + Int128(steps - 1)) / Int128(steps)
            add((Nanoseconds(Int64(time)), step), to: &changes)
        }
        return changes
    }

    private static func sampled(steps: Int, duration: Nanoseconds, easing: Easing) -> [Change] {
        let samples = min(max(duration.count / 4_000_000, 256), 4096)
        var changes: [Change] = []
        var shown = 0
        for sample in 1...samples {
            let time = Nanoseconds(
                Int64((Int128(sample) * Int128(duration.count) + Int128(samples - 1)) / Int128(samples)))
            let progress = min(max(easing.progress(after: time, of: duration), 0), FixedPoint.one)
            let step = Int((Int128(progress) * Int128(steps)) >> 32)
            guard step != shown else { continue }
            add((time, step), to: &changes)
            shown = step
        }
        if shown != steps || changes.isEmpty { add((duration, steps), to: &changes) }
        return changes
    }

    /// Appends a change; of several at the same time the last one counts.
    private static func add(_ change: Change, to changes: inout [Change]) {
        if changes.last?.time == change.time { changes.removeLast() }
        changes.append(change)
    }
}

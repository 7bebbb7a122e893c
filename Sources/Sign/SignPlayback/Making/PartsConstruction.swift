import BitmapFonts
import LiveValues
import Marquee
import PixelGraphics
import Settings
import SignFiles
import Timelines

/// Parts while their content is made: what was found so far.
final class PartsConstruction {
    /// The time in which parts are made.
    struct Scope {
        var start: Instant
        /// The cadence of the sign; nil if another part keeps it.
        var cadence: SharedCadence?
        /// The way from the time of the sign.
        var mappings: [TimeMapping] = []
        /// The refreshes of the display in this time.
        var refresh = RefreshGrid().interval
        /// The conditions of the parts around.
        var conditions: [ValueCondition] = []

        /// The time of a part, or of a copy of it.
        func within(_ part: SignPart, copy: Int) -> Scope {
            var scope = self
            scope.conditions += part.conditions
            let delay = part.delay + part.copies.delay.times(Int64(copy))
            guard delay > .zero || part.tempo != .default else { return scope }
            scope.mappings.append(
                TimeMapping(
                    origin: start, delay: delay, numerator: part.tempo.numerator, denominator: part.tempo.denominator))
            let refresh = Int128(refresh.count) * Int128(part.tempo.numerator) / Int128(part.tempo.denominator)
            scope.refresh = Nanoseconds(Int64(clamping: max(refresh, 1_000)))
            return scope
        }

        /// The time of the sign itself.
        var timeOfDay: Scope { Scope(start: start, cadence: cadence, refresh: refresh) }

        /// The way to this time, seen at ticks.
        func path(_ ticks: (any TickSchedule)? = nil) -> TimePath {
            TimePath(mappings: mappings, ticks: ticks, cadence: cadence, start: start)
        }
    }

    /// The pixels that the parts of a message may have together.
    private static let maximumPixels = 4_194_304
    /// The parts, copies counted, that a message may have.
    private static let maximumContents = 2_000
    /// What is wrong with parts beyond these limits.
    static let tooLarge = SignReason.part(.tooLarge(pixels: maximumPixels, copies: maximumContents))

    let maker: MessageMaker
    let cadence = SharedCadence()
    var problems: [SignProblem] = []
    var cues: [PartsContent.CueTrack] = []
    var directed: [any DirectedContent] = []
    /// What puts new values into texts.
    var refreshers: [(Instant) -> Void] = []
    /// Whether images change with their values; lists see to that themselves.
    var followsImages = true
    /// The effect by which each image of a folder takes the place of the one before; nil for none.
    var slideEffect: EffectSettings?
    /// The image that was shown before, and stays until another one is there.
    var pictureBefore: MessageMaker.Picture?
    private var pixels = 0
    private var contents = 0
    private var isTooLarge = false

    init(_ maker: MessageMaker) { self.maker = maker }

    /// Makes parts on an area of a size.
    func layers(_ parts: [SignPart], size: Size, scope: Scope) -> Layers {
        let layers = Layers()
        for part in parts { add(part, to: layers, size: size, scope: scope) }
        return layers
    }

    private func add(_ part: SignPart, to layers: Layers, size: Size, scope: Scope) {
        for copy in 0..<part.copies.count {
            let inner = scope.within(part, copy: copy)
            let step = Point(x: part.copies.step.x * copy, y: part.copies.step.y * copy)
            do throws(SignError) {
                try add(part, movedBy: step, to: layers, size: size, scope: inner)
            } catch {
                problems += error.problems
                return
            }
            for cue in part.cues {
                var path = cue.ticks.followsTheClock ? scope.timeOfDay.path() : inner.path()
                // Cues are called in time, however seldom the picture changes.
                path.cadence = nil
                let (maker, conditions) = (maker, inner.conditions)
                let (ticks, way) = (cue.ticks.schedule(start: scope.start, time: maker.time), path)
                cues.append(
                    (
                        cue.name,
                        { after in
                            guard maker.hold(conditions) else { return nil }
                            return ticks.next(after: way.inner(after)).flatMap { way.outer($0, after: after) }
                        }
                    ))
            }
        }
    }

    private func add(
        _ part: SignPart, movedBy step: Point, to layers: Layers, size: Size, scope: Scope
    ) throws(SignError) {
        var made = try content(of: part, in: size, scope: scope)
        made.content = conditional(made.content, of: part)
        let place = made.place.offset(dx: step.x, dy: step.y)
        guard let keyFrames = part.keyFrames else {
            try count(place.size, of: part)
            layers.add(made.content, in: place)
            return
        }
        try count(place.size, of: part)
        try count(size, of: part)
        layers.add(
            moving(made.content, at: place, by: keyFrames, ticks: part.moveTicks(self, scope), scope),
            in: Rectangle(size))
    }

    /// Lets content move through key frames in the area around it.
    private func moving(
        _ content: any Content, at place: Rectangle, by given: SignKeyFrames, ticks: (any TickSchedule)?, _ scope: Scope
    ) -> any Content {
        let anchor = given.anchor ?? Point(x: place.width * 500, y: place.height * 500)
        let frames = given.frames.map { frame in
            var frame = frame
            frame.x += place.x * 1000 + anchor.x
            frame.y += place.y * 1000 + anchor.y
            if given.jumps { (frame.easing, frame.duration) = (.step, nil) }
            return frame
        }
        return KeyFrameContent(
            content, size: place.size, anchor: anchor, keyFrames: frames, repeats: given.loops, start: scope.start,
            grid: RefreshGrid(epoch: scope.start, interval: scope.refresh), path: scope.path(ticks)) ?? Still(.empty)
    }

    private func count(_ size: Size, of part: SignPart) throws(SignError) {
        contents += 1
        pixels += min(size.width, Self.maximumPixels + 1) * min(size.height, Self.maximumPixels + 1)
        guard contents <= Self.maximumContents, pixels <= Self.maximumPixels else {
            // Only the first such part is reported.
            defer { isTooLarge = true }
            throw isTooLarge ? SignError(problems: []) : error(Self.tooLarge, of: part)
        }
    }

    func error(_ reason: SignReason, of part: SignPart) -> SignError {
        SignError(problems: [SignProblem(reason, path: maker.file.path, place: part.place.place ?? .start)])
    }
}

extension SignPart {
    /// The ticks at which its motion is seen; those of turns are for the turns.
    func moveTicks(_ construction: PartsConstruction, _ scope: PartsConstruction.Scope) -> (any TickSchedule)? {
        if case .turns = content { return nil }
        return ticks?.schedule(start: scope.start, time: construction.maker.time)
    }
}

extension SignTicks {
    /// The ticks of a part that begins at an instant.
    func schedule(start: Instant, time: any LocalTimeSource & Sendable) -> any TickSchedule {
        switch self {
        case .periodic(let from, let every): return PeriodicTicks(from: start + (from ?? every), by: every)
        case .animation(let minimum, let isPaused):
            guard !isPaused else { return ListedTicks([]) }
            let first = start + max(minimum, RefreshGrid().interval)
            return PeriodicTicks(grid: RefreshGrid(epoch: first), minimumInterval: minimum)
        case .wall(let period): return WallTicks(time, period: period, start: start)
        case .list(let times): return ListedTicks(times.map { start + $0 })
        case .cycle(let offsets):
            return CyclicTicks(start: start, offsets: offsets) as (any TickSchedule)? ?? ListedTicks([])
        }
    }
}

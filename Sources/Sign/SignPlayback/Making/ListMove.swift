import Marquee
import PixelGraphics
import SignFiles
import Timelines

extension SignChange {
    /// How long it takes.
    var time: Nanoseconds {
        switch kind {
        case .now, .slide, .roll: duration ?? .milliseconds(300)
        case .flash: duration ?? .milliseconds(900)
        case .effect: duration ?? .seconds(1)
        }
    }
}

/// Changes of the parts of a list, as key frames: they are exact at any instant, and know when they look different.
extension ListContent.Move {
    /// Where something is at an instant that slides to a place.
    func place(at instant: Instant, to end: Point) -> Point {
        guard change.kind == .slide else { return end }
        let progress = Int128(change.easing.progress(after: instant - start, of: change.time))
        func between(_ from: Int, _ to: Int) -> Int {
            from + Int((Int128(to - from) * progress + (1 << 31)) >> 32)
        }
        return Point(x: between(from.x, end.x), y: between(from.y, end.y))
    }

    /// The same for what lies within something that slides.
    func offset(from outer: Rectangle, to inner: Rectangle) -> Self {
        Self(
            from: Point(x: from.x + inner.x - outer.x, y: from.y + inner.y - outer.y), start: start, change: change)
    }

    /// Content that changes on its way to a place; nil for nothing to see.
    func content(_ content: any Content, in place: Rectangle, refresh: Nanoseconds) -> (any Content)? {
        let isSlide = change.kind == .slide
        return KeyFrameContent(
            content, size: place.size, keyFrames: isSlide ? sliding(to: place.origin) : flashing, repeats: false,
            start: start, grid: RefreshGrid(epoch: start, interval: refresh))
    }

    private func sliding(to end: Point) -> [KeyFrame] {
        [from, end].enumerated().map { number, point in
            var frame = KeyFrame(offset: number == 0 ? .zero : change.time)
            (frame.x, frame.y, frame.easing) = (point.x * 1000, point.y * 1000, change.easing)
            return frame
        }
    }

    /// Three times out and in again, each for a sixth of the time.
    private var flashing: [KeyFrame] {
        (0...6).map { number in
            var frame = KeyFrame(offset: number == 0 ? .zero : Nanoseconds(change.time.count / 6))
            frame.brightness = number % 2 == 0 ? 0 : 100
            frame.easing = .step
            if number == 6 { frame.brightness = 100 }
            return frame
        }
    }
}

import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// Parts over each other on an area, and the cues that they give.
///
/// Building allocates; drawing allocates nothing after the first call, and draws no part again that does not change.
package final class PartsContent: Content {
    /// The instant of a cue, and the names that are called then, in the order of the file.
    package typealias CueCall = (instant: Instant, names: [String])

    /// The name of a cue, and when it is first called after an instant; nil for never, and while its part is not shown.
    typealias CueTrack = (name: String, next: (_ after: Instant) -> Instant?)

    let layers: Layers
    private let cues: [CueTrack]
    private let shared: SharedCadence
    private let directed: [any DirectedContent]
    private let refreshers: [(Instant) -> Void]

    init(
        _ layers: Layers, cues: [CueTrack], cadence: SharedCadence, directed: [any DirectedContent],
        refreshers: [(Instant) -> Void]
    ) {
        (self.layers, self.cues, shared, self.directed) = (layers, cues, cadence, directed)
        self.refreshers = refreshers
    }

    /// How often its parts are updated; they hide what would be out of date.
    package var cadence: Cadence {
        get { shared.cadence }
        set { shared.cadence = newValue }
    }

    /// The sum of the parts' revisions.
    package var revision: Int { layers.revision }

    /// Draws the parts from the bottom up; see ``Content``.
    package func draw(at instant: Instant, into frame: inout Frame) { layers.draw(at: instant, into: &frame) }

    /// Returns when the first of the parts looks different.
    package func nextChange(after instant: Instant) -> Instant? { layers.nextChange(after: instant) }

    /// Returns the first instant after `instant` at which cues are called; nil for never.
    ///
    /// O(number of cues).
    package func nextCues(after instant: Instant) -> CueCall? {
        var first: Instant?
        var names: [String] = []
        for cue in cues {
            guard let next = cue.next(instant) else { continue }
            if first.map({ next < $0 }) ?? true { names = [] }
            guard first.map({ next <= $0 }) ?? true else { continue }
            first = next
            if !names.contains(cue.name) { names.append(cue.name) }
        }
        return first.map { ($0, names) }
    }

    /// Puts new values and times into the texts of the parts from an instant on, in place and without a jump.
    func refreshTexts(at instant: Instant) {
        for refresh in refreshers { refresh(instant) }
    }
}

extension PartsContent: DirectedContent {
    /// Lets the texts take their decisions.
    package func direct(at instant: Instant) {
        for number in directed.indices { directed[number].direct(at: instant) }
    }

    /// When the first of the texts takes its next decision; nil for never.
    package var nextDecision: Instant? {
        var first: Instant?
        for number in directed.indices { first = first.earlier(directed[number].nextDecision) }
        return first
    }
}

import Marquee
import PixelGraphics
import Settings
import SignFiles
import Timelines

/// Rows or columns of a message: laid out by what their parts measure, and laid out again where values change.
///
/// Laying out allocates; drawing allocates nothing after the first call. Parts that stay keep their motion: they are known by
/// their path in the file and the key of their element.
final class ListContent: Content {
    /// Something that is placed: a part with its values, which stays from layout to layout while these are the same.
    final class Node {
        var part: SignPart
        /// Its path in the list, and the keys of the elements that it stands for.
        let identity: String
        /// What makes it, with the element that its names mean.
        var maker: MessageMaker
        /// The number of the node that it lies in, and the axis of that list.
        var parent: (number: Int, axis: Box.Axis)
        /// The text that it shows, laid out with its values.
        var message: Message?
        /// What it measures; nil for rows and columns with a picture of their own.
        var measured: Size?
        /// Rows or columns with a picture of their own, because they turn pages or scroll.
        let list: ListContent?
        /// Whether it comes before a group of elements.
        let isHead: Bool
        /// The image that it shows.
        var picture: MessageMaker.Picture?
        /// Its number among the nodes.
        var number = 0
        /// What it was measured with, with all that lies within it; nil where something else decides, too.
        var inputs: Inputs?
        /// Its box, and the number of nodes up to the last one within it.
        var (box, count) = (Box(.leaf(.zero)), 1)
        /// Whether it is the same as at the layout before.
        var isKept = false
        /// What is drawn for it.
        var shown: Shown?
        /// Whether that is what it shows, on the same area.
        var isShown = false
        /// When its text has been seen whole on its page, which it scrolls through: nil where it does not, and unless asked for.
        var seenAt: Instant??
        /// Where it lay in the picture that was laid out last.
        var placed: Placed?
        /// What it draws as a strip on an area of a size.
        var drawn: (size: Size, strip: ColoredStrip, at: Point)?

        init(
            part: SignPart, identity: String, maker: MessageMaker, parent: (Int, Box.Axis), list: ListContent? = nil,
            isHead: Bool = false
        ) {
            (self.part, self.identity, self.maker, self.parent) = (part, identity, maker, parent)
            (self.list, self.isHead) = (list, isHead)
        }
    }

    /// What is drawn for a node, kept for the next layout.
    struct Shown {
        let content: any Content
        let size: Size
        /// Which one it is of all that were made; 0 for the list of a node.
        var number = 0
        /// Whether its time starts whenever its page comes.
        var isPaged = false
        /// The text, where its values are put in in place.
        var text: MessageContent?
        /// The text that moves in it.
        var moving: MessageContent?
        /// When the text was last another one, but for the first of its values; nil for never.
        var changedAt: Instant?
        /// Whether all of its sources had values.
        var isKnown = false
        /// What stands behind it, where it draws that itself.
        var background: ItemBackground?
        /// The image that it is.
        var picture: MessageMaker.Picture?
        /// What puts new values into other content.
        var refreshers: [(Instant) -> Void] = []
        /// What lets new pictures take the place of old ones, and what it looked like before the newest values.
        var transition: TransitionContent?
        var look: TransitionContent.Look?
    }

    /// A node as it lies in the picture.
    struct Placed: Equatable {
        /// Its number among the nodes.
        let node: Int
        let rectangle: Rectangle
        /// What stands behind it.
        let background: ItemBackground?
        /// The number of what is drawn.
        let content: Int?
        /// Where it comes from, if it slides, and since when it changes.
        var move: Move?
    }

    /// A change that is under way: a part slides from a place, or goes out and comes back where it is.
    struct Move: Equatable {
        let from: Point
        let start: Instant
        let change: SignChange
    }

    var part: SignPart
    var maker: MessageMaker
    let scope: PartsConstruction.Scope
    var size = Size.zero
    /// The space below its top left corner in which its parts may slide.
    var extent = Size.zero
    /// The problems of the parts, and of the first layout.
    var problems: [SignProblem] = []
    var cues: [PartsContent.CueTrack] = []
    /// The parts that are shown at most.
    static let maximumNodes = 2_000
    var isChecked = false
    /// The cues of changes, also of the lists in it.
    var calls = ChangeCalls()
    /// What begins each cycle together: in all of it, or in the nodes with these identities.
    var steps: [String: MarqueeStep] = [:]
    /// Whether it turns pages.
    var turnsPages = false
    /// Whether it lies within a list that is in step.
    var isWithinStep = false
    /// What a new value does to its parts that do not say so themselves.
    var outerChange: SignChange?
    var nodes: [Node] = []
    /// The rows that the parts of lists had at the layout before, by the identities of these.
    var heights: [String: [Int: Int]] = [:]
    /// The nodes of the layout before, and their places among them by their identities, once these are asked for.
    var earlier: [Node] = []
    var earlierPlaces: [String: Int] = [:]
    /// The place among them of the node that most likely comes next.
    var expectedPlace = 0
    /// The names of the values that decide parts, by where these stand in the file; nil for those that others decide, too.
    var names: [TextPlace: [String]?] = [:]
    var box = MeasuredBox(Box(.leaf(.zero)))
    /// What all of it asks for.
    var asked = Size.zero
    /// How many nodes lie in the picture that was laid out last; 0 before that, and for one that scrolls.
    var placedCount = 0
    /// The pages that were laid out last: the nodes of each, where it begins, and its picture.
    var pages: [(nodes: Range<Int>, top: Int, picture: Layers)] = []
    /// How much was made to be drawn.
    var made = 0
    var current: any Content = Still(.empty)
    var earlierRevisions = 0
    /// What moves, if it scrolls as one.
    var marquee: Marquee?
    /// The items that it scrolls, if it is a line of them.
    var line: ColoredStrip?

    /// Describes rows or columns, or the elements of a list that a part is repeated for; `place` lays them out.
    init(_ part: SignPart, maker: MessageMaker, scope: PartsConstruction.Scope) {
        (self.part, self.maker, self.scope) = (part, maker, scope)
    }

    /// Grows with every layout that changes the picture, and with what the parts say.
    var revision: Int { earlierRevisions + current.revision }

    /// Draws the parts; see ``Content``.
    func draw(at instant: Instant, into frame: inout Frame) { current.draw(at: instant, into: &frame) }

    /// Returns when the first part looks different, or the next page comes.
    func nextChange(after instant: Instant) -> Instant? { current.nextChange(after: instant) }

    /// Puts new values in from an instant on: measures all parts, and places them again.
    func refresh(at instant: Instant) {
        refreshParts(at: instant)
        measure(height: size.height, width: size.width)
        place(size, at: instant)
        // What is wrong with the file was found at the first layout.
        problems = []
    }

    /// Puts new values into what is no text, also in the lists in it.
    private func refreshParts(at instant: Instant) {
        for node in nodes {
            node.list?.refreshParts(at: instant)
            guard let refreshers = node.shown?.refreshers, !refreshers.isEmpty else { continue }
            let look = node.shown?.transition?.look(at: instant)
            node.shown?.look = look
            for refresh in refreshers { refresh(instant) }
        }
    }
}

/// Parts of a list that begin each cycle together.
extension ListContent {
    /// Brings what scrolls into step, on each page by itself.
    func keepInStep(_ pages: [Range<Int>], turnsPages: Bool, at instant: Instant) {
        var next: [String: MarqueeStep] = [:]
        // A list around it brings all of it into step, but not its pages: their time begins whenever they come.
        guard turnsPages || !isWithinStep && scope.mappings.isEmpty else { return }
        guard hasSteps else {
            steps = next
            return
        }
        for page in pages {
            for (group, marquees) in marquees(in: page) {
                var step = turnsPages ? nil : steps[group]
                step = step ?? MarqueeStep(start: turnsPages ? .zero : scope.start)
                step?.keep(marquees, at: turnsPages ? .zero : instant)
                next[group] = turnsPages ? nil : step
            }
        }
        steps = next
    }

    /// Whether anything may be in step.
    var hasSteps: Bool { part.box.isInStep || isWithinStep || nodes.contains(where: \.part.box.isInStep) }

    /// What scrolls among some nodes and is in step, by what it is in step with.
    private func marquees(in numbers: Range<Int>) -> [String: [Marquee]] {
        var found: [String: [Marquee]] = [:]
        for number in numbers {
            guard let group = stepGroup(of: number) else { continue }
            found[group, default: []] += marquees(of: number)
        }
        return found
    }

    private func marquees(of number: Int) -> [Marquee] {
        let node = nodes[number]
        if let list = node.list {
            if let marquee = list.current as? Marquee { return [marquee] }
            return list.turnsPages ? [] : list.nodes.indices.flatMap(list.marquees)
        }
        return [node.shown?.moving?.marquee].compactMap { $0 }
    }

    /// What a node is in step with: the outermost list around it that is; nil for nothing.
    func stepGroup(of number: Int) -> String? {
        if part.box.isInStep || isWithinStep { return "" }
        var (number, group) = (number, String?.none)
        while number > 0 {
            let node = nodes[number]
            let parent = node.parent.number
            // All elements of a list are in step together.
            let isElement = node.isRepeated && !nodes[parent].isRepeated
            if node.part.box.isInStep { group = nodes[isElement ? parent : number].identity }
            number = parent
        }
        return group
    }
}

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
    /// Something that is placed: a part with its values, which stays from layout to layout.
    final class Node {
        let part: ListPart
        /// The rows or columns that it lies in, and their axis; nil for the outermost one.
        let owner: Node?
        let axis: Box.Axis
        /// Which of their parts it is, and for which element.
        let place: NodePlace
        /// Whether it comes before a group of elements.
        let isHead: Bool
        /// Rows or columns with a picture of their own, because they turn pages or scroll.
        let list: ListContent?
        /// What makes it, with the element that its names mean.
        var maker: MessageMaker
        /// Its number among the nodes.
        var number = 0
        /// What stands behind it.
        var background: ItemBackground?
        /// The text that it shows, laid out with its values, and its letters.
        var message: Message? { didSet { letters = message?.text.count ?? 0 } }
        private(set) var letters = 0
        /// The image that it shows.
        var picture: MessageMaker.Picture?
        /// What it measures; nil for rows and columns with a picture of their own.
        var measured: Size?
        /// What its sample measures.
        var sample: Size?
        /// What it was measured with, with all that lies within it, and in which layout that was.
        var inputs: Inputs?
        var layout = 0
        /// Its box, and the number of nodes up to the last one within it.
        var (box, count) = (Box(.leaf(.zero)), 1)
        /// The rows that the parts of a list had at the layout before.
        var heights: [Int: Int] = [:]
        /// What is drawn for it.
        var shown: Shown?
        /// Whether that is what it shows.
        var isShown = false
        /// When its text has been seen whole on its page, which it scrolls through: nil where it does not, and unless asked for.
        var seenAt: Instant??
        /// Where it lay in the picture that was laid out last.
        var placed: Placed?
        /// What it draws as a part of the strip of its list, and on which area of that.
        var drawn: (strip: ColoredStrip, area: Rectangle)?
        /// Its path in the list, and the keys of the elements that it stands for.
        private(set) lazy var identity: String = owner.map { $0.identity + place.words } ?? ""

        init(
            _ part: ListPart, _ place: NodePlace, in owner: Node?, axis: Box.Axis, maker: MessageMaker,
            list: ListContent? = nil, isHead: Bool = false
        ) {
            (self.part, self.place, self.owner, self.axis, self.maker) = (part, place, owner, axis, maker)
            (self.list, self.isHead) = (list, isHead)
        }

        /// Forgets what is drawn for it, because it shows something else.
        func renew() { (isShown, drawn) = (false, nil) }
    }

    /// Which of the parts of a list something is, and for which of the elements that this is repeated for.
    struct NodePlace: Equatable {
        /// The number of the part.
        let index: Int
        /// What identifies the element; nil for what is not repeated.
        var key: String?
        /// Whether it keeps the place of something that is hidden.
        var isEmpty = false

        /// Values have no control characters, so no key looks like a way into another element.
        var words: String { "/\(index)\(isEmpty ? "\u{1}" : "")\(key.map { ":\($0)\u{0}" } ?? "")" }
    }

    /// What is drawn for a node, kept for the next layout.
    struct Shown {
        let content: any Content
        var size: Size
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

    let part: ListPart
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
    /// How often it was measured.
    var layout = 0
    /// The nodes of the layout before, and their places among them by their identities, once these are asked for.
    var earlier: [Node] = []
    var earlierPlaces: [String: Int] = [:]
    /// The place among them of the node that most likely comes next.
    var expectedPlace = 0
    /// The boxes of all nodes, measured, and where they are on an area.
    var tree = Box(.leaf(.zero))
    var box = MeasuredBox(Box(.leaf(.zero)))
    var rectangles: (size: Size, isUnbounded: Bool, places: [Rectangle])?
    /// What all of it asks for.
    var asked = Size.zero
    /// How many nodes lie in the picture that was laid out last; 0 before that, and for one that scrolls.
    var placedCount = 0
    /// The nodes of a page and where it begins, and those of the head that stands above them once more, if there is one.
    struct Page: Equatable {
        let nodes: Range<Int>
        let top: Int
        var heads = 0..<0
    }

    /// The pages that were laid out last, each with its picture.
    var pages: [(page: Page, picture: Layers)] = []
    /// How much was made to be drawn.
    var made = 0
    var current: any Content = Still(.empty)
    var earlierRevisions = 0
    /// What moves, if it scrolls as one.
    var marquee: Marquee?
    /// The items that it scrolls, if it is a line of them.
    var line: ColoredStrip?

    /// Describes rows or columns, or the elements of a list that a part is repeated for; `place` lays them out.
    init(_ part: ListPart, maker: MessageMaker, scope: PartsConstruction.Scope) {
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
    var hasSteps: Bool { part.box.isInStep || isWithinStep || nodes.contains { $0.part.box.isInStep } }

    /// What scrolls among some nodes and is in step, by what it is in step with.
    private func marquees(in numbers: Range<Int>) -> [String: [Marquee]] {
        var found: [String: [Marquee]] = [:]
        for number in numbers {
            guard let group = stepGroup(of: nodes[number]) else { continue }
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
    func stepGroup(of node: Node) -> String? {
        if part.box.isInStep || isWithinStep { return "" }
        var (node, group) = (node, String?.none)
        while let owner = node.owner {
            // All elements of a list are in step together.
            let isElement = node.isRepeated && !owner.isRepeated
            if node.part.box.isInStep { group = (isElement ? owner : node).identity }
            node = owner
        }
        return group
    }
}

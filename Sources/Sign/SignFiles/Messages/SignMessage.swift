import LiveValues
import Marquee
import PixelGraphics
import Schedules
import Settings
import Timelines

/// A message as people describe it: by the keys of a sign file, of a pushed message, or of the options of a command.
///
/// What is nil or left alone has the value that suits the sign.
package struct SignMessage: Equatable, Sendable {
    /// The text; a newline starts a line.
    ///
    /// Setting it shows it as it is, without tags and fields.
    package var text: String { didSet { markup = SignMarkup(literal: text) } }
    /// The parts over each other that are shown instead of a text; nil where there is a text.
    package var parts: SignParts?
    /// The image that is shown instead of a text; nil where there is none.
    package var image: SignImage?
    /// Fonts by name or path, in the order in which they are asked for a character; none for the one that suits.
    package var fonts: [String] = []
    /// The colour of the letters; nil for white.
    package var color: Color?
    /// The colour behind the letters; nil leaves it dark.
    package var background: Color?
    /// Pixels per second; negative ones turn the direction, nil is 30.
    package var speed: Speed?
    /// Which way it moves.
    package var direction = Direction.automatic
    /// When it moves.
    package var scroll = ScrollPolicy.auto
    /// Whether it goes back and forth.
    package var bounces = false
    /// The gap between two copies in pixels; nil for a quarter of the width, at least 8.
    package var spacing: Int?
    /// Pixels added between letters.
    package var letterSpacing = 0
    /// The pause at the start of every cycle, and the time of a page; nil for none, and for the time to read it.
    package var hold: Nanoseconds?
    /// The time of a whole cycle, instead of a speed.
    package var cycle: Nanoseconds?
    /// The easing of a cycle; nil is linear.
    package var easing: Easing?
    /// Where a text that stands still stands.
    package var align = HorizontalAlignment.left
    /// Where it stands from top to bottom.
    package var verticalAlign = VerticalAlignment.middle
    /// What happens when it does not fit.
    package var overflow = Overflow.scroll
    /// Whole pixels, or blended between them.
    package var rendering = MotionRendering.pixel
    /// Whether nothing may move.
    package var reducesMotion = false
    /// What the message is called; nil for one that is known by what it says.
    package var name: String?
    /// How urgent it is: messages wait for more urgent ones.
    package var priority = 0
    /// Whether the sign is as bright as its file ever has it while the message is shown, also where it is dimmed or dark.
    package var wakesSign = false
    /// How long its turn lasts; nil for as long as its cycles do.
    package var duration: Nanoseconds?
    /// The cycles of its turn; nil for one where there are others, and without end where there are no others.
    package var repeats: Int?
    /// How often it comes, compared with others, where the order goes by weights.
    package var weight = 1
    /// How long it is shown in all, from its first turn on; nil for no limit.
    package var lifetime: Nanoseconds?
    /// How it takes the place of another text.
    package var swap = Swap.seam
    /// When it is shown; nil for always.
    package var when: Schedule?
    /// The calendar of which events have to be under way while it is shown; nil for none.
    package var calendar: String?
    /// How it comes in; nil for at once, or at the seam.
    package var entrance: SignEffect?
    /// How it goes out; nil for at once, or off the sign as the next one follows.
    package var exit: SignEffect?
    /// The text, read: with its tags and fields, or as it is where the file says so.
    package var markup = SignMarkup(literal: "")
    /// Where its parts stand in a file.
    package var places = FilePlaces()

    /// How urgent a message can be; the last one is called urgent.
    package static let priorities = 0...9
    /// The weights that a message may have.
    package static let weights = 1...1_000

    /// Describes a white text that moves only where it does not fit.
    package init(_ text: String) {
        self.text = text
        markup = SignMarkup(literal: text)
    }

    /// Where the parts of a message stand in a file, which makes no difference between two messages.
    package struct FilePlaces: Equatable, Sendable {
        package var text: TextPlace?
        package var name: TextPlace?
        package var when: TextPlace?
        /// The tags of the text that name files, and the forms of times that are probably wrong, by the characters before them.
        package var tags: [Int: TextPlace] = [:]
        /// The comment behind the text that looks like a part of it.
        package var comment: (words: String, place: TextPlace)?
        package var fonts: [TextPlace] = []

        package static func == (first: FilePlaces, second: FilePlaces) -> Bool { true }
    }
}

extension SignMessage {
    /// The path or URL of its image, or else its text: what lists of messages call it.
    package var title: String { image?.source.name ?? text }

    /// Itself, or the texts of its parts: all that have a text.
    package var texts: [SignMessage] { parts?.all.flatMap(\.texts) ?? (image == nil ? [self] : []) }

    /// All images that it shows, those of its parts among them.
    package var images: [SignImage] { (image.map { [$0] } ?? []) + (parts?.all.compactMap(\.image) ?? []) }
}

extension SignPart {
    fileprivate var image: SignImage? {
        guard case .image(let path, _, _) = content else { return nil }
        var image = SignImage(.file(path))
        image.place = place
        return image
    }
}

extension LiveSource {
    /// The sources that ask servers for the images of messages, each once.
    package static func images(of messages: [SignMessage]) -> [LiveSource] {
        var known: Set<String> = []
        return messages.flatMap(\.images).compactMap(\.liveSource).filter { known.insert($0.name).inserted }
    }
}

extension SignMessage {
    /// What is wrong with speed, cycle and hold together; nil where they fit together.
    ///
    /// - Parameter line: the line of the first one of speed and cycle.
    package func paceConflict(otherLine line: Int = 1) -> SignReason? {
        guard let cycle else { return nil }
        guard speed == nil else { return .speedAndCycle(otherLine: line) }
        // A text that goes back and forth pauses at both ends.
        let hold = hold ?? .zero
        let pauses = hold.count.multipliedReportingOverflow(by: bounces ? 2 : 1)
        guard pauses.overflow || pauses.partialValue >= cycle.count else { return nil }
        return .cycleWithinPauses(cycle: cycle, hold: hold, bounces: bounces)
    }
}

extension SignMarkup {
    /// What is wrong with the speeds of parts of a message: then only a speed may set how it moves (behaviour B3).
    func speedProblems(of message: SignMessage) -> [TextError] {
        let isEased = message.easing.map { $0 != .linear } ?? false
        let key = isEased ? "easing" : message.cycle != nil ? "cycle" : message.bounces ? "bounce" : nil
        guard let key, let place = speedPlace else { return [] }
        let words =
            "<speed> needs a text that moves at a constant speed, but \"\(key)\" already sets how it moves; remove one of them"
        return [TextError(words, at: place)]
    }

    /// Where the first part begins that changes the speed.
    private var speedPlace: Int? {
        for piece in pieces {
            if piece.look.speed != nil { return piece.offset }
            if case .each(_, let template) = piece.content, template.changesSpeed { return piece.offset }
        }
        return nil
    }
}

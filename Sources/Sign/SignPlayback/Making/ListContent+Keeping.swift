import BitmapFonts
import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// Parts that stay as they were laid out while the values that they show are the same.
extension ListContent {
    /// All that decides what a part measures and shows.
    struct Inputs {
        private let values: [LiveReading]
        private let conditions: [Bool]
        private let space: Size
        /// The number of the file whose maps, zone and language texts use.
        private let file: Int

        init(_ part: ListPart, in maker: MessageMaker, _ space: Size) {
            values = (part.names ?? []).map(maker.reading)
            conditions = part.conditions.map(maker.hold)
            (self.space, file) = (space, maker.values.fileNumber)
        }

        /// Whether they are the same now, but for values and conditions.
        func isAlike(in maker: MessageMaker, _ space: Size) -> Bool {
            space == self.space && file == maker.values.fileNumber
        }

        /// Whether they are the same now; no where something else decides, too.
        func isCurrent(for part: ListPart, in maker: MessageMaker, _ space: Size) -> Bool {
            guard let names = part.names, isAlike(in: maker, space) else { return false }
            return names.indices.allSatisfy { maker.reading(of: names[$0]) == values[$0] }
                && conditions.indices.allSatisfy { maker.hold(part.conditions[$0]) == conditions[$0] }
        }
    }

    /// Begins a layout: what there was may stay.
    func takeEarlier() {
        layout += 1
        earlier = nodes
        nodes = []
        nodes.reserveCapacity(earlier.count)
        (earlierPlaces, expectedPlace) = ([:], 0)
    }

    /// The place among those of the layout before of the node of a part; nil for a new one.
    ///
    /// O(1), but O(nodes) for the first that does not follow the one before it as it did.
    func earlierPlace(of place: NodePlace, in owner: Node?) -> Int? {
        if expectedPlace < earlier.count, earlier[expectedPlace].owner === owner, earlier[expectedPlace].place == place
        {
            return expectedPlace
        }
        guard !earlier.isEmpty else { return nil }
        if earlierPlaces.isEmpty {
            earlierPlaces = Dictionary(earlier.enumerated().map { ($1.identity, $0) }) { first, _ in first }
        }
        return earlierPlaces[(owner?.identity ?? "") + place.words]
    }

    /// Takes over a node of the layout before, and those within it, if it was made with the same inputs; returns its box.
    func keep(
        _ part: ListPart, _ place: NodePlace, _ maker: MessageMaker, in owner: Node, _ space: Size
    ) -> Box? {
        guard part.names != nil, let first = earlierPlace(of: place, in: owner) else { return nil }
        let node = earlier[first]
        // One that was measured in this layout already may have other nodes within it now.
        guard node.part === part, node.owner === owner, node.layout < layout,
            node.inputs?.isCurrent(for: part, in: maker, space) ?? false
        else { return nil }
        for node in earlier[first..<first + node.count] {
            node.number = nodes.count
            // The old one holds the old list.
            node.maker = maker
            nodes.append(node)
        }
        expectedPlace = first + node.count
        return node.box
    }

    /// What a text has become that has a space of another size now, in which it continues to scroll; nil for one that begins.
    func moved(
        _ node: Node, isPaced: Bool, _ message: Message, to size: Size, at instant: Instant
    ) -> Shown? {
        // What stands is in its place at once.
        guard var shown = node.shown, shown.size != size, !shown.isPaged, let text = shown.moving,
            text.marquee?.isMoving ?? false, isPaced == (shown.text == nil)
        else { return nil }
        var message = message
        message.imageStart = text.message.imageStart
        if shown.isKnown, !message.looksSame(as: text.message) { shown.changedAt = instant }
        do throws(LayoutError) {
            try text.replace(message, size: size, at: isPaced ? scope.path().inner(instant) : instant)
        } catch {
            return nil
        }
        (shown.size, shown.isKnown) = (size, node.isKnown)
        return shown
    }
}

import LiveValues
import PixelGraphics
import SignFiles

/// Parts that stay as they were laid out while the values that they show are the same.
extension ListContent {
    /// All that decides what a part measures and shows.
    struct Inputs: Equatable {
        private let values: [LiveReading]
        private let space: Size
        /// The number of the file whose maps, zone and language texts use.
        private let file: Int

        init(_ names: [String], in maker: MessageMaker, _ space: Size) {
            let scope = maker.scope
            values = names.map(scope.reading)
            (self.space, file) = (space, maker.values.fileNumber)
        }

        /// Whether they are the same now.
        func isCurrent(_ names: [String], in maker: MessageMaker, _ space: Size) -> Bool {
            guard space == self.space, file == maker.values.fileNumber, names.count == values.count else {
                return false
            }
            let scope = maker.scope
            return names.indices.allSatisfy { scope.reading(of: names[$0]) == values[$0] }
        }
    }

    /// The names of the values that decide a part; nil where something else does, too.
    func decidingNames(of part: SignPart) -> [String]? {
        guard let place = part.place.place else { return nil }
        if let known = names[place] { return known }
        let found = part.decidingNames.map(Array.init)
        names[place] = .some(found)
        return found
    }

    /// Begins a layout: what there was may stay.
    func takeEarlier() {
        earlier = nodes
        nodes = []
        (earlierPlaces, expectedPlace) = ([:], 0)
    }

    /// The place of a node among those of the layout before; nil for a new one.
    ///
    /// O(1), but O(nodes) for the first that does not follow the one before it as it did.
    func earlierPlace(of identity: String) -> Int? {
        if expectedPlace < earlier.count, earlier[expectedPlace].identity == identity { return expectedPlace }
        if earlierPlaces.isEmpty, !earlier.isEmpty {
            earlierPlaces = Dictionary(earlier.enumerated().map { ($1.identity, $0) }) { first, _ in first }
        }
        return earlierPlaces[identity]
    }

    /// Takes over a node of the layout before, and those within it, if it was made with the same inputs; returns its box.
    func keep(
        _ identity: String, _ names: [String], _ maker: MessageMaker, in parent: (number: Int, axis: Box.Axis),
        _ space: Size
    ) -> Box? {
        guard let first = earlierPlace(of: identity),
            earlier[first].inputs?.isCurrent(names, in: maker, space) ?? false
        else { return nil }
        let moved = nodes.count - earlier[first].number
        for node in earlier[first..<first + earlier[first].count] {
            node.number += moved
            node.parent.number += moved
            // The old one holds the old list.
            node.maker = maker
            node.isKept = true
            nodes.append(node)
        }
        expectedPlace = first + earlier[first].count
        earlier[first].parent = parent
        return earlier[first].box
    }
}

extension SignPart {
    /// The names of the values that alone decide what it shows, in some order; nil where something else does, too: the time,
    /// images that are still to be loaded, conditions with a time of their own.
    fileprivate var decidingNames: Set<String>? {
        guard conditions.isEmpty, isPlain, box.overflow == nil, box.each == nil else { return nil }
        var names = Set((numbers + colorValues).map(\.name))
        switch content {
        case .text(let message):
            guard message.markup.times.isEmpty, message.image == nil else { return nil }
            names.formUnion(message.markup.sources)
        case .plot(let plot): names.insert(plot.values.name)
        case .pixels, .shape, .bar: break
        case .parts(let parts): if !parts.isEmpty { return nil }
        case .list(let list):
            for part in list.parts {
                guard let inner = part.decidingNames else { return nil }
                names.formUnion(inner)
            }
        case .image, .clock, .analogClock, .turns: return nil
        }
        return names
    }
}

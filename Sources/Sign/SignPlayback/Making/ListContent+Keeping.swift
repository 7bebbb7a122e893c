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

        init(_ names: Set<String>, in maker: MessageMaker, _ space: Size) {
            let scope = maker.scope
            values = names.map(scope.reading)
            (self.space, file) = (space, maker.values.fileNumber)
        }
    }

    /// Reads what decides a part; nil where something else does, too.
    func inputs(of part: SignPart, in maker: MessageMaker, _ space: Size) -> Inputs? {
        guard let place = part.place.place else { return nil }
        if names[place] == nil { names[place] = .some(part.decidingNames) }
        return names[place]?.map { Inputs($0, in: maker, space) }
    }

    /// Begins a layout: what there was may stay.
    func takeEarlier() {
        earlier = nodes
        nodes = []
        earlierPlaces = Dictionary(earlier.enumerated().map { ($1.identity, $0) }) { first, _ in first }
    }

    /// Takes over a node of the layout before, and those within it, if it was made with the same inputs; returns its box.
    func keep(
        _ identity: String, with inputs: Inputs, _ maker: MessageMaker, in parent: (number: Int, axis: Box.Axis)
    ) -> Box? {
        guard let first = earlierPlaces[identity], earlier[first].inputs == inputs else { return nil }
        let moved = nodes.count - earlier[first].number
        for node in earlier[first..<first + earlier[first].count] {
            node.number += moved
            node.parent.number += moved
            // The old one holds the old list.
            node.maker = maker
            nodes.append(node)
        }
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

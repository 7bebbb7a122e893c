import Schedules

/// Times that have been found and not been listed yet, each with the source that it comes from: a heap, the first one in front.
struct ForecastQueue: Sendable {
    /// The next time of a source.
    struct Item: Sendable {
        /// When it begins, or that of the forecast.
        var time: WallTime
        var entry: ForecastEntry
        var source: ForecastSource

        fileprivate func isBefore(_ other: Item) -> Bool {
            (time, source.number) < (other.time, other.source.number)
        }
    }

    private var items: [Item] = []

    /// When the first one begins; nil where there is none.
    var firstTime: WallTime? { items.first?.time }

    /// Adds one; O(log n).
    mutating func insert(_ item: Item) {
        items.append(item)
        var index = items.count - 1
        while index > 0, items[index].isBefore(items[(index - 1) / 2]) {
            items.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Takes the first one out; O(log n).
    mutating func takeFirst() -> Item? {
        guard let first = items.first else { return nil }
        items.swapAt(0, items.count - 1)
        items.removeLast()
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < items.count {
                if items[child].isBefore(items[least]) { least = child }
            }
            guard least != index else { return first }
            items.swapAt(index, least)
            index = least
        }
    }

    /// Drops what comes behind so many others that it will never be listed, so that the queue takes bounded memory.
    mutating func keepFirst(_ count: Int) {
        guard items.count > 2 * count + 1 else { return }
        items.sort { $0.isBefore($1) }
        items.removeLast(items.count - count)
    }
}

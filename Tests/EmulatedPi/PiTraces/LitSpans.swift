/// When something was the case: spans of time, in order.
public struct LitSpans: Hashable, Sendable {
    /// A span; the last one may still be open.
    public struct Span: Hashable, Sendable {
        /// Its first instant.
        public let from: Int64
        /// The first instant after it; nil while it is open.
        public var to: Int64?
    }

    /// The spans, in the order of time.
    public private(set) var spans: [Span] = []

    /// Creates no spans.
    public init() {}

    /// Whether it is the case since the last change.
    public var isOn: Bool { spans.last.map { $0.to == nil } ?? false }

    /// Records that it is the case from an instant on, or no longer; has no effect if it was so already.
    public mutating func record(_ isOn: Bool, at time: Int64) {
        guard isOn != self.isOn else { return }
        if isOn { spans.append(Span(from: time)) } else { spans[spans.count - 1].to = time }
    }

    /// Whether it is the case at an instant.
    public func contains(_ time: Int64) -> Bool {
        let place = firstSpan(endingAfter: time)
        return place < spans.count && spans[place].from <= time
    }

    /// The last instant of a stretch of time at which it is the case, or nil where it never is.
    ///
    /// - Returns: `end` where it still is at the end.
    public func last(after start: Int64, before end: Int64) -> Int64? {
        var last: Int64?
        var place = firstSpan(endingAfter: start)
        while place < spans.count, spans[place].from < end {
            last = min(spans[place].to ?? end, end)
            place += 1
        }
        return last
    }

    /// The number of the first span that ends after a time.
    private func firstSpan(endingAfter time: Int64) -> Int {
        var low = 0
        var high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if (spans[middle].to ?? .max) <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

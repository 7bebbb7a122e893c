/// Tells whether a thread is alive by a counter that it drives: alive is who has counted on since the last question.
///
/// A pure state machine. Of a panel that keeps its picture itself the refresh thread rests between pictures, but it too
/// counts at least as often as a healthy one has to.
public struct LifeSigns: Sendable {
    private var last: UInt64?

    /// Has not asked yet.
    public init() {}

    /// Returns whether the counter has moved since the last question; the first answer is yes.
    public mutating func isAlive(count: UInt64) -> Bool {
        defer { last = count }
        return last != count
    }
}

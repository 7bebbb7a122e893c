/// What a content and the one that takes its place have in common, along the direction of motion.
struct KeptEnds: Hashable, Sendable {
    /// The pixels at the start that are the same.
    var start: Int
    /// The pixels at the end that are the same.
    var end: Int

    /// Nothing in common.
    static let none = KeptEnds(start: 0, end: 0)

    /// Limits both to two lengths of content; if they do not both fit, the start wins.
    func limited(to first: Int, _ second: Int) -> KeptEnds {
        let room = max(0, min(first, second))
        let start = min(max(start, 0), room)
        return KeptEnds(start: start, end: min(max(end, 0), room - start))
    }
}

/// One axis of a picture that gets another size: which pixels of the result a pixel of the original counts for.
///
/// Reduced, a pixel of the result is the mean of what it covers, so a pixel of the original counts for the one or two that
/// cover it, by the part that lies in each. Enlarged, each pixel of the result is the nearest one of the original.
struct ScaledAxis {
    /// The pixels of the original.
    let source: Int
    /// The pixels of the result.
    let target: Int

    /// Whether the result has fewer pixels.
    var isReduced: Bool { target < source }

    /// The weights of all pixels that count for one of the result, added up.
    var total: Int { isReduced ? source : 1 }

    /// The pixels of the result that a pixel of the original counts for, with its weight in the first of them and in the others.
    func share(of place: Int) -> (places: Range<Int>, first: Int, rest: Int) {
        guard isReduced else {
            let range = firstEnlarged(from: place)..<firstEnlarged(from: place + 1)
            return (range, 1, 1)
        }
        // In units of which a pixel of the original has `target` and one of the result `source`.
        let (start, end) = (place * target, (place + 1) * target)
        let first = start / source
        let edge = (first + 1) * source
        guard end > edge else { return (first..<first + 1, target, 0) }
        return (first..<first + 2, edge - start, end - edge)
    }

    /// Whether a pixel of the result has all that counts for it once the original has been taken up to a pixel, in order.
    func isComplete(_ place: Int, after last: Int) -> Bool {
        !isReduced || (last + 1) * target >= (place + 1) * source
    }

    /// The first pixel of the enlarged result whose middle lies in a pixel of the original, or behind it.
    private func firstEnlarged(from place: Int) -> Int {
        guard source > 0 else { return 0 }
        return min((2 * target * place + source - 1) / (2 * source), target)
    }
}

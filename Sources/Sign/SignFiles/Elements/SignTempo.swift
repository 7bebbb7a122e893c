import Settings
import Timelines

/// How fast a part's own time runs, as an exact fraction.
package struct SignTempo: Hashable, Sendable {
    /// The part's time that passes in `denominator` of the time around it.
    package let numerator: Int64
    /// The time around it.
    package let denominator: Int64

    /// As fast as what is around it.
    package static let usual = SignTempo(numerator: 1, denominator: 1)

    private init(numerator: Int64, denominator: Int64) {
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// A factor, or beats a minute, where 60 are as fast as the time around it.
    static var form: SignFields.ValueForm<SignTempo> {
        SignFields.ValueForm("a factor such as 1.5, or beats a minute such as 90 bpm, up to 1000", read: read)
    }

    private static func read(_ text: String) -> SignFields.Outcome<SignTempo> {
        let isBeats = text.hasSuffix("bpm")
        let number = isBeats ? String(text.dropLast(3)).trimmedRight : text
        guard let value = Speed(decimal: number), value.numerator >= 0 else { return .wrongType }
        guard value.numerator <= 1000 * value.denominator, !isBeats || value.numerator > 0 else { return .outOfRange }
        let minute: Int64 = isBeats ? 60 : 1
        return .value(SignTempo(numerator: value.numerator, denominator: value.denominator * minute))
    }
}

extension String {
    fileprivate var trimmedRight: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}

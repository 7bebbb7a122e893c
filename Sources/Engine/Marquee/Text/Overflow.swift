/// What happens to a text that does not fit.
public enum Overflow: String, Hashable, Sendable, CaseIterable {
    /// It moves along its line.
    case scroll
    /// It is wrapped into lines; if these do not fit either, they move up.
    case wrap
    /// It is cut at word boundaries into pages that are shown one after the other; nothing moves.
    case pages
}

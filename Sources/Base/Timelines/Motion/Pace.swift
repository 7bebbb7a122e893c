/// How fast a cycle is travelled.
public enum Pace: Hashable, Sendable {
    /// At a mean speed; its sign is the direction of the offset.
    case speed(Speed)
    /// In a fixed time for the whole cycle, holds included.
    case cycle(Nanoseconds)
}

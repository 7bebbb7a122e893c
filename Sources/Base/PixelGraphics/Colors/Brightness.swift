/// The brightness of a whole frame in percent of what the panel can show; perceptual, 0 is dark.
public struct Brightness: Hashable, Comparable, Sendable {
    /// 0 to 100.
    public let percent: Int

    /// Creates a brightness; numbers outside 0 to 100 are clamped.
    public init(percent: Int) {
        self.percent = min(max(percent, 0), 100)
    }

    /// All the light the panel has.
    public static let full = Brightness(percent: 100)

    /// Orders by percent.
    public static func < (left: Brightness, right: Brightness) -> Bool { left.percent < right.percent }
}

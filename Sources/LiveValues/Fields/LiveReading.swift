/// What a source says now, as texts use it.
public struct LiveReading: Hashable, Sendable {
    /// The newest value; nil where none has come, or where it is older than the source keeps values.
    public var value: LiveValue?
    /// Whether the source has failed since the value came.
    public var isStale: Bool
    /// What is shown without a value.
    public var staleText: String
    /// How a number is written where a text does not say it.
    public var format: NumberFormat?

    /// The text that is shown without a value unless a source says otherwise.
    public static let usualStaleText = "--"

    /// Describes what a source says.
    public init(
        _ value: LiveValue?, isStale: Bool = false, staleText: String = LiveReading.usualStaleText,
        format: NumberFormat? = nil
    ) {
        self.value = value
        self.isStale = isStale
        self.staleText = staleText
        self.format = format
    }
}

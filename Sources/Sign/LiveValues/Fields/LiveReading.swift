/// What a source says now, as texts use it.
package struct LiveReading: Hashable, Sendable {
    /// The newest value; nil if none has come, or if it is older than the source keeps values.
    package var value: LiveValue?
    /// Whether the source has failed since the value came.
    package var isStale: Bool
    /// What is shown without a value.
    package var staleText: String
    /// How a number is written where a text does not say it.
    package var format: NumberFormat?

    /// The text that is shown without a value unless a source says otherwise.
    package static let usualStaleText = "--"

    /// Describes what a source says.
    package init(
        _ value: LiveValue?, isStale: Bool = false, staleText: String = LiveReading.usualStaleText,
        format: NumberFormat? = nil
    ) {
        self.value = value
        self.isStale = isStale
        self.staleText = staleText
        self.format = format
    }
}

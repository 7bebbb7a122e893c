/// How a sign ended.
public struct SignEnd: Hashable, Sendable {
    /// The number of the signal that ended it; nil for SIGINT, and where its time was over.
    public let signal: Int32?
    /// What it has done, in some lines: frames shown, skipped and late.
    public let report: String
}

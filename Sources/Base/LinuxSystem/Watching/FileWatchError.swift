/// Why a file cannot be watched.
package struct FileWatchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, and why it failed.
    package let description: String
}

/// One thing that is wrong with a file of some kind, and where.
package protocol SettingsProblem: Error, Equatable {
    /// What can be wrong with files of this kind.
    associatedtype Reason

    /// Names a problem of the file at a path.
    init(_ reason: Reason, path: String, place: TextPlace)
    /// Words what can be wrong with every settings file.
    static func reason(_ reason: SettingsReason) -> Reason
    /// Where it is.
    var place: TextPlace { get }
}

extension Array where Element: SettingsProblem {
    /// The problems in the order of the file.
    package var inOrder: [Element] { sorted { $0.place < $1.place } }
}

/// Everything that makes a whole file unreadable.
package struct SettingsError<Problem: SettingsProblem>: Error {
    /// One or more problems, in the order of the file.
    package let problems: [Problem]
}

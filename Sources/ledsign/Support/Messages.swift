import Foundation

/// What the command says beside its results, on standard error.
enum Messages {
    /// Says that something is probably not meant so, and goes on.
    static func warn(_ text: String) {
        say("warning: \(text)")
    }

    /// Says something.
    static func say(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}

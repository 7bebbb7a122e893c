import Foundation

/// Waiting for what another process does.
enum Polling {
    /// Waits until something is so; false where it is not after a minute, however busy the machine is.
    static func wait(until isSo: () throws -> Bool) rethrows -> Bool {
        let deadline = Date() + 60
        while Date() < deadline {
            if try isSo() { return true }
            usleep(20_000)
        }
        return false
    }
}

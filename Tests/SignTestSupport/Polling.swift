import Foundation

/// Waiting for what another thread or process does: the only place where tests look at a real clock to give up.
public enum Polling {
    /// Waits until something is so; false where it is not after a minute, however busy the machine is.
    ///
    /// - Parameter pause: waits a little between two looks.
    public static func wait(
        pause: () -> Void = { usleep(5_000) }, until isSo: () throws -> Bool
    ) rethrows -> Bool {
        let end = ProcessInfo.processInfo.systemUptime + 60
        while ProcessInfo.processInfo.systemUptime < end {
            if try isSo() { return true }
            pause()
        }
        return try isSo()
    }

    /// Lets real time pass, at least so many seconds, for what happens to a process that does nothing meanwhile.
    public static func letPass(seconds: Int) {
        let end = ProcessInfo.processInfo.systemUptime + Double(seconds)
        while ProcessInfo.processInfo.systemUptime < end { usleep(20_000) }
    }

    /// How long poll(2) and its like wait at most for what another thread or process does, in milliseconds.
    public static let timeout: Int32 = 60_000
}

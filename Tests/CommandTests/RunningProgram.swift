import Foundation
import SignTestSupport

/// The command while it runs.
final class RunningProgram {
    private let process = Process()
    private let folder: ScratchFolder

    /// Starts the command.
    ///
    /// - Parameter standardError: takes what it says on standard error; nil keeps it for `errors()`.
    init(_ arguments: String..., environment: [String: String], standardError: FileHandle? = nil) throws {
        folder = try ScratchFolder()
        let errors = folder.url.appendingPathComponent("errors")
        try Data().write(to: errors)
        process.executableURL = CommandRunner.products.appendingPathComponent("ledsign")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging([
                "XDG_CONFIG_HOME": "/nonexistent", "XDG_RUNTIME_DIR": "", "XDG_STATE_HOME": folder.path("state"),
            ]) { $1 }
            .merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try standardError ?? FileHandle(forWritingTo: errors)
        try process.run()
    }

    /// Waits until something is so; false where it is not after a minute, however busy the machine is.
    func wait(until isSo: () throws -> Bool) rethrows -> Bool { try Polling.wait(until: isSo) }

    /// The number of the process.
    var number: Int32 { process.processIdentifier }

    /// Sends a signal.
    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Whether all its threads are stopped.
    var isStopped: Bool { ProcessState.isStopped(number) }

    /// What it has said on standard error so far.
    func errors() throws -> String { try folder.text("errors") }

    /// Sends a signal and waits for the end; returns the exit code and what was said on standard error.
    ///
    /// No signal goes to a program that ends by itself: one that comes while it ends would kill it.
    ///
    /// A program that is still there after a minute is killed, which its exit code shows.
    func end(_ number: Int32? = SIGINT) throws -> (status: Int32, errors: String) {
        if let number { signal(number) }
        if !wait(until: { !process.isRunning }) { signal(SIGKILL) }
        process.waitUntilExit()
        return (process.terminationStatus, try errors())
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
}

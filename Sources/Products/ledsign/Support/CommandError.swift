import ArgumentParser
import LinuxSystem

/// The version of the program and of its packages.
let programVersion = "0.1.0"

/// What the command could not do, in the words of the layer that knows why; ends with exit code 1.
typealias CommandError = WordedError

/// Runs a part of the command and words every layer's typed errors alike.
func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as CommandError {
        throw error
    } catch let error as ValidationError {
        throw error
    } catch let error as ExitCode {
        throw error
    } catch {
        throw CommandError("\(error)")
    }
}

/// Says what is wrong, in the form of all errors of the command line.
///
/// - Parameters:
///   - usage: how the command is used.
///   - command: the words that run it, such as `ledsign ctl`.
func usageError(_ problem: String, usage: String, command: String) -> String {
    """
    Error: \(problem)
    Usage: \(usage)
      See '\(command) --help' for more information.
    """
}

extension ExitCode {
    /// A check found something.
    static let findings = ExitCode(3)

    /// A signal ended the program; the shell's convention.
    static func signal(_ number: Int32) -> ExitCode { ExitCode(128 + number) }
}

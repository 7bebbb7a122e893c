import ArgumentParser
import LinuxSystem

/// The version of the program and of its packages.
let programVersion = "0.1.0"

/// What the command could not do, in the words of the layer that knows why; ends with exit code 1.
typealias CommandError = WordedError

/// Says what is wrong with the command line of a command such as `ledsign ctl`, in the form of all such errors.
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

    /// Checks files; says which cannot be read, and throws the exit code of these, or of files that are not good.
    static func check(_ files: [String], _ isGood: (String) throws -> Bool) throws {
        var (hasFindings, isUnreadable) = (false, false)
        for file in files {
            do {
                if try !isGood(file) { hasFindings = true }
            } catch {
                isUnreadable = true
                Messages.say("\(error)")
            }
        }
        if isUnreadable { throw ExitCode.failure }
        if hasFindings { throw ExitCode.findings }
    }

    /// A signal ended the program; the shell's convention.
    static func signal(_ number: Int32) -> ExitCode { ExitCode(128 + number) }
}

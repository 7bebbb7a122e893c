import ArgumentParser
import LinuxSystem

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

/// The exit codes, as `ledsign --help` and the README document them.
enum ExitCodes {
    /// Texts of the table in the help.
    static let discussion = """
        Exit codes: 0 all went well; 1 what was asked for could not be done (a file, font, board or device); \
        3 a check found something (missing characters, for instance); 64 the command line was wrong; \
        128 and the signal's number when a signal other than SIGINT ended it.
        """
    /// A check found something.
    static let findings = ExitCode(3)

    /// A signal ended the program; the shell's convention.
    static func signal(_ number: Int32) -> ExitCode { ExitCode(128 + number) }
}

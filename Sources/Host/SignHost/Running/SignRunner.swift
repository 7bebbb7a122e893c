import Foundation
import LinuxHardware
import SignFiles
import SignPlayback
import Synchronization
import Timelines

/// Runs a sign until it ends: loads its content, drives the panel on a separate thread, and handles signals.
///
/// Run one at a time, because signals belong to the process. The program must call `prepareProcess` first, or its
/// panel has no guardian.
public final class SignRunner {
    /// What is shown, with all options of the command.
    package enum Content {
        /// A sign file.
        case file(path: String)
        /// A sign with one message, and where its texts come from; it ends with the turn of the message.
        case message(SignFile, TextFeed.Origin)
    }

    private let content: Content
    private let setup: SignSetup
    private let writer: MessageWriter?

    /// Prepares the process of a sign; call it first in a program that runs one.
    ///
    /// The guardian of a panel is the same program in a second process. There this does not return, and makes the panel
    /// dark when the sign cannot. It also repairs closed standard streams and ignores SIGPIPE, so that writes fail
    /// instead.
    public static func prepareProcess() {
        FailDark.runGuardianIfAsked()
        StandardStreams.prepare()
        isPrepared.store(true, ordering: .relaxed)
    }

    private static let isPrepared = Atomic(false)

    /// Prepares a sign; messages for people go to standard error.
    public convenience init(_ configuration: SignConfiguration) throws {
        let writer = try MessageWriter(descriptor: STDERR_FILENO, limit: 1 << 16)
        var setup = SignSetup(log: Log(isOnTerminal: isatty(STDERR_FILENO) == 1) { writer.write($0) })
        setup.boards = BoardResolver(given: configuration.board)
        setup.duration = configuration.duration
        // A program that cannot become a guardian would only run its sign a second time.
        if !Self.isPrepared.load(ordering: .relaxed) { setup.drive.guardian = .nowhere }
        if let record = configuration.onFrame {
            setup.connections = { _, _ in SignConnections(outputs: [RecordingOutput(record)]) }
        }
        let content: Content =
            switch configuration.content {
            case .file(let path): .file(path: path)
            case .text(let text): .message(try SignFile(message: []), .text(text))
            }
        self.init(content, setup, writer: writer)
    }

    /// Prepares a sign with all options of the command.
    package convenience init(_ content: Content, _ setup: SignSetup) { self.init(content, setup, writer: nil) }

    private init(_ content: Content, _ setup: SignSetup, writer: MessageWriter?) {
        (self.content, self.setup, self.writer) = (content, setup, writer)
    }

    /// Shows the sign until a signal or its end; the panel is dark afterwards.
    ///
    /// - Throws: if the sign, its board or its device cannot be used, with all problems of a sign file.
    public func run() throws -> SignEnd {
        defer { writer?.end(within: .seconds(1)) }
        return try RunningSign(content, setup).run()
    }

    /// Defers reloads (SIGHUP) until the sign of a file runs; call it before other threads are started.
    package static func holdReloads() {
        var reload = sigset_t()
        sigemptyset(&reload)
        sigaddset(&reload, SIGHUP)
        pthread_sigmask(SIG_BLOCK, &reload, nil)
    }
}

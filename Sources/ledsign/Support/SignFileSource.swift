import Marquee
import PixelGraphics
import SignContent
import Timelines

/// The sign of `run`: what a sign file describes, read again at SIGHUP.
final class SignFileSource: SignSource {
    private let player: SignPlayer
    private let isBoardGiven: Bool
    private let isStallGiven: Bool
    private let report: (String) -> Void
    private let news: SignNews?
    private(set) var problem: String?

    /// - Parameters:
    ///   - isBoardGiven: whether the board was chosen on the command line, so that the file's counts for nothing.
    ///   - isStallGiven: the same of the stall time.
    ///   - report: says what is wrong with a file, one problem a line.
    ///   - news: what the sign hears of the world; nil for nothing but SIGHUP.
    init(
        _ player: SignPlayer, isBoardGiven: Bool, isStallGiven: Bool, news: SignNews? = nil,
        report: @escaping (String) -> Void
    ) {
        self.news = news
        self.player = player
        self.isBoardGiven = isBoardGiven
        self.isStallGiven = isStallGiven
        self.report = report
    }

    var content: any Content { player }
    var brightness: Brightness { Brightness(percent: player.file.brightness) }
    var marquee: Marquee? { player.marquee }
    func handInstant(_ instant: Instant) -> Instant { player.handInstant(instant) }
    var descriptors: [Int32] { news?.descriptors ?? [] }
    var end: Instant? { nil }
    var reloadsAtHangup: Bool { true }

    func takeNews(at instant: Instant) {
        guard let heard = news?.take(at: instant) else { return }
        if !heard.changes.isEmpty { player.take(heard.changes, at: instant) }
        if heard.isClockSet { player.noteClockWasSet() }
        if heard.isFileChanged { reload(at: instant) }
    }

    /// Shows what the file says now; one with problems changes nothing.
    func reload(at instant: Instant) {
        let path = player.file.path
        do {
            let file = try SignFileLoader.read(path)
            let changes = file.changesForRestart(
                since: player.file, isBoardGiven: isBoardGiven, isStallGiven: isStallGiven)
            guard changes.isEmpty else { throw SignError(problems: changes) }
            let sources = player.file.fields + player.file.calendars
            try player.show(file, at: instant)
            if sources != file.fields + file.calendars { news?.ask(file) }
            problem = nil
        } catch {
            report("\(error)")
            let count = (error as? SignError)?.problems.count
            let words =
                count.map { "\(path) has \($0 == 1 ? "a problem" : "\($0) problems")" } ?? "\(path) is unreadable"
            problem = "the sign stays as it was: \(words)"
        }
    }
}

import PixelGraphics
import Schedules
import Settings
import SignFiles
import SignPlayback
import Timelines

@testable import SignHost

/// A sign without a panel, and requests to it as a socket brings them.
final class SignBench {
    let sign: Sign
    /// What the sign has reported about its file.
    var reports: [String] { log.lines }
    private let log = Lines()

    private final class Lines { var lines: [String] = [] }

    /// Starts a sign.
    ///
    /// - Parameters:
    ///   - text: its sign file.
    ///   - context: what it has around it, for its file.
    init(
        _ text: String = "message: Fresh bread\n", size: Size = Size(width: 32, height: 8),
        clock: any WallClock = ManualWallClock(wall: WallTime(seconds: 0)),
        store: SignStore = SignStore(write: nil), context: (SignFile) throws -> Sign.Context = { _ in Sign.Context() }
    ) throws {
        let file = try SignFile(parsing: text, path: "s.yaml")
        let player = try SignPlayer(
            file, size: size, fonts: SignFileLoader.fonts, clock: clock, start: .zero)
        sign = Sign(player, try context(file), store: store) { [log] in log.lines.append($0) }
    }

    /// The answer to a request, in a line.
    func ask(_ request: String, at instant: Instant = .zero) -> String {
        sign.answer(request.utf8, at: instant).line
    }

    /// Pushes a message with some keys; returns the answer.
    func push(_ keys: String, zone: String? = nil, at instant: Instant = .zero) -> String {
        let place = zone.map { "\"zone\":\"\($0)\"," } ?? ""
        return ask("{\"command\":\"push\",\(place)\"message\":{\(keys)}}", at: instant)
    }

    /// The names of the pushed messages that are listed.
    func pushed(at instant: Instant = .zero) -> [String] {
        sign.listed(at: instant).filter(\.isPushed).compactMap(\.message.name)
    }

    /// The texts of the messages that are shown.
    func shown(at instant: Instant = .zero) -> [String] {
        sign.listed(at: instant).filter { $0.state == .shown }.map(\.message.title)
    }
}

extension Sign {
    /// Takes what is new of every source.
    func takeChanges(at instant: Instant) {
        for descriptor in descriptors { take(descriptor, at: instant) }
    }
}

/// An instant some milliseconds after the zero of the clock.
func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

import ArgumentParser
import Boards
import LiveValues
import Marquee
import PixelGraphics
import Schedules
import Settings
import SignFiles
import SignHost
import SignPlayback
import Timelines

/// A value of a variable from a time on.
struct RenderedValue {
    let name: String
    let value: LiveValue
    /// The time since the start.
    let time: Nanoseconds

    /// Reads `home=3` or `home=3@1.5s`; what stands behind an `@` and is no time is a part of the value.
    init(option text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw ValidationError(
                "expected a variable and its value such as home=3, or home=3@1.5s for a time from the start")
        }
        var given = parts[1]
        var time: Nanoseconds?
        if let mark = given.lastIndex(of: "@") {
            time = Nanoseconds(parsing: given[given.index(after: mark)...])
            if time != nil { given = given[..<mark] }
        }
        (name, value, self.time) = (String(parts[0]), .text(LiveText.clean(String(given))), time ?? .zero)
    }
}

/// A sign on a manual clock: the frames of a board at given instants.
///
/// Ask for frames in the order of time.
final class OfflineRenderer {
    let board: Board
    let content: SignPlayer
    /// The brightness with which the panel starts.
    let firstBrightness: Brightness
    private let file: SignFile
    private let start: WallTime
    /// The values that are still to come, in the order of their times.
    private var values: ArraySlice<RenderedValue>

    /// Asks the sources of a sign once, and starts it; its clocks show a time at instant zero.
    ///
    /// - Parameter values: what its variables are from some times on.
    init(_ file: SignFile, board: Board, start: WallTime, values: [RenderedValue] = []) throws {
        for given in values { try Self.check(given.name, file.fields) }
        let clock = ManualWallClock(wall: start)
        (self.board, self.file, self.start) = (board, file, start)
        self.values = values.sorted { $0.time < $1.time }[...]
        let fonts = SignFileLoader.fonts.on(board.format)
        content = try SignPlayer(
            file, size: board.size, planes: board.planes, fonts: fonts, clock: clock, start: .zero)
        content.take(try SignEvents.settled(file, at: start, log: .messages), at: .zero)
        firstBrightness = content.brightness
        try settleImages(at: .zero)
    }

    /// Refuses a name that is no variable's.
    private static func check(_ name: String, _ fields: [LiveSource]) throws {
        guard !fields.contains(where: { $0.name == name && $0.isVariable }) else { return }
        guard !fields.contains(where: { $0.name == name }) else {
            throw ValidationError("the field \"\(name)\" of the sign file has its own source, and is not a variable")
        }
        let nearest = NearestName.find(name, among: fields.filter(\.isVariable).map(\.name))
        throw ValidationError(
            "the sign file has no variable \"\(name)\" (fields)\(nearest.map { "; did you mean \"\($0)\"?" } ?? "")")
    }

    /// Loads the images that the sign shows with the values that it has.
    private func settleImages(at instant: Instant) throws {
        let images = content.imageSources.filter(\.takesTurns)
        content.take(try SignEvents.settled(images: images, of: file, at: start), at: instant)
        content.settleImages(at: instant)
    }

    /// Lets the sign have the values that are due at an instant, each at its time.
    private func takeValues(upTo instant: Instant) throws {
        while let next = values.first, .zero + next.time <= instant {
            values.removeFirst()
            let due = Instant.zero + next.time
            content.direct(at: due)
            let staleText = file.fields.first { $0.name == next.name }?.staleText ?? ""
            let reading = LiveReading(next.value, staleText: staleText)
            content.take([LiveChange(name: next.name, reading: reading)], at: due)
            try settleImages(at: due)
        }
    }

    private var presenter: Presenter { Presenter(content, size: board.size, format: board.format) }

    /// Returns what the canvas holds at an instant.
    func frame(at instant: Instant) throws -> Frame {
        try takeValues(upTo: instant)
        var presenter = presenter
        _ = presenter.present(at: instant)
        return presenter.frame
    }

    /// Calls `body` with the frame of every instant, and whether it was redrawn since the one before.
    func forEachFrame(at instants: some Sequence<Instant>, _ body: (Frame, _ isNew: Bool) throws -> Void) throws {
        var presenter = presenter
        for instant in instants {
            try takeValues(upTo: instant)
            let isNew = presenter.present(at: instant)
            try body(presenter.frame, isNew)
        }
    }

    /// Calls `body` with the frame of every change before an end, the first one at zero.
    func forEachChange(before end: Instant, _ body: (Instant, Frame) throws -> Void) throws {
        var presenter = presenter
        var instant = Instant.zero
        repeat {
            try takeValues(upTo: instant)
            _ = presenter.present(at: instant)
            try body(instant, presenter.frame)
            let value = values.first.map { Instant.zero + $0.time }
            guard let next = [presenter.deadline, value].compactMap({ $0 }).min(), next > instant else { return }
            instant = next
        } while instant < end
    }
}

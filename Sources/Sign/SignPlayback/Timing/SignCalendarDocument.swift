import LinuxSystem
import LiveValues
import Schedules
import SignFiles

/// A calendar that has come and was read: what a sign knows of it.
///
/// Reading it, and the first look at all of its events, takes its time and belongs to another thread than that which draws.
package struct SignCalendarDocument: Sendable {
    /// The events, and what could not be taken.
    package let file: CalendarFile
    /// When they begin and end.
    var book: ScheduleBook

    /// Reads a calendar.
    ///
    /// - Parameters:
    ///   - zone: that whose clocks events without a zone go by.
    ///   - time: what the wall clock shows, if that is known: the first look is taken for that time.
    /// - Throws: if the whole is no calendar.
    package init(_ bytes: [UInt8], zone: ZoneRules, at time: WallTime? = nil) throws(CalendarError) {
        file = try CalendarFile(parsing: bytes)
        book = ScheduleBook(file.schedules, zone: zone)
        // A little earlier, because the sign may be drawing for an instant that has passed already.
        if let time { _ = book.decide(at: time - .seconds(5)) }
    }

    /// What reads the calendars of a sign.
    ///
    /// - Parameter time: what the wall clock shows; nil if that is not known to be right.
    package static func reader(
        zone: @escaping @Sendable () -> ZoneRules, time: @escaping @Sendable () -> WallTime?
    ) -> LiveDocumentReader {
        { source, bytes in
            guard source.form == .document(.calendar) else { return .success(nil) }
            do throws(CalendarError) {
                return .success(try SignCalendarDocument(bytes, zone: zone(), at: time()))
            } catch {
                return .failure(WordedError(error.text(in: source.place)))
            }
        }
    }

    /// The calendars of a sign that are among news of sources, by their names in its file.
    package static func files(of file: SignFile, in changes: [LiveChange]) -> [String: CalendarFile] {
        var files: [String: CalendarFile] = [:]
        for change in changes {
            guard let source = file.calendars.first(where: { $0.name == change.name }),
                let name = source.calendarOfSign, let read = change.document?.content as? SignCalendarDocument
            else { continue }
            files[name] = read.file
        }
        return files
    }

    /// What could not be taken of it, each with its place; of many only the first ones and their number.
    package func problems(of source: LiveSource) -> [String] {
        let lines = file.remarks.prefix(Self.maximumProblems).map { $0.text(in: source.place) }
        let others = file.remarks.count - lines.count
        return others == 0 ? lines : lines + ["\(source.place): and \(others) more problem\(others == 1 ? "" : "s")"]
    }

    /// The problems of a calendar that are listed.
    private static let maximumProblems = 50

    /// What could not be taken of it, in a line; nil if all was.
    func warning(of source: LiveSource) -> String? {
        guard let first = file.remarks.first else { return nil }
        let others = file.remarks.count - 1
        let more = others == 0 ? "" : others == 1 ? " (and one more problem)" : " (and \(others) more problems)"
        return first.text(in: source.place) + more
    }
}

extension LiveSource {
    /// Where it comes from, in a word: the path of its file, or its URL.
    var place: String {
        switch origin {
        case .file(let file): file.path
        case .url(let address): address.url
        case .command(let program): program.arguments.joined(separator: " ")
        case .variable: name
        case .topic(let topic): topic
        }
    }
}

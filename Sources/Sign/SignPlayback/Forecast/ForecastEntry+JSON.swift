import Schedules
import Settings
import SignFiles
import Timelines

extension ForecastEntry {
    /// The characters of a text that JSON has of it.
    private static let longestText = 200

    /// The entry for programs: `message`, `zone`, `from`, `to` and `priority`, and `name` where the message has one.
    ///
    /// - Parameter rules: the zone of the times, which are those of RFC 3339 with their offset.
    package func json(in rules: ZoneRules) -> JSONValue {
        let words = text.count > Self.longestText ? text.prefix(Self.longestText) + "..." : text[...]
        func time(_ time: WallTime?) -> JSONValue { time.map { .text(rules.offsetText(of: $0)) } ?? .null }
        let place: JSONValue = zone.map { .text($0) } ?? .null
        return [
            "name": name.map { .text($0) }, "message": .text(String(words)), "zone": place, "from": time(from),
            "to": time(to), "priority": .integer(priority),
        ]
    }
}

extension Forecast {
    /// The entries for programs, in their order.
    package var json: JSONValue { .list(entries.map { $0.json(in: zone) }) }

    /// The most hours in one answer of a server.
    package static let hours = 1...168
    /// The most entries in one answer of a server.
    package static let mostOfServer = 1_000

    /// A server's answer: the entries of the next hours, at most 1,000.
    ///
    /// It takes all steps at once, and belongs on the server's thread.
    ///
    /// - Parameters:
    ///   - subject: the sign; of a running one ``SignPlayer/forecastSubject(at:)``.
    ///   - start: what the wall clock shows.
    ///   - hours: how many hours; others than 1 to 168 become the nearest ones.
    /// - Returns: a list of objects, and whether it was cut short.
    package static func answer(
        _ subject: ForecastSubject, from start: WallTime, hours: Int
    ) -> (json: JSONValue, isCut: Bool) {
        let hours = min(max(hours, Self.hours.lowerBound), Self.hours.upperBound)
        var forecast = Forecast(subject, from: start, for: .seconds(Int64(hours) * 3_600), most: mostOfServer)
        forecast.finish()
        return (forecast.json, forecast.isCut)
    }
}

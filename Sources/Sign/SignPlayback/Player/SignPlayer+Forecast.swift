import SignFiles
import Timelines

extension SignPlayer {
    /// What a forecast of the running sign is made of: a copy, for another thread.
    ///
    /// It has pushed messages, too, and what has become of each message so far. Messages over which the program has crashed
    /// are left out.
    package func forecastSubject(at instant: Instant) -> ForecastSubject {
        let reading = clock.reading(at: instant)
        func forecast(_ played: PlayedMessage, zone: String?) -> ForecastMessage {
            var message = ForecastMessage(played.message, zone: zone)
            message.since = played.activeSince.map(reading.wall)
            message.isOver = played.isDone
            message.isEmpty = played.isEmpty
            return message
        }
        var subject = ForecastSubject(file, calendars: calendars.files)
        subject.messages = players(of: nil).flatMap { player in
            player.messages.filter { !$0.isQuarantined && $0.stream == nil }.map {
                forecast($0, zone: player.zone.name)
            }
        }
        subject.idle = idle?.player.messages.first { !$0.isQuarantined }.map { forecast($0, zone: nil) }
        return subject
    }
}

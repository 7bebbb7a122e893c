import Timelines

extension ZoneRules {
    /// Returns a time as RFC 3339 writes it, by the clocks of this zone: `2026-12-24T18:00:00+01:00`.
    ///
    /// Offsets of whole minutes only can be written; those of old times that have seconds are rounded down, and the time
    /// is written by the rounded one, so that it stays the same moment.
    package func offsetText(of time: WallTime) -> String {
        let offset = secondsAheadOfUTC(at: time)
        let minutes = offset >= 0 ? offset / 60 : (offset - 59) / 60
        let local = LocalTime(localSeconds: time.seconds + Int64(minutes) * 60)
        let clock = [local.hour, local.minute, local.second].map(CivilDate.padded).joined(separator: ":")
        let (hours, rest) = Int(minutes.magnitude).quotientAndRemainder(dividingBy: 60)
        let sign = minutes < 0 ? "-" : "+"
        return "\(local.date)T\(clock)\(sign)\(CivilDate.padded(hours)):\(CivilDate.padded(rest))"
    }
}

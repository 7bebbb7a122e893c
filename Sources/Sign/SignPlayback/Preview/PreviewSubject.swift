import LiveValues
import PixelGraphics
import Schedules
import SignFiles
import Timelines

/// What the picture of a message or of a draft is made of: a copy of what a running sign has, for another thread.
package struct PreviewSubject: Sendable {
    /// The sign file, which messages take their defaults from.
    let file: SignFile
    /// The area of the message.
    let size: Size
    /// What the sources say.
    let scope: FieldScope
    /// What the wall clock shows.
    let reading: WallReading
    /// The calendars that have come.
    let calendars: [LiveChange]

    /// What is known of the sources of another file, without asking them: what those say that it has in common with the sign
    /// file, and the values that its other variables begin with.
    func knowledge(of other: SignFile) -> [LiveChange] {
        let fields = other.fields.map { source in
            LiveChange(name: source.name, content: .reading(reading(of: source)))
        }
        let known = Set(file.calendars)
        let names = Set(other.calendars.filter(known.contains).map(\.name))
        return fields + calendars.filter { names.contains($0.name) }
    }

    private func reading(of source: LiveSource) -> LiveReading {
        let same = file.fields.first { $0.name == source.name }
        if let same, same == source || (same.isVariable && source.isVariable), let known = scope.readings[source.name] {
            return known
        }
        let value: LiveValue? = if case .variable(let first) = source.origin { first } else { nil }
        return LiveReading(value, staleText: source.staleText)
    }
}

extension SignPlayer {
    /// What the picture of a message in a zone is made of; nil if there is no such zone.
    ///
    /// - Parameter zone: nil for the whole sign.
    package func previewSubject(zone: String?, at instant: Instant) -> PreviewSubject? {
        guard hasZone(zone) else { return nil }
        let area = zone == nil ? size : players(of: zone).first?.size ?? size
        return PreviewSubject(
            file: file, size: area, scope: values.scope, reading: clock.reading(at: instant),
            calendars: calendars.documents)
    }
}

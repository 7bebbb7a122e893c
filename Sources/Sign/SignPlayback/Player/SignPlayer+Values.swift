import LiveValues
import PixelGraphics
import SignFiles
import Timelines

/// Values, calendars and light that sources report.
extension SignPlayer {
    /// Shows what sources say from an instant on; texts that show them change in place.
    package func take(_ changes: [LiveChange], at instant: Instant) {
        let now = max(instant, directedUntil)
        var isNew = false
        for change in changes {
            takeImage(change)
            isNew = calendars.take(change) || isNew
            guard let reading = change.reading else { continue }
            guard change.name != SignLight.sourceName else {
                isNew = takeLight(reading.value?.number?.double, at: now) || isNew
                continue
            }
            guard values.scope.readings[change.name] != reading else { continue }
            values.scope.readings[change.name] = reading
            isNew = true
        }
        guard isNew else { return }
        ownRevision += 1
        decide(at: now)
    }

    /// What could not be taken of calendars, a line for each.
    package var calendarWarnings: [String] { calendars.warnings.sorted { $0.key < $1.key }.map(\.value) }

    /// Takes what the sensor of light measures; returns whether that changes what was decided.
    private func takeLight(_ lux: Double?, at instant: Instant) -> Bool {
        let before = brightnessController
        brightnessController.take(lux: lux, at: instant)
        brightnessController.decide(clock.reading(at: instant))
        return brightnessController.percent != before.percent
            || brightnessController.nextDecision != before.nextDecision
    }
}

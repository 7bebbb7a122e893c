import Settings
import Timelines

/// A line that is pulsed when a cue of a part is due: a buzzer, a bell, a relay.
package struct CueSettings: Hashable, Sendable {
    package var line: LineAddress
    /// How long a pulse lasts.
    package var width: Nanoseconds
    /// The level of the pulse; between pulses the line is at the other one.
    package var active: ActiveLevel

    package init(line: LineAddress, width: Nanoseconds = defaultWidth, active: ActiveLevel = .high) {
        self.line = line
        self.width = width
        self.active = active
    }

    /// The width of cues that give none.
    package static let defaultWidth = Nanoseconds.milliseconds(50)
    package static let maximumWidth = Nanoseconds.seconds(60)
}

extension CueSettings {
    /// Reads the keys of a cue; nil if there are problems.
    init?(_ fields: inout SignFields) {
        let line = LineAddress(&fields)
        self.init(line: line ?? LineAddress(line: .number(0)))
        fields.read(
            "width", as: .time("a time from 1ms to 60s", in: .milliseconds(1)...Self.maximumWidth), into: &width)
        fields.read("active", into: &active)
        guard line != nil else { return nil }
    }
}

extension SignInstallation {
    /// Records the cues that the parts of a message call and that have no line; without any lines they are for others.
    func recordUnknownCues(of message: SignMessage, _ fields: inout SignFields) {
        guard !cues.isEmpty else { return }
        for cue in message.parts?.all.flatMap(\.cues) ?? [] where cues[cue.name] == nil {
            let (name, place) = (cue.name, cue.place.place)
            let nearest = NearestName.find(name, among: cues.keys.sorted())
            fields.record(.unknownCue(name, nearest: nearest), at: place)
        }
    }
}

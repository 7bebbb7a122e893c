import Settings

extension SignInstallation {
    /// Notes the cues that the parts of a message call and that have no line; without any lines they are for others.
    func noteUnknownCues(of message: SignMessage, _ fields: inout SignFields) {
        guard !cues.isEmpty else { return }
        for cue in message.parts?.all.flatMap(\.cues) ?? [] where cues[cue.name] == nil {
            let (name, place) = (cue.name, cue.place.place)
            let nearest = NearestName.find(name, among: cues.keys.sorted())
            fields.note(.unknownCue(name, nearest: nearest), at: place)
        }
    }
}

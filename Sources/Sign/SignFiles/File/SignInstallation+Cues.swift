import PixelGraphics
import Settings

extension SignInstallation {
    /// Notes the cues that the parts of a message call and that have no line; without any lines they are for others.
    func noteUnknownCues(of message: SignMessage, _ fields: inout SignFields) {
        guard !cues.isEmpty else { return }
        for (name, place) in message.parts?.cueNames ?? [] where cues[name] == nil {
            let nearest = NearestName.find(name, among: cues.keys.sorted())
            fields.note(.unknownCue(name, nearest: nearest), at: place)
        }
    }
}

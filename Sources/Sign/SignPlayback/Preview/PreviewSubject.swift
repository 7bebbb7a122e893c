import LiveValues
import PixelGraphics
import Schedules
import SignFiles
import Timelines

/// What the picture of a message is made of: a copy of what a running sign has, for another thread.
package struct PreviewSubject: Sendable {
    /// The sign file, which messages take their defaults from.
    let file: SignFile
    /// The area of the message.
    let size: Size
    /// What the sources say.
    let scope: FieldScope
    /// What the wall clock shows.
    let reading: WallReading
}

extension SignPlayer {
    /// What the picture of a message in a zone is made of; nil if there is no such zone.
    ///
    /// - Parameter zone: nil for the whole sign.
    package func previewSubject(zone: String?, at instant: Instant) -> PreviewSubject? {
        guard hasZone(zone) else { return nil }
        let area = zone == nil ? size : players(of: zone).first?.size ?? size
        return PreviewSubject(file: file, size: area, scope: values.scope, reading: clock.reading(at: instant))
    }
}

import PixelGraphics
import Settings
import SignFiles

/// What messages are known by after a crash.
extension ZonePlayer {
    /// Marks the messages of the file by its content and their places in it, so that a changed file is shown again.
    ///
    /// - Parameter number: that of the zone.
    func mark(_ number: Int, of file: SignFile) {
        var whole = StableHash()
        whole.combine(file.source)
        for played in messages where !played.isPushed {
            var hash = whole
            hash.combine("\(number) \(played.rank)".utf8)
            played.mark = hash.value
            played.isQuarantined = maker.values.quarantine.marks.contains(hash.value)
        }
    }
}

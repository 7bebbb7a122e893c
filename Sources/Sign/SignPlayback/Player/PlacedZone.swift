import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// A zone at its place on the sign.
struct PlacedZone {
    let player: ZonePlayer
    private let area: Rectangle
    /// Whether its place is the whole sign.
    let isWhole: Bool

    init(_ player: ZonePlayer, _ size: Size) {
        self.player = player
        area = player.zone.area ?? Rectangle(size)
        isWhole = area == Rectangle(size)
    }

    func draw(at instant: Instant, into frame: inout Frame) {
        guard !isWhole else { return player.draw(at: instant, into: &frame) }
        frame.withArea(area) { player.draw(at: instant, into: &$0) }
    }
}

extension PlacedZone {
    /// The zone that was there before: that of the same name, or without one that of the same number.
    static func match(_ zone: SignZone, number: Int, in placedZones: [PlacedZone], area: Size) -> Int? {
        let found =
            zone.name == nil
            ? placedZones.firstIndex { $0.player.zone.name == nil && $0.player.zone.area == zone.area }
                ?? placedZones.firstIndex { $0.player.zone.name == nil }
            : placedZones.firstIndex { $0.player.zone.name == zone.name }
        return found.flatMap { placedZones[$0].player.size == area ? $0 : nil }
    }
}

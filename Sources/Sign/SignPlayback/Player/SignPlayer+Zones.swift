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

/// Messages that are pushed for the whole sign.
extension SignPlayer {
    /// Where messages for the whole sign are shown: in its only zone, or in front of all zones.
    var wholePlayer: ZonePlayer {
        if let only = placedZones.first, placedZones.count == 1, only.isWhole { return only.player }
        return cover.player
    }

    /// Decides what the zones show, or what covers them.
    func decideZones(at instant: Instant) {
        let zones = placedZones.map(\.player)
        var isCovering = coversZones(zones, at: instant)
        // A message that is over after its turn may give way to what it covers, or to what waits to cover, once each.
        for _ in 0..<3 {
            cover.player.isCovered = !isCovering
            for player in zones { player.isCovered = isCovering }
            cover.player.decide(at: instant)
            for player in zones { player.decide(at: instant) }
            let isCoveringNow = coversZones(zones, at: instant)
            guard isCoveringNow != isCovering else { break }
            isCovering = isCoveringNow
        }
        // The second step begins the turns of those who need no time to go.
        for _ in 0..<2 where !ZonePlayer.step(zones, at: instant) { break }
    }

    /// Whether a message for the whole sign is shown in place of the zones.
    private func coversZones(_ zones: [ZonePlayer], at instant: Instant) -> Bool {
        guard let priority = cover.player.wantedPriority(at: instant) else { return false }
        return zones.allSatisfy { $0.wantedPriority(at: instant) ?? 0 <= priority }
    }

    /// Has messages for the whole sign shown where they belong after the zones have changed.
    ///
    /// - Parameter gone: zones that are no longer there.
    func placeCovering(from gone: [ZonePlayer]) {
        let target = wholePlayer
        for player in gone + players(of: nil) where player !== target { target.adopt(player.takeCovering()) }
    }
}

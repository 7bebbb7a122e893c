import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// What a changed file does to a running sign.
extension SignPlayer {
    /// Shows what another file describes from an instant on; whatever is the same continues undisturbed.
    ///
    /// Messages are the same by their names, or by what they say. One that only moves in another way continues from where
    /// it stands, and one that looks different comes in as its `swap` says. The owner of the sign handles `board` and
    /// `stall`.
    ///
    /// - Throws: fonts that are missing or unreadable, texts that cannot be laid out, and areas that are not on the sign; everything
    ///   stays as it was then.
    package func show(_ file: SignFile, at instant: Instant) throws(SignError) {
        let maker = maker(of: file)
        images.request(maker.imageKeys(size))
        preparedImages = []
        defer { forgetImages() }
        try maker.checkFile(size)
        // What says the same is no reason to draw.
        let isSame =
            file.zones == self.file.zones && file.idle == self.file.idle && file.zone == self.file.zone
            && file.movingFields == self.file.movingFields
        let isWrittenSame =
            file.locale == self.file.locale && file.location == self.file.location && file.maps == self.file.maps
        guard !isSame || !isWrittenSame else { return showSettings(of: file, at: instant) }
        let now = advance(to: instant)
        var old = zonePlayers
        zonePlayers = file.zones.map { zone in
            guard let found = ZonePlayer.match(zone, in: old, of: size) else {
                return ZonePlayer(zone, on: size, maker: maker)
            }
            let player = old.remove(at: found)
            player.show(zone, maker: maker, at: now)
            return player
        }
        cover.show(SignZone(), maker: maker, at: now)
        placeCovering(from: old)
        keepPushes(of: old)
        // What is gone keeps counting, so that the revision does not go back.
        for player in old { ownRevision &+= player.revision }
        showIdle(file.idle, maker: maker, at: now)
        self.file = file
        values.take(file)
        clockFace.forgetMissed()
        brightnessController.show(file)
        calendars.show(file)
        times = SignTimes(file)
        clockFace.take(file.zone)
        markMessages()
        decideAgain(at: now)
    }

    /// Has messages that were pushed into zones shown by the zones of the same names, where zones have another size now.
    ///
    /// Those whose zone is no longer in the file are lost.
    private func keepPushes(of gone: [ZonePlayer]) {
        for player in gone {
            let pushed = player.messages.filter { $0.isPushed && !$0.coversSign && $0.stream == nil }
            if let zone = zonePlayers.first(where: { $0.zone.name == player.zone.name }) {
                zone.adopt(pushed)
            } else {
                lostPushes += pushed.compactMap(\.message.name)
            }
        }
    }

    /// Takes another file with the same messages; where the settings are the same too, nothing is drawn.
    private func showSettings(of file: SignFile, at instant: Instant) {
        let isSame = file.brightness == self.file.brightness && file.powerSaving == self.file.powerSaving
        let hasSameCalendars = file.calendars == self.file.calendars && file.times == self.file.times
        self.file = file
        guard !isSame || !hasSameCalendars else { return }
        let now = advance(to: instant)
        brightnessController.show(file)
        calendars.show(file)
        times = SignTimes(file)
        decideAgain(at: now)
    }

    private func showIdle(_ message: SignMessage?, maker: MessageMaker, at instant: Instant) {
        if let message, let idle {
            idle.show(SignZone([message]), maker: maker, at: instant)
        } else {
            ownRevision &+= idle?.revision ?? 0
            idle = message.map { ZonePlayer(SignZone([$0]), on: size, maker: maker) }
        }
    }
}

import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// What is pushed to a running sign: messages from the control socket, knobs and buttons.
extension SignPlayer {
    /// A message of a running sign.
    package struct Listed: Sendable {
        package let message: SignMessage
        /// Its zone; nil for one without a name.
        package let zone: String?
        /// Whether it is not in the file.
        package let isPushed: Bool
        package let state: MessageState
        /// The time until its turn, for the one that comes next in its zone; nil for all others, and where that is not known.
        package let next: Nanoseconds?
        /// What it says with its values of now; nil if that is nothing, and for one over which the program has crashed.
        package let words: String?
    }

    /// The names of the zones that have one.
    package var zoneNames: [String] { zonePlayers.compactMap(\.zone.name) }

    /// Whether there is a zone of that name; nil stands for the sign.
    package func hasZone(_ name: String?) -> Bool { name == nil || !players(of: name).isEmpty }

    /// The zones of a name; without one all, and what covers them.
    func players(of zone: String?) -> [ZonePlayer] {
        (zonePlayers + [cover]).filter { zone == nil || $0.zone.name == zone }
    }

    /// Shows a message in addition to those of the file; one of the same name that was pushed before is replaced, wherever
    /// it is.
    ///
    /// A message for the whole sign takes its turn among the others where the sign has one zone. Where it has several it
    /// covers them as long as it is shown, unless one of them shows something of a higher priority; what is covered stands
    /// still meanwhile.
    ///
    /// - Parameters:
    ///   - zone: where it is shown; nil for the whole sign.
    ///   - mark: what it is known by after a crash, the same in every run of the program; 0 for nothing.
    /// - Returns: whether it will be shown, and is not kept from that because the program has crashed over it.
    /// - Throws: fonts that are missing or unreadable, and texts that cannot be laid out; everything stays as it was then.
    @discardableResult
    package func push(
        _ message: SignMessage, zone: String?, mark: UInt64 = 0, at instant: Instant
    ) throws(SignError) -> Bool {
        guard let player = zone == nil ? wholePlayer : players(of: zone).first else { return false }
        let isShown = !quarantine.marks.contains(mark)
        if isShown { try check(message, mark: mark, in: player) }
        let now = advance(to: instant)
        if let name = message.name {
            for other in players(of: nil) where other !== player { _ = other.removePushed(name) }
        }
        player.push(message, mark: mark, coversSign: zone == nil, at: now)
        decideAgain(at: now)
        // Those of the message that it replaces.
        forgetImages()
        return isShown
    }

    /// Gives a pushed message other keys, and lets it continue from where it stands; nothing happens without one of its name.
    ///
    /// - Throws: as `push` does; everything stays as it was then.
    package func update(_ message: SignMessage, at instant: Instant) throws(SignError) {
        for player in players(of: nil) {
            guard let played = player.pushed(message.name), played.message != message else { continue }
            try check(message, mark: played.mark, in: player)
            let now = advance(to: instant)
            let before = played.message
            played.message = message
            player.change(played, from: before, at: now)
            decideAgain(at: now)
            forgetImages()
        }
    }

    /// Checks a message that is about to be pushed, and begins to load its images.
    private func check(_ message: SignMessage, mark: UInt64, in player: ZonePlayer) throws(SignError) {
        quarantine.record(mark)
        defer { quarantine.record(0) }
        do throws(SignError) {
            try maker.probeImages(of: message, size: player.size)
            images.request(maker.imageKeys(of: message, size: player.size))
            try maker.check(message, size: player.size)
        } catch {
            forgetImages()
            throw error.ofPushed
        }
    }

    /// Takes a pushed message away; returns whether there was one of that name.
    package func removePushed(_ name: String, at instant: Instant) -> Bool {
        let isFound = change(zone: nil, at: instant) { player, _ in player.removePushed(name) }
        if isFound { forgetImages() }
        return isFound
    }

    /// Changes a zone, or all, and decides again where anything has changed; returns whether it has.
    private func change(zone: String?, at instant: Instant, _ body: (ZonePlayer, Instant) -> Bool) -> Bool {
        let now = advance(to: instant)
        let isChanged = !players(of: zone).filter { body($0, now) }.isEmpty
        if isChanged { decideAgain(at: now) }
        return isChanged
    }

    /// Takes the pushed messages off that have ended by themselves; returns their names.
    ///
    /// Does not allocate where nothing was pushed.
    package func takeEndedPushes(at instant: Instant) -> [String] {
        guard hasPushes || !lostPushes.isEmpty else { return [] }
        // A message with an exit effect starts it before it counts as ended.
        let now = advance(to: instant)
        let names = lostPushes + players(of: nil).flatMap { $0.takeEnded(at: now) }
        lostPushes = []
        if !names.isEmpty {
            forgetImages()
            // The pictures stay as they are, but the list is another one.
            decisions &+= 1
        }
        return names
    }

    /// When a pushed message may end by itself, as of the last decision; nil for never.
    package var nextPushEnd: Instant? { hasPushes ? nextDecision : nil }

    /// Whether any message was pushed.
    private var hasPushes: Bool {
        for number in zonePlayers.indices where zonePlayers[number].hasPushes { return true }
        return cover.hasPushes
    }

    /// All messages, in the order of the zones.
    package func listed(at instant: Instant) -> [Listed] {
        players(of: nil).flatMap { player in
            let upcoming = player.upcoming
            return player.messages.map { played in
                let state = player.state(of: played, at: instant)
                let words = state == .quarantined ? "" : player.maker.words(of: played.message)
                return Listed(
                    message: played.message, zone: player.zone.name, isPushed: played.isPushed, state: state,
                    next: upcoming.flatMap { $0.message === played ? max($0.start - instant, .zero) : nil },
                    words: words.isEmpty && state != .shown ? nil : words)
            }
        }
    }

    /// A number that is another one as soon as `listed` has other messages, or other states of them.
    package func listDigest(at instant: Instant) -> Int {
        var hasher = Hasher()
        for player in players(of: nil) {
            hasher.combine(player.messages.count)
            for played in player.messages {
                // A message that was replaced may lie where the old one lay, and one of a changed file keeps its number.
                hasher.combine(played.id)
                hasher.combine(played.message.name)
                hasher.combine(played.message.title)
                hasher.combine(played.message.priority)
                hasher.combine(player.state(of: played, at: instant))
            }
        }
        return hasher.finalize()
    }

    /// A number that is another one as soon as the messages that are shown, or come next, say something else.
    package func wordsDigest(at instant: Instant) -> Int {
        var hasher = Hasher()
        for player in players(of: nil) {
            let next = player.upcoming?.message
            for played in player.messages where played === next || player.state(of: played, at: instant) == .shown {
                hasher.combine(player.maker.words(of: played.message))
            }
        }
        return hasher.finalize()
    }

    /// Switches to the next message of a zone, or of all; returns whether one had a turn to end.
    package func skip(zone: String?, at instant: Instant) -> Bool {
        change(zone: zone, at: instant) { $0.skip(at: $1) }
    }

    /// Ends the urgent message that a zone shows, or those of all; returns whether there was one.
    package func acknowledge(zone: String?, at instant: Instant) -> Bool {
        change(zone: zone, at: instant) { player, _ in player.acknowledge() }
    }

    /// What can be moved in a zone, or in all: the controllers, each with the present instant of its own timeline.
    package func marquees(zone: String?, at instant: Instant) -> [(marquee: Marquee, instant: Instant)] {
        players(of: zone).compactMap { player in
            player.content.flatMap { content in content.marquee.map { ($0, content.local(instant)) } }
        }
    }
}

/// Pixels from the network: a stream is a message of a zone, or of the whole sign, that has a priority like any other.
extension SignPlayer {
    /// The extent of a stream's pictures: that of its zone; nil where the file takes no pixels.
    package var streamSize: Size? {
        guard let settings = file.installation.pixels else { return nil }
        guard let zone = settings.zone else { return size }
        return players(of: zone).first?.size
    }

    /// Whether there is a stream, seen or not.
    package var hasStream: Bool {
        for number in zonePlayers.indices where zonePlayers[number].hasStream { return true }
        return cover.hasStream
    }

    /// Shows a picture of a stream from an instant on, and begins the stream where there is none.
    ///
    /// Does not allocate in a stream that has begun, unless the picture has another size than the one before.
    package func showStream(_ picture: RGBBitmap, at instant: Instant) {
        guard let settings = file.installation.pixels else { return }
        stream.take(picture)
        guard hasStream else { return beginStream(settings, at: instant) }
        if isStreamShown { streamRevision &+= 1 }
    }

    /// Ends the stream, so that what it covered resumes where it stood; nothing happens without one.
    package func endStream(at instant: Instant) {
        guard hasStream else { return }
        let now = advance(to: instant)
        for player in players(of: nil) { player.removeStream() }
        brightnessController.streamEnded()
        decideAgain(at: now)
    }

    private func beginStream(_ settings: PixelSettings, at instant: Instant) {
        // A zone that is no longer in the file has nothing to show.
        guard let player = settings.zone == nil ? wholePlayer : players(of: settings.zone).first else { return }
        let now = advance(to: instant)
        var message = SignMessage(SignMessage.titleOfStream)
        message.priority = settings.priority
        player.addStream(stream, message, coversSign: settings.zone == nil)
        if settings.wakes { brightnessController.streamBegan() }
        decideAgain(at: now)
    }

    /// Whether the stream is what its zone shows, as of the last decision.
    package var isStreamShown: Bool {
        for number in zonePlayers.indices where zonePlayers[number].showsStream { return true }
        return cover.showsStream
    }
}

extension SignMessage {
    /// What a stream is called in lists.
    package static let titleOfStream = "network pixels"
}

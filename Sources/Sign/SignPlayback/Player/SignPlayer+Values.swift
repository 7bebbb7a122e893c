import LinuxSystem
import LiveValues
import PixelGraphics
import Settings
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
            guard let reading = change.reading, !change.name.hasPrefix(SignImage.namePrefix) else { continue }
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

/// Images, which come when they are loaded.
extension SignPlayer {
    /// The sources that ask servers for images of the messages, those included that came from outside of the file; what
    /// they give comes with ``take(_:at:)``.
    package var imageSources: [LiveSource] {
        let fixed = LiveSource.images(of: allMessages.map(\.message))
        var known = Set(fixed.map(\.name))
        let demanded = images.demanded.compactMap { key -> LiveSource? in
            guard case .url(let address) = key.source else { return nil }
            if let turn = key.turn {
                // That of the next turn comes first.
                let source = SignImage.source(of: address, turn: turn)
                return known.insert(source.name).inserted ? source : nil
            }
            return known.insert(SignImage.liveName(of: address)).inserted
                ? SignImage.valueSource(of: address, every: key.every) : nil
        }
        return fixed + demanded
    }

    /// Everything that is asked for values, calendars, light and images.
    package var sources: [LiveSource] { file.sources + imageSources }

    /// Begins to load the images of a file that is to be shown; never waits.
    ///
    /// A file that is shown while its images are still on their way is right, but messages with images come in late, and
    /// images that are missing are found too late to refuse the file.
    ///
    /// - Returns: whether all images that exist are loaded; otherwise ask again when the descriptor of `images` is readable.
    package func prepareImages(of file: SignFile) -> Bool {
        let keys = maker(of: file).imageKeys(size)
        preparedImages = keys
        images.request(keys)
        return images.isSettled(keys)
    }

    /// Forgets the images of a file that was prepared and is not to be shown.
    package func forgetPrepared() {
        guard !preparedImages.isEmpty else { return }
        preparedImages = []
        forgetImages()
    }

    /// Whether all images that were asked for when a file was prepared are loaded or missing.
    package func hasImages(of file: SignFile) -> Bool {
        images.isSettled(maker(of: file).imageKeys(size))
    }

    /// Shows images that have been loaded since from an instant on; returns whether there were any.
    @discardableResult package func takeImages(at instant: Instant) -> Bool {
        guard images.takeChanges() else { return false }
        decideAgain(at: advance(to: instant))
        return true
    }

    /// The paths of the files of all images, and of the pictures in texts and of effects: when one of them changes, ``lookAtFiles(at:)``
    /// is to be called.
    package var imageFiles: [String] { Set(images.files + maker.fonts.pictures.keys).sorted() }

    /// Shows files that are others now from an instant on: pictures in texts at once, images when they are loaded.
    package func lookAtFiles(at instant: Instant) {
        images.lookAtFiles()
        let maker = maker
        let changed = maker.fonts.takeChangedPictures()
        guard !changed.isEmpty else { return }
        let now = advance(to: instant)
        for player in zonePlayers + [cover] + [idle].compactMap({ $0 }) {
            for played in player.messages
            where played.message.pictures.contains(where: { changed.contains(file.path(of: $0)) }) {
                player.change(played, from: nil, at: now)
            }
        }
        decideAgain(at: now)
    }

    /// Waits until all images are loaded that have come from servers, for pictures that are made once.
    package func settleImages(at instant: Instant) {
        images.settle()
        takeImages(at: instant)
    }

    /// Has an image decoded that a server gave.
    func takeImage(_ change: LiveChange) {
        guard change.name.hasPrefix(SignImage.namePrefix) else { return }
        if let document = change.document { images.take(document, named: change.name) }
        if change.reading?.isStale ?? false { images.fail(named: change.name) }
    }

    /// Has the images loaded that values and turns ask for now.
    func demandImages() {
        let maker = maker
        var keys = (zonePlayers + [cover] + [idle].compactMap { $0 }).flatMap(\.turnKeys)
        for player in zonePlayers + [cover] + [idle].compactMap({ $0 }) {
            for played in player.messages where played.hasValueImages {
                for key in maker.demandedKeys(of: played.message, size: player.size) where !keys.contains(key) {
                    guard keys.count < MessageMaker.maximumDemand else { break }
                    keys.append(key)
                }
            }
        }
        if images.demand(keys) { demands &+= 1 }
    }

    /// Forgets the images that no message has any more, and what was wrong with them; those of a file that is prepared
    /// stay.
    func forgetImages() {
        let (maker, messages) = (maker, allMessages)
        maker.fonts.keep(messages.map(\.message), of: file)
        images.keep(Set(preparedImages + messages.flatMap { maker.imageKeys(of: $0.message, size: $0.size) }))
    }

    /// All messages, those included that came from outside, and the extents of the areas that they are shown on.
    var allMessages: [(message: SignMessage, size: Size)] {
        let pushed = (zonePlayers + [cover]).flatMap { player in
            player.messages.filter(\.isPushed).map { ($0.message, player.size) }
        }
        return file.placedMessages(size) + pushed
    }
}

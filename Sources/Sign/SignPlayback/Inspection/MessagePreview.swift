import BitmapFonts
import LiveValues
import Marquee
import PixelGraphics
import Schedules
import Settings
import SignFiles
import Timelines

/// Draws messages without a sign, for people who write them: a text that would move stands still, in its whole width.
///
/// For one thread, which may wait for the disk; fonts stay loaded from one picture to the next.
package final class MessagePreview {
    private let fonts: SignFonts
    private var cache: FontCache
    private var made = 0

    /// The most pixels of a picture, beyond which a text is cut off.
    static let maximumPixels = 1 << 16
    /// The instant at which clocks and timelines are drawn: late enough for what comes in at first.
    private static let instant = Instant.zero + .seconds(2)
    /// The pictures after which fonts are forgotten, so that texts of long ago take no memory.
    private static let maximumPictures = 256

    package init(fonts: SignFonts) {
        self.fonts = fonts
        cache = FontCache(fonts)
    }

    /// Draws a message.
    ///
    /// - Throws: everything that is wrong with the message.
    package func frame(
        of look: JSONValue, _ subject: PreviewSubject, format: Canvas.Format
    ) throws(SignError) -> Frame {
        do throws(SignError) {
            return try frame(of: SignMessage(look, for: subject.file), subject, format: format)
        } catch {
            throw error.ofPushed(look)
        }
    }

    private func frame(
        of message: SignMessage, _ subject: PreviewSubject, format: Canvas.Format
    ) throws(SignError) -> Frame {
        made += 1
        if made.isMultiple(of: Self.maximumPictures) { cache = FontCache(fonts) }
        let maker = maker(subject)
        // Parts are there whose conditions hold, however long they have to.
        for instant in [.zero, Instant.distantFuture] {
            maker.values.conditions.decide([message], in: subject.scope, at: instant)
        }
        return try draw(message, subject.size, format, maker)
    }

    private func maker(_ subject: PreviewSubject) -> MessageMaker {
        let values = TextValues()
        values.take(subject.file)
        values.scope = subject.scope
        values.reading = subject.reading
        return MessageMaker(
            file: subject.file, fonts: cache, values: values, time: ClockFace(subject.reading, zone: subject.file.zone))
    }

    private func draw(
        _ message: SignMessage, _ size: Size, _ format: Canvas.Format, _ maker: MessageMaker
    ) throws(SignError) -> Frame {
        try maker.probeImages(of: message, size: size)
        maker.images.request(maker.imageKeys(of: message, size: size))
        maker.images.settle()
        try maker.check(message, size: size)
        if let parts = message.parts {
            var frame = Frame(size: size, format: format)
            let content = try maker.parts(parts, size: size, start: .zero)
            content.draw(at: Self.instant, into: &frame)
            return frame
        }
        let still = try Self.still(maker.message(message, size: size), on: size)
        var frame = Frame(size: Self.size(of: still, on: size), format: format)
        let content = try maker.layingOut(message) { () throws(LayoutError) in
            try MessageContent(still, size: frame.canvas.size)
        }
        content.draw(at: Self.instant, into: &frame)
        return frame
    }

    /// The message without its motion; lines that would move up stand from the top.
    private static func still(_ message: Message, on size: Size) -> Message {
        var still = message
        if message.isWrapped(in: size) { still.overflow = .wrap }
        still.motion.scroll = .never
        return still
    }

    /// The extent of the picture: as wide as a text that would move along its line.
    private static func size(of message: Message, on size: Size) -> Size {
        let isLine = message.overflow == .scroll && message.motion.direction.isHorizontal && !message.reducesMotion
        guard isLine, message.image == nil, let strip = try? message.strip() else { return size }
        let maximum = max(size.width, maximumPixels / max(1, size.height))
        return Size(width: min(max(size.width, strip.size.width), maximum), height: size.height)
    }
}

/// Pictures of sign files that no sign shows.
extension MessagePreview {
    /// How long the sign has run unless a caller says otherwise: long enough for what comes in at first.
    package static let defaultTime = Nanoseconds.seconds(2)
    /// The longest time that it may have run; all decisions until then are taken.
    package static let maximumTime = Nanoseconds.seconds(600)
    /// The most pixels of a sign, or of the panel wall that it is a part of.
    package static let maximumSignPixels = 1 << 20

    /// Draws a sign file for people who write it: what a sign would show now if it had run for a while.
    ///
    /// Fonts and images are loaded. No source is read: fields and calendars say what a running sign knows of the same ones.
    ///
    /// - Parameter time: how long the sign has run, up to `maximumTime`.
    /// - Returns: the picture; nil if the sign has more than `maximumSignPixels`.
    /// - Throws: everything that is wrong with the file.
    package static func frame(
        of file: SignFile, _ subject: PreviewSubject, size: Size, format: Canvas.Format, after time: Nanoseconds,
        fonts: SignFonts
    ) throws(SignError) -> Frame? {
        let whole = file.installation.wall?.size ?? size
        guard whole.width * whole.height <= maximumSignPixels, size.width * size.height <= maximumSignPixels else {
            return nil
        }
        let time = min(max(time, .zero), maximumTime)
        let reading = subject.reading
        let clock = ManualWallClock(wall: reading.wall - time, isSynchronized: reading.isSynchronized)
        let player = try SignPlayer(file, size: whole, fonts: fonts, clock: clock, start: .zero)
        player.take(subject.knowledge(of: file), at: .zero)
        player.settleImages(at: .zero)
        let instant = Instant.zero + time
        player.direct(at: instant)
        var frame = Frame(size: size, format: format)
        let origin = file.installation.wall?.origin ?? .zero
        let area = Rectangle(x: 0 - origin.x, y: 0 - origin.y, width: whole.width, height: whole.height)
        frame.withArea(area) { player.draw(at: instant, into: &$0) }
        return frame
    }
}

/// What the picture of a message or of a draft is made of: a copy of what a running sign has, for another thread.
package struct PreviewSubject: Sendable {
    /// The sign file, which messages take their defaults from.
    let file: SignFile
    /// The area of the message.
    let size: Size
    /// What the sources say.
    let scope: FieldScope
    /// What the wall clock shows.
    let reading: WallReading
    /// The calendars that have come.
    let calendars: [LiveChange]

    /// What is known of the sources of another file, without asking them: what those say that it has in common with the sign
    /// file, and the values that its other variables begin with.
    func knowledge(of other: SignFile) -> [LiveChange] {
        let fields = other.fields.map { source in
            LiveChange(name: source.name, reading: reading(of: source))
        }
        let known = Set(file.calendars)
        let names = Set(other.calendars.filter(known.contains).map(\.name))
        return fields + calendars.filter { names.contains($0.name) }
    }

    private func reading(of source: LiveSource) -> LiveReading {
        let same = file.fields.first { $0.name == source.name }
        if let same, same == source || (same.isVariable && source.isVariable), let known = scope.readings[source.name] {
            return known
        }
        let value: LiveValue? = if case .variable(let first) = source.origin { first } else { nil }
        return LiveReading(value, staleText: source.staleText)
    }
}

extension SignPlayer {
    /// What the picture of a message in a zone is made of; nil if there is no such zone.
    ///
    /// - Parameter zone: nil for the whole sign.
    package func previewSubject(zone: String?, at instant: Instant) -> PreviewSubject? {
        guard hasZone(zone) else { return nil }
        let area = zone == nil ? size : players(of: zone).first?.size ?? size
        return PreviewSubject(
            file: file, size: area, scope: values.scope, reading: clock.reading(at: instant),
            calendars: calendars.documents)
    }
}

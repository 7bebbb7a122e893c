import BitmapFonts
import LiveValues
import Marquee
import PixelGraphics
import Schedules
import Settings
import SignFiles
import Timelines

/// Finds clocks in digits whose format is probably wrong, and clocks that may not move and are wider than their areas.
struct ClockWidths {
    /// What was found, and where.
    typealias Finding = (reason: SignWarningReason, place: TextPlace?)

    let maker: MessageMaker
    /// A time in the year for which clocks are measured.
    let time: WallTime

    /// Looks at all messages of the file on a sign of a size.
    func found(_ size: Size) -> [Finding] {
        maker.file.placedMessages(size).flatMap { message, size in
            message.parts.map { found(in: $0, size: size) } ?? found(in: message, size: size)
        }
    }

    private func found(in parts: SignParts, size: Size) -> [Finding] {
        parts.placed(on: size).flatMap { part, place -> [Finding] in
            guard !place.isEmpty else { return [] }
            switch part.content {
            case .text(let message): return found(in: message, size: place)
            case .clock(let pattern, let look, let blinks):
                // What moves may come into view.
                let room = part.keyFrames == nil ? min(place.width, size.width) : place.width
                let columns = width(of: pattern, look: look, blinks: blinks, size: place)
                let mistake = ClockMistake(in: pattern.text, use: .any).map { "\($0)" }
                return [mistake.map { .time($0) }, reason(columns, room: room)].compactMap { $0 }
                    .map { ($0, part.place.place) }
            case .image, .shape, .pixels, .items, .analogClock, .turns, .parts: return []
            }
        }
    }

    private func reason(_ columns: Int?, room: Int) -> SignWarningReason? {
        guard let columns, columns > room else { return nil }
        return .wideClock(columns: columns, areaColumns: room)
    }

    /// Texts with a time that may not move; their other values have the length of none.
    private func found(in message: SignMessage, size: Size) -> [Finding] {
        guard message.scroll == .never, message.overflow == .scroll, !message.reducesMotion, message.image == nil,
            !message.markup.times.isEmpty, let reason = reason(width(of: message, size: size), room: size.width)
        else { return [] }
        return [(reason, message.places.text)]
    }

    /// The columns of a text with the widest times; nil if it cannot be laid out.
    private func width(of given: SignMessage, size: Size) -> Int? {
        guard var message = try? maker.message(given, size: size),
            let resources = try? maker.fonts.resources(for: given, chain: message.fonts, of: maker.file)
        else { return nil }
        let layout = TextLayout(fonts: message.fonts, style: message.textStyle)
        let clock = MarkupClock.make(for: given.markup, locale: maker.file.locale, zone: maker.file.zone).clock
        let styled = given.markup.styled(resources: resources) { field in
            clock.widestText(of: field, at: time) { (try? layout.measure($0).columns) ?? 0 }
        }
        message.setText(styled)
        return (try? message.strip())?.columns.count
    }

    private func width(of pattern: DigitalClockPattern, look: SignMessage, blinks: Bool, size: Size) -> Int? {
        guard let fonts = try? maker.fonts.chain(for: look, of: maker.file, height: size.height) else { return nil }
        let style = DigitalClock.Style(look, fonts: fonts, blinks: blinks)
        return (try? DigitalClock(pattern, style: style, size: size, source: UnknownLocalTime()))?.largestWidth
    }
}

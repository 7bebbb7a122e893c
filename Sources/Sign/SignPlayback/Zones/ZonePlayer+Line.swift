import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// Messages that share a line.
extension ZonePlayer {
    /// Lays the messages side by side; they join and leave at the seam.
    ///
    /// - Parameter inPlace: whether what has changed is shown in its place, because only values have.
    /// - Returns: whether that could be done; otherwise messages that cannot be laid out are left out.
    func layLine(
        _ level: PriorityLevel, _ members: [PlayedMessage], at instant: Instant, inPlace: Bool = false
    ) -> Bool {
        let ids = members.map(\.id)
        guard level.content == nil || level.line != ids || level.isLineOutdated else { return true }
        do throws(SignError) {
            let style = members[0].message.style(width: size.width)
            let start = level.content?.turnStart ?? instant
            let line = try strip(of: members, style: style, start: start)
            if let content = level.content, case .line(let marquee) = content.kind {
                let local = content.local(instant)
                if marquee.style != line.style { marquee.apply(line.style, at: local) }
                if inPlace {
                    marquee.exchange(for: line.strip, swap: members[0].message.swap, at: local)
                } else {
                    marquee.replace(line.strip, at: local)
                }
                content.shown = members[0]
            } else {
                let marquee = Marquee(line.strip, style: line.style, size: size, start: instant)
                level.content = LevelContent(.line(marquee), shown: members[0], size: size, start: instant)
            }
            level.line = ids
            level.lineTexts = lineTexts(members)
            level.isLineOutdated = false
            return true
        } catch {
            note(error)
            // Messages that cannot be laid out are left out; if none is found to blame, all are.
            let broken = members.filter { member in !canLay(member.message) }
            for member in broken.isEmpty ? members : broken { member.isDone = true }
            return false
        }
    }

    /// The messages side by side, and how they move: where they do, a separator stands at the seam, too.
    private func strip(
        of members: [PlayedMessage], style: MarqueeStyle, start: Instant
    ) throws(SignError) -> (strip: ColoredStrip, style: MarqueeStyle) {
        var style = style
        var items: [Item] = []
        let separator = try zone.playlist.separator.map { text throws(SignError) in
            var message = members[0].message
            (message.text, message.background, message.image) = (text, nil, nil)
            return try maker.item(message, size: size, start: start)
        }
        for member in members {
            if let separator, !items.isEmpty { items.append(separator) }
            noteWork(member.mark)
            items.append(try maker.item(member.message, size: size, start: start))
        }
        noteWork(0)
        let direction = style.lineDirection
        let line = ColoredStrip(items: items, spacing: separator == nil ? style.spacing : 0, direction: direction)
        style = style.showingAll(of: line, in: size)
        guard let separator else { return (line, style) }
        guard style.scroll == .always || (style.scroll == .auto && line.columns.count > size.width) else {
            return (line, style)
        }
        style.spacing = 0
        return (ColoredStrip(items: items + [separator], spacing: 0, direction: direction), style)
    }

    private func canLay(_ message: SignMessage) -> Bool { (try? maker.item(message, size: size, start: .zero)) != nil }
}

import Marquee
import PixelGraphics
import Timelines

/// Messages that share a line.
extension ZonePlayer {
    /// Lays those who may be shown side by side; who comes or goes does so at the seam.
    ///
    /// - Parameter inPlace: whether what has changed is shown in its place, because only values have.
    /// - Returns: whether that could be done; otherwise whoever cannot be laid out is left out.
    func layLine(
        _ level: PriorityLevel, _ members: [PlayedMessage], at instant: Instant, inPlace: Bool = false
    ) -> Bool {
        let ids = members.map(\.id)
        guard level.showing == nil || level.line != ids || level.isLineOutdated else { return true }
        do throws(SignError) {
            let style = members[0].message.style(width: size.width)
            let start = level.showing?.turnStart ?? instant
            let line = try band(of: members, style: style, start: start)
            if let showing = level.showing, case .line(let marquee) = showing.kind {
                let local = showing.local(instant)
                if marquee.style != line.style { marquee.apply(line.style, at: local) }
                if inPlace {
                    marquee.exchange(for: line.band, at: local)
                } else {
                    marquee.replace(line.band, at: local)
                }
                showing.shown = members[0]
            } else {
                let marquee = Marquee(line.band, style: line.style, size: size, start: instant)
                level.showing = Showing(.line(marquee), shown: members[0], size: size, start: instant)
            }
            level.line = ids
            level.lineTexts = lineTexts(members)
            level.isLineOutdated = false
            return true
        } catch {
            note(error)
            // Whoever cannot be laid out is left out; where nobody can be told, all are.
            let broken = members.filter { member in !canLay(member.message) }
            for member in broken.isEmpty ? members : broken { member.isDone = true }
            return false
        }
    }

    /// The messages side by side, and how they move: where they do, a separator stands at the seam, too.
    private func band(
        of members: [PlayedMessage], style: MarqueeStyle, start: Instant
    ) throws(SignError) -> (band: Band, style: MarqueeStyle) {
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
        guard let separator else { return (Band(items: items, spacing: style.spacing), style) }
        let line = Band(items: items, spacing: 0)
        guard style.scroll == .always || (style.scroll == .auto && line.columns.count > size.width) else {
            return (line, style)
        }
        style.spacing = 0
        return (Band(items: items + [separator], spacing: 0), style)
    }

    private func canLay(_ message: SignMessage) -> Bool { (try? maker.item(message, size: size, start: .zero)) != nil }
}

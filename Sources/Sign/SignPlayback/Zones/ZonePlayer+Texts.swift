import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// Texts whose values or times have changed.
extension ZonePlayer {
    /// Puts new values and times into the texts that are shown or wait, in place and without a jump.
    func refreshTexts(at instant: Instant) {
        for level in allLevels {
            guard let content = level.content else { continue }
            recordWork(content.mark)
            switch content.kind {
            case .text(let text):
                // One that has become empty goes as it was.
                guard content.shown.message.changesByItself, !content.shown.isEmpty else { continue }
                refresh(text, of: content, at: instant)
            case .line: refreshLine(level, at: instant)
            case .parts(let parts): parts.refreshTexts(at: content.local(instant))
            case .stream: continue
            }
        }
    }

    private func refresh(_ text: MessageContent, of content: LevelContent, at instant: Instant) {
        guard var next = try? maker.message(content.shown.message, size: size), !next.looksSame(as: text.message)
        else { return }
        // What is not another image continues in its time.
        next.imageStart = next.image == nil ? text.message.imageStart : content.local(instant)
        // A text with new values that cannot be laid out leaves the old one.
        try? text.replace(next, swap: content.shown.message.look.swap, isUpdate: true, at: content.local(instant))
    }

    /// Which way a message goes; nil where it has no text or image of its own, or is shown in pages.
    func course(of played: PlayedMessage) -> Course? {
        guard played.stream == nil, played.message.parts == nil else { return nil }
        if let known = played.laidOut, !played.message.changesByItself { return known.course }
        guard let message = try? maker.message(played.message, size: size) else { return nil }
        if let known = played.laidOut, message.looksSame(as: known.message) { return known.course }
        let course = message.course(in: size)
        played.laidOut = (message, course)
        return course
    }

    /// A line shows new values in their place.
    private func refreshLine(_ level: PriorityLevel, at instant: Instant) {
        let members = messages.filter { level.line.contains($0.id) }
        guard members.contains(where: { $0.message.changesByItself }) else { return }
        let isSame = zip(lineMessages(members), level.lineMessages).allSatisfy { now, before in
            if let now, let before { now.looksSame(as: before) } else { now == nil && before == nil }
        }
        guard !isSame else { return }
        level.isLineOutdated = true
        _ = layLine(level, members, at: instant, inPlace: true)
    }

    /// The messages on a line with their values; nil for those that cannot change by themselves.
    private func lineMessages(_ members: [PlayedMessage]) -> [Message?] {
        members.map { $0.message.changesByItself ? try? maker.message($0.message, size: size) : nil }
    }
}

extension SignMessage {
    /// Whether values, times or servers can change what it looks like.
    fileprivate var changesByItself: Bool { hasFields || image != nil }
}

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
                    marquee.exchange(for: line.strip, swap: members[0].message.look.swap, at: local)
                } else {
                    marquee.replace(line.strip, at: local)
                }
                content.shown = members[0]
            } else {
                let marquee = Marquee(line.strip, style: line.style, size: size, start: instant)
                level.content = LevelContent(.line(marquee), shown: members[0], size: size, start: instant)
            }
            level.line = ids
            level.lineMessages = lineMessages(members)
            level.isLineOutdated = false
            return true
        } catch {
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
            (message.text, message.look.letters.background, message.image) = (text, nil, nil)
            message.look.colorFields.background = nil
            return try maker.item(message, size: size, start: start)
        }
        for member in members {
            if let separator, !items.isEmpty { items.append(separator) }
            recordWork(member.mark)
            items.append(try maker.item(member.message, size: size, start: start))
        }
        recordWork(0)
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

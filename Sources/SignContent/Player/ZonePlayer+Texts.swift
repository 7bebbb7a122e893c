import Marquee
import PixelGraphics
import Timelines

/// Texts whose values or times have changed.
extension ZonePlayer {
    /// Puts new values and times into the texts that are shown or wait, in place and without a jump.
    func refreshTexts(at instant: Instant) {
        for level in allLevels {
            guard let showing = level.showing else { continue }
            noteWork(showing.mark)
            switch showing.kind {
            case .text(let text):
                guard showing.shown.message.changesByItself else { continue }
                refresh(text, of: showing, at: instant)
            case .line: refreshLine(level, at: instant)
            case .parts(let parts): parts.refreshTexts(at: showing.local(instant))
            }
        }
    }

    private func refresh(_ text: MessageContent, of showing: Showing, at instant: Instant) {
        do throws(SignError) {
            var next = try maker.message(showing.shown.message, size: size)
            guard !next.looksSame(as: text.message) else { return }
            // What is not another image goes on in its time.
            next.imageStart = next.image == nil ? text.message.imageStart : showing.local(instant)
            // A text with new values that cannot be laid out leaves the old one.
            try? text.replace(next, swap: .now, at: showing.local(instant))
        } catch {
            note(error)
        }
    }

    /// A line shows new values in their place.
    private func refreshLine(_ level: PriorityLevel, at instant: Instant) {
        let members = messages.filter { level.line.contains($0.id) }
        guard members.contains(where: { $0.message.changesByItself }) else { return }
        guard lineTexts(members) != level.lineTexts else { return }
        level.isLineOutdated = true
        _ = layLine(level, members, at: instant, inPlace: true)
    }

    /// What the messages on a line say, looks of conditions included: as far as it can change by itself.
    func lineTexts(_ members: [PlayedMessage]) -> [String] {
        members.map { played in
            guard played.message.changesByItself else { return "" }
            if let image = maker.image(of: played.message, size: size) { return "image \(image.revision)" }
            guard let message = try? maker.message(played.message, size: size) else { return "" }
            let looks = (message.styled?.runs ?? []).map { run in
                let colors = [run.look.color, run.look.background].map { $0.map { "\($0.rawValue)" } ?? "" }
                return run.text + "\u{0}" + colors.joined(separator: " ")
            }
            return looks.joined(separator: "\u{1}")
        }
    }
}

extension Message {
    /// Whether a text with its values is the same as another one, looks included.
    func looksSame(as other: Message) -> Bool {
        if image != nil || other.image != nil { return isSameImage(as: other) }
        guard text == other.text, let mine = styled?.runs, let others = other.styled?.runs, mine.count == others.count
        else { return false }
        return zip(mine, others).allSatisfy { first, second in
            first.text == second.text && first.look.color == second.look.color
                && first.look.background == second.look.background && first.look.blink == second.look.blink
                && first.look.letterSpacing == second.look.letterSpacing && first.look.speed == second.look.speed
                && first.picture == second.picture
        }
    }

    private func isSameImage(as other: Message) -> Bool {
        guard let image, let before = other.image else { return false }
        return image.isSame(as: before)
    }
}

extension SignMessage {
    /// Whether values, times or servers can change what it looks like.
    fileprivate var changesByItself: Bool { markup.hasFields || image != nil }
}

extension SignMarkup {
    /// Whether it is more than letters that look as the message says.
    var isStyled: Bool {
        pieces.contains { piece in
            if case .text = piece.content { return piece.look != MarkupLook() }
            return true
        }
    }
}

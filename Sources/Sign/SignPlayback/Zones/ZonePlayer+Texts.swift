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
            noteWork(content.mark)
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
        do throws(SignError) {
            var next = try maker.message(content.shown.message, size: size)
            guard !next.looksSame(as: text.message) else { return }
            // What is not another image goes on in its time.
            next.imageStart = next.image == nil ? text.message.imageStart : content.local(instant)
            // A text with new values that cannot be laid out leaves the old one.
            try? text.update(next, swap: content.shown.message.swap, at: content.local(instant))
        } catch {
            note(error)
        }
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

extension SignMessage {
    /// Whether values, times or servers can change what it looks like.
    fileprivate var changesByItself: Bool { markup.hasFields || image != nil }
}

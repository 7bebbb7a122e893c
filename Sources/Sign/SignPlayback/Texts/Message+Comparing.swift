import Marquee
import SignFiles

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

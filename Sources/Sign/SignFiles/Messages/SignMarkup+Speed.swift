import Timelines

extension SignMarkup {
    /// What is wrong with the speeds of parts of a message: then only a speed may set how it moves (behaviour B3).
    func speedProblems(of message: SignMessage) -> [MarkupProblem] {
        let isEased = message.easing.map { $0 != .linear } ?? false
        let key = isEased ? "easing" : message.cycle != nil ? "cycle" : message.bounces ? "bounce" : nil
        guard let key, let place = speedPlace else { return [] }
        return [MarkupProblem(.speedTag(key: key), at: place)]
    }

    /// Where the first part begins that changes the speed.
    private var speedPlace: Int? {
        for piece in pieces {
            if piece.look.speed != nil { return piece.offset }
            if case .each(_, let template) = piece.content, template.changesSpeed { return piece.offset }
        }
        return nil
    }
}

import SignFiles

extension SignMessage {
    /// The message, or the texts among its parts: all that have fonts.
    var looks: [SignMessage] { parts?.all.flatMap(\.looks) ?? [self] }

    /// The paths of the pictures in its texts and of its effects.
    var pictures: [String] {
        let sprites = [entrance, exit].compactMap { effect -> String? in
            if case .file(let path) = effect?.sprite { path } else { nil }
        }
        let tags = looks.flatMap(\.markup.needs).compactMap { need -> String? in
            if case .picture(let path) = need.resource { path } else { nil }
        }
        return sprites + tags
    }
}

extension SignPart {
    fileprivate var looks: [SignMessage] {
        if case .clock(_, let look, _) = content { [look] } else { texts }
    }
}
